"""`python -m openfelt.simulate.gpu`: hold the GPU to shards that the processor played.

`write FILE` plays a few shards of every game here, `check FILE` plays them on the
GPU of this machine, which needs NumPy and CuPy only.
"""

import argparse
import sys
from pathlib import Path

from openfelt.simulate.gpu.compare import differences, write


def main() -> int:
    """Do what the command line says; 1 when a number differs, 2 when it cannot be tried."""
    parser = argparse.ArgumentParser(prog="python -m openfelt.simulate.gpu", description=__doc__)
    parser.add_argument("what", choices=("write", "check"))
    parser.add_argument("file", type=Path, metavar="FILE")
    asked = parser.parse_args()
    try:
        if asked.what == "write":
            runs = write(asked.file)
            print(f"{asked.file} written: {runs} runs")
            return 0
        found = list(differences(asked.file))
    except ModuleNotFoundError as error:
        print(f"error: {error}; writing needs all of OpenFelt installed", file=sys.stderr)
        return 2
    except OSError as error:
        print(f"error: {asked.file}: {error.strerror}", file=sys.stderr)
        return 2
    except ValueError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    for run, names in found:
        print(f"{run}: {'DIFFERS in ' + ', '.join(names) if names else 'the same'}")
    return 1 if any(names for _, names in found) else 0


if __name__ == "__main__":
    sys.exit(main())
