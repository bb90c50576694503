"""`python -m farandole.staging FILE FUNCTION`: run a file, stage a function of it and print its S-expression.

What the file prints goes to standard error. Exit status 2 when the function cannot be staged.
"""

from __future__ import annotations

import contextlib
import importlib.util
import sys
from functools import reduce
from pathlib import Path
from typing import Any

from farandole.staging.errors import StagingError
from farandole.staging.functions import Staged, stage


def main(path: str, name: str) -> int:
    """Print the S-expression: 0, or 2 with the reason on standard error."""
    try:
        with contextlib.redirect_stdout(sys.stderr):
            found: Any = reduce(getattr, name.split("."), _imported(Path(path)))
            staged = found if isinstance(found, Staged) else stage(found)
    except StagingError as error:
        print(f"farandole: {error}", file=sys.stderr)
        return 2
    except AttributeError as error:
        if getattr(error, "name", None) not in name.split("."):
            raise
        print(f"farandole: {path}: nothing is called {name}", file=sys.stderr)
        return 2
    print(staged.sexpr)
    return 0


def _imported(path: Path) -> Any:
    """Import a file as `import` would from its folder; to what reads the command line there are no arguments."""
    specification = importlib.util.spec_from_file_location(path.stem, path)
    if specification is None or specification.loader is None:
        raise StagingError(str(path), "it is no Python file")
    sys.argv = [str(path)]
    sys.path.insert(0, str(path.resolve().parent))
    module = importlib.util.module_from_spec(specification)
    sys.modules[path.stem] = module
    specification.loader.exec_module(module)
    return module


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
