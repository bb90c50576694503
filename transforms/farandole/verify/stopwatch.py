"""Runs a script and writes how long it took, imports left out: `python stopwatch.py FILE SCRIPT ARGUMENT...`.

It is run by the user's interpreter and needs nothing but the standard library.
"""

import builtins
import runpy
import sys
import time


def main() -> None:
    """Run the script as `python SCRIPT ARGUMENT...` does, and write the seconds to the file."""
    out, script, *arguments = sys.argv[1:]
    sys.argv = [script, *arguments]
    sys.path[0] = script.rpartition("/")[0] or "."
    importing = 0
    spent = 0.0
    original = builtins.__import__

    def timed(*args: object, **kwargs: object) -> object:
        nonlocal importing, spent
        importing += 1
        start = time.perf_counter()
        try:
            return original(*args, **kwargs)  # type: ignore[arg-type]
        finally:
            importing -= 1
            if not importing:
                spent += time.perf_counter() - start

    builtins.__import__ = timed  # type: ignore[assignment]
    start = time.perf_counter()
    try:
        runpy.run_path(script, run_name="__main__")
    finally:
        seconds = time.perf_counter() - start - spent
        with open(out, "w", encoding="utf-8") as file:
            file.write(f"{seconds}\n")


if __name__ == "__main__":
    main()
