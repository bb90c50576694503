"""Runs scripts in the environment of a library, and says what they give: `python -m tests.staging.rules.run < cases`.

Reads a list of pairs of a script and an expression as JSON, and writes for each what the expression gives, the error,
and all that was printed by Python or the library. Standard library only, but for what the scripts import.
"""

from __future__ import annotations

import json
import os
import re
import runpy
import sys
import tempfile
from pathlib import Path


def main() -> None:
    """Run the cases of the standard input."""
    cases = json.load(sys.stdin)
    answers = sys.stdout
    sys.stdout = sys.stderr
    with tempfile.TemporaryDirectory() as folder:
        said = [run(Path(folder) / f"case{number}.py", *case) for number, case in enumerate(cases)]
    json.dump(said, answers)


def run(path: Path, text: str, expression: str) -> str:
    """Give what a script's expression gives, or its error, and what was printed."""
    path.write_text(text, encoding="utf-8")
    with tempfile.TemporaryFile() as printed:
        kept = os.dup(2)
        sys.stderr.flush()
        os.dup2(printed.fileno(), 2)
        try:
            found = runpy.run_path(str(path))
            result = repr(eval(expression, found))
        except BaseException as error:
            result = f"{type(error).__name__}: {error}"
        finally:
            sys.stderr.flush()
            os.dup2(kept, 2)
            os.close(kept)
        printed.seek(0)
        output = printed.read().decode("utf-8", "replace")
    return f"{re.sub(r'0x[0-9a-f]+', '0x', result)} | {output}"


if __name__ == "__main__":
    main()
