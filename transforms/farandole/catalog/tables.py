"""The tables of the catalogue's TOML files, and what is wrong with one at which line."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any

from farandole.catalog.schema import schema

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

KINDS = ("class", "function", "method", "module", "property")
OWN_KEYS = ("kind", "role", "bases", "parameters", "returns")


class CatalogError(ValueError):
    """A file of the catalogue says something that it cannot mean; `line` counts from 1."""

    def __init__(self, path: Path, line: int, message: str) -> None:
        """Keep the place beside the message."""
        super().__init__(f"{path}:{line}: {message}")
        self.path = path
        self.line = line
        self.message = message


@dataclass(frozen=True)
class File:
    path: Path
    text: str
    data: Mapping[str, Any]

    def error(self, message: str, *keys: str) -> CatalogError:
        """Point at the innermost of the nested keys that is found."""
        lines = self.text.splitlines()
        line = 0
        for key in keys:
            pattern = re.compile(rf"""\s*\[?["']?{re.escape(key)}["']?\s*[]=.]""")
            line = next((index for index in range(line, len(lines)) if pattern.match(lines[index])), line)
        return CatalogError(self.path, line + 1, message)


@dataclass(frozen=True, eq=False)
class Table:
    """What a file says under a heading, about one name or about several that are alike."""

    file: File
    heading: str
    keys: dict[str, Any]

    def error(self, message: str, key: str = "") -> CatalogError:
        return self.file.error(message, self.heading, *([key] if key else []))

    @cached_property
    def bases(self) -> tuple[str, ...]:
        bases = self.keys.get("bases", [])
        if not isinstance(bases, list) or not all(isinstance(base, str) for base in bases):
            raise self.error("'bases' must list classes", "bases")
        return tuple(bases)

    @property
    def is_class(self) -> bool:
        return "bases" in self.keys or self.keys.get("kind") == "class"

    @cached_property
    def returns(self) -> str | None:
        returns = self.keys.get("returns")
        if not isinstance(returns, str | None):
            raise self.error("'returns' must be a string", "returns")
        return returns

    @cached_property
    def parameters(self) -> tuple[str, ...] | None:
        written = self.keys.get("parameters")
        if not isinstance(written, str | None):
            raise self.error("'parameters' must be a string of names with commas between them", "parameters")
        return None if written is None else tuple(filter(None, map(str.strip, written.split(","))))

    def kind(self, default: str) -> str:
        kind = self.keys.get("kind", default)
        if not isinstance(kind, str) or kind not in KINDS:
            raise self.error(f"'kind' must be one of {', '.join(KINDS)}", "kind")
        return kind

    def role(self, default: str | None) -> str | None:
        role = self.keys.get("role", default)
        if role is not None and (not isinstance(role, str) or role not in schema().roles):
            raise self.error(f"unknown role {role!r}", "role")
        return role

    @cached_property
    def facts(self) -> Mapping[str, object]:
        return self.facts_for(self.parameters or ())

    def facts_for(self, parameters: tuple[str, ...]) -> Mapping[str, object]:
        """Give the facts, checked against the names of the parameters."""
        checks = schema().facts
        facts: dict[str, object] = {}
        for key, value in self.keys.items():
            if key in OWN_KEYS:
                continue
            if key not in checks:
                raise self.error(f"unknown key {key!r}", key)
            if wrong := checks[key](value, parameters):
                raise self.error(f"{key!r} {wrong}", key)
            facts[key] = _frozen(value)
        return MappingProxyType(facts)


def read(path: Path) -> File:
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise CatalogError(path, 1, "the file is not UTF-8") from error
    try:
        return File(path, text, tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"line (\d+)", str(error))
        raise CatalogError(path, int(found[1]) if found else text.count("\n") + 1, str(error)) from error
    except RecursionError as error:
        raise CatalogError(path, 1, "its values are nested too deeply") from error
    except ValueError as error:  # a number of thousands of digits
        raise CatalogError(path, 1, str(error)) from error


def expanded(heading: str) -> list[str]:
    """Expand braces: `numpy.{ones, zeros}` is two names."""
    start, brace, rest = heading.partition("{")
    if not brace:
        return [heading]
    inner, _, end = rest.partition("}")
    return [start + part.strip() + tail for tail in expanded(end) for part in inner.split(",")]


def _frozen(value: object) -> object:
    if isinstance(value, list):
        return tuple(map(_frozen, value))
    if isinstance(value, dict):
        return MappingProxyType({key: _frozen(item) for key, item in value.items()})
    return value
