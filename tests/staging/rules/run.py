"""Runs scripts in the environment of a library, and says what they give: `python -m tests.staging.rules.run < cases`.

Reads a list of pairs of a script and an expression as JSON, and writes for each what the expression gives, the error,
and all that was printed by Python or the library. Standard library only, but for what the scripts import.
"""

from __future__ import annotations

import importlib.util
import json
import os
import re
import sys
import tempfile
from pathlib import Path
from types import ModuleType


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
            result = repr(eval(expression, vars(imported(path))))
        except BaseException as error:
            result = f"{type(error).__name__}: {error}"
        finally:
            sys.stderr.flush()
            os.dup2(kept, 2)
            os.close(kept)
        printed.seek(0)
        output = printed.read().decode("utf-8", "replace")
    return f"{re.sub(r'0x[0-9a-f]+', '0x', result)} | {output}"


def imported(path: Path) -> ModuleType:
    """Import a script under its name, by which libraries find the text of its functions."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module


if __name__ == "__main__":
    main()
