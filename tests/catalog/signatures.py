"""Give the signatures of library names as they are installed: run by an interpreter that has TensorFlow.

`python signatures.py FILE` replaces a JSON list of dotted names in FILE by a JSON object: name to
`[[parameter, kind, default], …]`, without `self`; a default is a number or null. Names that are not installed, or have
no signature, are left out. Standard library only.
"""

from __future__ import annotations

import importlib
import inspect
import json
import sys
from pathlib import Path

FAMILIES = {"tensorflow.": ("tensorflow.", "tensorflow.compat.v1.")}


def find(name: str) -> object:
    """Import as much of a dotted name as is a module, and read the rest; raises when it isn't there."""
    parts = name.split(".")
    for end in range(len(parts), 0, -1):
        try:
            value: object = importlib.import_module(".".join(parts[:end]))
        except ImportError:
            continue
        for part in parts[end:]:
            value = inspect.getattr_static(value, part) if inspect.isclass(value) else getattr(value, part)
        return value
    raise ImportError(name)


def signature(name: str) -> list[list[object]]:
    """Give the parameters of a class's constructor, a function or a method."""
    value = find(name)
    owner = find(name.rpartition(".")[0]) if "." in name else None
    bound = inspect.isclass(owner) and not inspect.isclass(value) and not isinstance(value, staticmethod)
    function = value.__func__ if isinstance(value, staticmethod | classmethod) else value
    parameters = list(inspect.signature(function).parameters.values())  # type: ignore[arg-type]
    return [
        [each.name, each.kind.name, each.default if type(each.default) in (int, float) else None]
        for each in parameters[1 if bound else 0 :]
    ]


def main() -> None:
    """Answer for each name in the file."""
    file = Path(sys.argv[1])
    found: dict[str, list[list[list[object]]]] = {}
    for name in json.loads(file.read_text()):
        beginning = next((each for each in FAMILIES if name.startswith(each)), "")
        for family in FAMILIES.get(beginning, ("",)):
            try:
                parameters = signature(family + name[len(beginning) :])
            except Exception:
                # Half-installed extensions raise anything while they are imported.
                continue
            found.setdefault(name, []).append(parameters)
    file.write_text(json.dumps(found))


if __name__ == "__main__":
    main()
