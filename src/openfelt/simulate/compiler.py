"""How kernels are compiled: without the interpreter lock, kept on disk where that is possible."""

import hashlib
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import numba
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

F = TypeVar("F", bound=Callable[..., Any])

# Several running results side by side become one vector operation only if LLVM may look
# for such groups; Numba leaves that off unless it is told.
_SETTINGS: Final[Any] = numba.config
_SETTINGS.SLP_VECTORIZE = 1


def _digest() -> str:
    """Hash every kernel's source.

    Numba looks only at the file of the kernel itself, so a kernel that was kept
    would go on calling the old form of one in another file.
    """
    sources = sorted(Path(__file__).parent.glob("*.py"))
    whole = hashlib.sha256(numba.__version__.encode())
    for source in sources:
        whole.update(source.read_bytes())
    return whole.hexdigest()[:16]


def _places() -> Iterator[Path]:
    """Yield where compiled kernels may be kept: beside the source, else in the user's cache."""
    yield Path(__file__).parent / "__pycache__"
    above = os.environ.get("XDG_CACHE_HOME")
    try:
        yield (Path(above) if above else Path.home() / ".cache") / "openfelt"
    except RuntimeError:  # Nobody's home.
        return


@cache
def kept_in() -> Path | None:
    """Return the folder of compiled kernels, None where none can be written to."""
    name = f"kernels-{_digest()}"
    for place in _places():
        folder = place / name
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        if os.access(folder, os.W_OK):
            return folder
    return None


@contextmanager
def _keeping_in(folder: Path) -> Iterator[None]:
    before = _SETTINGS.CACHE_DIR
    _SETTINGS.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        _SETTINGS.CACHE_DIR = before


def kernel(function: F) -> F:
    """Compile a function at its first call, and keep the result on disk if a folder allows it."""
    folder = kept_in()
    if folder is None:
        return cast("F", numba.njit(nogil=True)(function))
    with _keeping_in(folder):
        return cast("F", numba.njit(cache=True, nogil=True)(function))


def inlined(function: F) -> F:
    """Compile a function into each kernel that calls it."""
    return cast("F", numba.njit(inline="always")(function))


def _mul_high(_context: Any, _a: Any, _b: Any) -> Any:

    def generate(_context: Any, builder: Any, _signature: Any, factors: Any) -> Any:
        wide = ir.IntType(128)
        product = builder.mul(*(builder.zext(factor, wide) for factor in factors))
        upper = builder.lshr(product, ir.Constant(wide, 64))
        return builder.trunc(upper, ir.IntType(64))

    return types.uint64(types.uint64, types.uint64), generate


# The upper 64 bits of a product: one instruction, for which Python has no word.
mul_high: Final[Any] = intrinsic(_mul_high)
