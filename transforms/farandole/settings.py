"""The options of a run: read from `[tool.farandole]` of a `pyproject.toml`, with flags put over them."""

from __future__ import annotations

import difflib
import glob
import os
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from enum import Enum
from pathlib import Path
from typing import Any

from farandole.options import DataDivision, LearningRateScaling, Options, Speculation, names
from farandole.rules import all_rules
from farandole.source import real

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

TABLE = "[tool.farandole]"
_AT_LINE = re.compile(r"\(at line (\d+),")


class SettingsError(Exception):
    """Settings that can't be read: the file, the line where there is one, and the reason."""

    def __init__(self, path: Path, reason: str, line: int | None = None) -> None:
        super().__init__(f"{path}:{line}: {reason}" if line else f"{path}: {reason}")
        self.path = path
        self.reason = reason
        self.line = line


class WrongOption(Exception):
    """A key or a value that is not known."""

    def __init__(self, key: str, message: str) -> None:
        super().__init__(message)
        self.key = key


def load(start: Path, base: Options | None = None) -> Options:
    """Give the options of the nearest `pyproject.toml` at or above a file or folder, over `base` (the defaults).

    Raises SettingsError.
    """
    start = real(start)
    for folder in (start, *start.parents):
        path = folder / "pyproject.toml"
        if os.path.isfile(path):  # unlike the method of paths, it raises nothing
            return _read(path, base)
    return base or Options()


def options_from(table: Mapping[str, object], root: Path, base: Options | None = None) -> Options:
    """Give `base` (the defaults) with the keys of a table over it; paths and patterns in it are relative to `root`.

    Raises WrongOption.
    """
    options = base or Options()
    for key, value in table.items():
        if key not in _KEYS:
            raise WrongOption(key, f"unknown key `{key}`{_did_you_mean(key, _KEYS)}")
        parsed: dict[str, Any] = {key.replace("-", "_"): _KEYS[key](key, value, root)}
        options = replace(options, **parsed)
    return options


def _read(path: Path, base: Options | None) -> Options:
    try:
        text = path.read_text(encoding="utf-8")
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        line = _AT_LINE.search(str(error))
        raise SettingsError(path, str(error), int(line[1]) if line else None) from error
    except RecursionError as error:
        raise SettingsError(path, "its values are nested too deeply") from error
    except OSError as error:
        raise SettingsError(path, (error.strerror or type(error).__name__).lower()) from error
    except ValueError as error:  # bytes that are no UTF-8, or a number of thousands of digits
        raise SettingsError(path, str(error)) from error
    table = _table(tables)
    if not isinstance(table, dict):
        raise SettingsError(path, "`tool.farandole` must be a table")
    options = base or Options()
    try:
        return options_from(
            table, path.parent, replace(options, line_length=options.line_length or _formatted_to(tables))
        )
    except WrongOption as error:
        raise SettingsError(path, f"{error} in {TABLE}", _line_of(error.key, text)) from error


def _table(tables: Mapping[str, object]) -> object:
    return _tools(tables).get("farandole", {})


def _tools(tables: Mapping[str, object]) -> Mapping[str, object]:
    tools = tables.get("tool", {})
    return tools if isinstance(tools, dict) else {}


_FORMATTERS = {
    "black": ("line-length", 88),
    "ruff": ("line-length", 88),
    "yapf": ("column_limit", 79),
    "autopep8": ("max_line_length", 79),
}
"""The key by which each formatter is told where to break lines, and where it breaks them else."""


def _formatted_to(tables: Mapping[str, object]) -> int:
    """Give the line length of the formatter that a project is set up for; 0 without one."""
    tools = _tools(tables)
    for name, (key, default) in _FORMATTERS.items():
        if isinstance(table := tools.get(name), dict):
            length = table.get(key, default)
            return length if isinstance(length, int) and length > 0 else default
    return 0


def _line_of(key: str, text: str) -> int:
    """Give the line where a key's statement starts: the text up to its end is the shortest that parses with it."""
    lines = text.splitlines(keepends=True)
    start = 1
    for count in range(1, len(lines) + 1):
        try:
            table = _table(tomllib.loads("".join(lines[:count])))
        except tomllib.TOMLDecodeError:
            continue
        if isinstance(table, dict) and key in table:
            return start
        start = count + 1
    return start


def _choice(kind: type[Enum]) -> Callable[[str, object, Path], Enum]:
    def parse(key: str, value: object, root: Path) -> Enum:
        choices = [str(member.value) for member in kind]
        if value in choices:
            return kind(value)
        listed = ", ".join(f'"{choice}"' for choice in choices)
        hint = _did_you_mean(value, choices) if isinstance(value, str) else ""
        raise WrongOption(key, f"`{key}` must be one of {listed}, not {_shown(value)}{hint}")

    return parse


def _choices(kind: type[Enum]) -> Callable[[str, object, Path], tuple[Enum, ...]]:
    one = _choice(kind)

    def parse(key: str, value: object, root: Path) -> tuple[Enum, ...]:
        chosen = [one(key, each, root) for each in _strings(key, value)]
        return tuple(member for member in kind if member in chosen)

    return parse


def _strings(key: str, value: object) -> tuple[str, ...]:
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return tuple(value)
    raise WrongOption(key, f"`{key}` must be a list of strings, not {_shown(value)}")


def _codes(key: str, value: object, root: Path) -> tuple[str, ...]:
    prefixes = _strings(key, value)
    codes = [rule.code for rule in all_rules()]
    for prefix in prefixes:
        if not prefix or not any(names([prefix], code) for code in codes):
            raise WrongOption(key, f"`{key}`: no rule has the code `{prefix}`{_did_you_mean(prefix, codes)}")
    return prefixes


def _patterns(key: str, value: object, root: Path) -> tuple[str, ...]:
    return tuple(str(Path(glob.escape(str(root.resolve()))) / pattern) for pattern in _strings(key, value))


def _files(key: str, value: object, root: Path) -> tuple[Path, ...]:
    names = _strings(key, value)
    for name in names:
        if not os.path.isfile(root / name):
            raise WrongOption(key, f"`{key}`: no such file: {name}")
    return tuple(root / name for name in names)


def _matched_files(key: str, value: object, root: Path) -> tuple[Path, ...]:
    found: list[Path] = []
    for pattern in _strings(key, value):
        matched = sorted(glob.glob(pattern, root_dir=root, recursive=True))
        if not matched:
            raise WrongOption(key, f"`{key}`: no such file: {pattern}")
        found += [root / name for name in matched]
    return tuple(dict.fromkeys(found))


def _size(key: str, value: object, root: Path) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and value > 0:
        return value
    raise WrongOption(key, f"`{key}` must be a number of bytes above 0, not {_shown(value)}")


def _length(key: str, value: object, root: Path) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
        return value
    raise WrongOption(key, f"`{key}` must be a number of characters, not {_shown(value)}")


_KEYS: Mapping[str, Callable[[str, object, Path], object]] = {
    "learning-rate-scaling": _choice(LearningRateScaling),
    "data": _choice(DataDivision),
    "select": _codes,
    "ignore": _codes,
    "exclude": _patterns,
    "catalog": _files,
    "performance-rules": _matched_files,
    "performance-speculations": _choices(Speculation),
    "replacements": _files,
    "largest-file": _size,
    "line-length": _length,
}


def _shown(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else f"{value!r}"


def _did_you_mean(word: str, known: Iterable[str]) -> str:
    close = difflib.get_close_matches(word, known, n=1)
    return f"; did you mean `{close[0]}`?" if close else ""
