"""Draws the conclusions of a program from standard input, in a process with limits: `python -m … RELATION...`."""

from __future__ import annotations

import json
import sys

from farandole.analysis.datalog.engine import MEGABYTES, DatalogError, conclude


def main() -> int:
    """Print the conclusions as JSON: 0, or 1 and the reason."""
    try:
        import resource  # noqa: PLC0415  not on Windows

        resource.setrlimit(resource.RLIMIT_AS, (MEGABYTES * 2**20, MEGABYTES * 2**20))
    except (ImportError, ValueError, OSError):
        pass
    try:
        found = conclude(sys.stdin.read(), sys.argv[1:])
    except MemoryError:
        print(f"took more than {MEGABYTES} MB of memory", file=sys.stderr)
        return 1
    except DatalogError as error:
        print(str(error).strip(), file=sys.stderr)
        return 1
    json.dump({name: list(rows) for name, rows in found.items()}, sys.stdout)
    return 0


if __name__ == "__main__":
    sys.exit(main())
