"""The GPU of this machine, through CuPy."""

from functools import cache
from importlib import import_module
from typing import Any, Final

import numpy as np

from openfelt.simulate.gpu.kernels import Array, Kernel

_OPTIONS: Final = ("--std=c++17",)
_BLOCKS_A_MULTIPROCESSOR: Final = 8


class NoGpu(ValueError):
    """No GPU, or nothing to reach it with."""


@cache
def cupy() -> Any:
    """Return CuPy where it finds a GPU, or say what is missing."""
    try:
        found: Any = import_module("cupy")
    except ImportError as error:
        raise NoGpu(
            "a GPU needs CuPy: pip install 'openfelt[gpu]' for CUDA 13, "
            "or pip install cupy-cuda12x for CUDA 12"
        ) from error
    try:
        devices = found.cuda.runtime.getDeviceCount()
    except found.cuda.runtime.CUDARuntimeError as error:
        raise NoGpu(f"CuPy finds no NVIDIA GPU with its driver: {error}") from error
    if not devices:
        raise NoGpu("CuPy finds no NVIDIA GPU on this machine")
    return found


class Loaded:
    """A kernel compiled, its tables on the GPU."""

    def __init__(self, kernel: Kernel) -> None:
        cp = cupy()
        device = cp.cuda.Device().attributes
        kernel = kernel.fitted(device["MaxSharedMemoryPerBlockOptin"])
        self._kernel = kernel
        self._function = cp.RawKernel(kernel.source, kernel.name, options=_OPTIONS)
        if kernel.shared_bytes:
            self._function.max_dynamic_shared_size_bytes = kernel.shared_bytes
        self._multiprocessors = device["MultiProcessorCount"]
        self._tables = tuple(
            cp.asarray(np.frombuffer(table.tobytes(), np.uint8)) for table in kernel.tables
        )

    def launch(self, seed: int, first: int, shards: int) -> dict[str, Any]:
        """Begin to play shards; return the rows, still on the GPU."""
        kernel = self._kernel
        rows = {name: cupy().zeros(size, np.int64) for name, size in kernel.rows.items()}
        blocks = -(-shards // kernel.threads)
        if kernel.goes_on:
            blocks = min(blocks, _BLOCKS_A_MULTIPROCESSOR * self._multiprocessors)
        arguments = (np.uint64(seed), np.uint64(first), np.uint32(shards))
        self._function(
            (blocks,),
            (kernel.threads,),
            (*arguments, *self._tables, *rows.values()),
            shared_mem=kernel.shared_bytes,
        )
        return rows

    def play(self, seed: int, first: int, shards: int) -> dict[str, Array]:
        """Play shards and return the rows."""
        return {name: row.get() for name, row in self.launch(seed, first, shards).items()}
