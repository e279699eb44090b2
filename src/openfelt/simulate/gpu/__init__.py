"""The rounds of `openfelt simulate` on a GPU: bit for bit what the compiled kernels come to.

Needs NumPy and CuPy, nothing else: the machine with the GPU may have no more.
"""
