"""The GPU's kernels built by the C++ compiler: a block of one thread, one block after the other.

What the GPU's language has beyond C++ is little, and is stated here.
"""

import ctypes
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from openfelt.simulate.gpu.kernels import Array, Kernel

COMPILER = shutil.which("g++") or shutil.which("clang++")

# Where a thread goes on to further shards, so few begin that they must.
_BLOCKS = 3

_LANGUAGE = """
#define __global__
#define __device__
#define __shared__
#define __forceinline__ inline
#define __launch_bounds__(threads)
static struct { unsigned x; } threadIdx, blockIdx, gridDim;
static void __syncthreads() {}
template <class T> static T atomicAdd(T* at, T more) { T was = *at; *at += more; return was; }
template <class T> static T atomicMax(T* at, T other) {
    T was = *at; if (other > was) *at = other; return was;
}
template <class T> static T max(T a, T b) { return a > b ? a : b; }
template <class T> static T min(T a, T b) { return a < b ? a : b; }
static int __clzll(long long bits) { return bits ? __builtin_clzll(bits) : 64; }
static unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
    return (unsigned __int128)a * b >> 64;
}
static unsigned __funnelshift_r(unsigned low, unsigned high, unsigned by) {
    return ((unsigned long long)high << 32 | low) >> (by & 31);
}
static unsigned __dp4a(unsigned a, unsigned b, unsigned sum) {
    for (int at = 0; at < 32; at += 8) sum += (a >> at & 255) * (b >> at & 255);
    return sum;
}
unsigned memory[1 << 16];
"""


class OnProcessor:
    """A kernel compiled here, called as `device.Loaded` is."""

    def __init__(self, kernel: Kernel, folder: Path) -> None:
        self._kernel = replace(kernel, constants={**kernel.constants, "THREADS": 1})
        source, library = folder / f"{kernel.name}.cpp", folder / f"{kernel.name}.so"
        source.write_text(
            f"{_LANGUAGE}{self._kernel.source}\n"
            'extern "C" void at_block(unsigned block, unsigned blocks) {\n'
            "    blockIdx.x = block; gridDim.x = blocks;\n"
            "}\n"
        )
        command = (str(COMPILER), "-O1", "-std=c++17", "-w", "-shared", "-fPIC")
        subprocess.run([*command, "-o", str(library), str(source)], check=True)
        self._library = ctypes.CDLL(str(library))

    def play(self, seed: int, first: int, shards: int) -> dict[str, Array]:
        """Play shards and return the rows."""
        kernel = self._kernel
        rows = {name: np.zeros(size, np.int64) for name, size in kernel.rows.items()}
        tables = [np.ascontiguousarray(table) for table in kernel.tables]
        pointers = [ctypes.c_void_p(array.ctypes.data) for array in (*tables, *rows.values())]
        function: Any = getattr(self._library, kernel.name)
        blocks = min(shards, _BLOCKS) if kernel.goes_on else shards
        for block in range(blocks):
            self._library.at_block(ctypes.c_uint(block), ctypes.c_uint(blocks))
            function(
                *(ctypes.c_uint64(seed), ctypes.c_uint64(first), ctypes.c_uint32(shards)),
                *pointers,
            )
        return rows
