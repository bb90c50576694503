"""Reads the catalogue's TOML files into one immutable value; `docs/catalog.md` describes the files."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from farandole.catalog.entries import Catalog, Entry, rewritten
from farandole.catalog.schema import schema

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

KINDS = ("class", "function", "method", "module")
RECEIVERS = ("self", "receiver")
OWN_KEYS = ("kind", "role", "bases", "parameters", "returns")


class CatalogError(ValueError):
    """A file of the catalogue says something that it cannot mean; `line` counts from 1."""

    def __init__(self, path: Path, line: int, message: str) -> None:
        """Keep the place beside the message."""
        super().__init__(f"{path}:{line}: {message}")
        self.path = path
        self.line = line
        self.message = message


def load(extra: Iterable[Path] = ()) -> Catalog:
    """Give the shipped catalogue, with the entries of a project's own files added, or changed key by key.

    Raises CatalogError for a file that is no TOML, an unknown key, role, base or class, and a value of a wrong kind;
    OSError for a file that cannot be read.
    """
    files = tuple(_read(path) for path in extra)
    return _build((*_shipped(), *files)) if files else _shipped_catalog()


@dataclass(frozen=True)
class _File:
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


@dataclass(frozen=True)
class _Table:
    """What a file says about a name, under a heading that may stand for several."""

    file: _File
    heading: str
    keys: Mapping[str, Any]

    def error(self, message: str, key: str = "") -> CatalogError:
        return self.file.error(message, self.heading, *([key] if key else []))


@cache
def _shipped() -> tuple[_File, ...]:
    folder = Path(__file__).parent
    return tuple(_read(path) for path in sorted(folder.glob("*.toml")) if path.name != "schema.toml")


@cache
def _shipped_catalog() -> Catalog:
    return _build(_shipped())


def _read(path: Path) -> _File:
    text = path.read_text(encoding="utf-8")
    try:
        return _File(path, text, tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"line (\d+)", str(error))
        raise CatalogError(path, int(found[1]) if found else text.count("\n") + 1, str(error)) from error


def _build(files: tuple[_File, ...]) -> Catalog:
    aliases: dict[str, str] = {}
    packages: set[str] = set()
    tables: dict[str, _Table] = {}
    for file in files:
        for heading, value in file.data.items():
            if heading == "aliases" and isinstance(value, dict):
                aliases.update(value)
            elif heading == "packages" and isinstance(value, list):
                packages.update(value)
            elif isinstance(value, dict):
                for name in _names(heading):
                    before = tables[name].keys if name in tables else {}
                    tables[name] = _Table(file, heading, {**before, **value})
            else:
                raise file.error(f"unknown key {heading!r}", heading)
    _check_aliases(files, aliases)
    for name, table in tables.items():
        if (other := rewritten(name, aliases)) is not None:
            raise table.error(f"{name} is another name of {other}; describe that one")
    return Catalog(MappingProxyType(_entries(tables)), MappingProxyType(aliases), frozenset(packages))


def _names(heading: str) -> list[str]:
    """Expand braces: `numpy.{ones, zeros}` is two names."""
    start, brace, rest = heading.partition("{")
    if not brace:
        return [heading]
    inner, _, end = rest.partition("}")
    return [start + part.strip() + tail for tail in _names(end) for part in inner.split(",")]


def _check_aliases(files: tuple[_File, ...], aliases: Mapping[str, str]) -> None:
    for alias in aliases:
        seen: set[str] = set()
        name: str | None = alias
        while name is not None:
            if name in seen or len(seen) > len(aliases):
                file = next(file for file in reversed(files) if alias in file.data.get("aliases", {}))
                raise file.error(f"{alias} never comes to an end", "aliases", alias)
            seen.add(name)
            name = rewritten(name, aliases)


def _entries(tables: Mapping[str, _Table]) -> dict[str, Entry]:
    """Make the entries: classes first, each after its bases, then what refers to them."""
    classes: dict[str, Entry] = {}
    for name, table in tables.items():
        if "bases" in table.keys or table.keys.get("kind") == "class":
            _add_class(name, tables, classes, ())
    others = {name: _callable(name, table, classes) for name, table in tables.items() if name not in classes}
    for table in tables.values():
        _check_items(table, table.keys.get("items", ()), classes)
    return classes | others


def _add_class(name: str, tables: Mapping[str, _Table], classes: dict[str, Entry], below: tuple[str, ...]) -> Entry:
    if name in classes:
        return classes[name]
    table = tables[name]
    if name in below:
        raise table.error(f"{name} is a base of itself", "bases")
    for base in table.keys.get("bases", ()):
        if base not in tables:
            raise table.error(f"unknown base {base}", "bases")
        _add_class(base, tables, classes, (*below, name))
    bases = [classes[base] for base in table.keys.get("bases", ())]
    inherited = Entry(
        name=name,
        kind="class",
        role=next((base.role for base in bases if base.role), None),
        bases=tuple(base.name for base in bases),
        parameters=next((base.parameters for base in bases if base.parameters), ()),
        returns=None,
        facts={key: value for base in reversed(bases) for key, value in base.facts.items()},
    )
    classes[name] = _stated(table, inherited)
    return classes[name]


def _callable(name: str, table: _Table, classes: Mapping[str, Entry]) -> Entry:
    owner = name.rpartition(".")[0]
    kind = "method" if owner in classes else "function"
    returns = table.keys.get("returns")
    if returns in RECEIVERS and kind != "method":
        raise table.error(f"{owner} is no class, so there is no receiver", "returns")
    given = owner if returns in RECEIVERS else returns
    if given is not None and given not in classes:
        raise table.error(f"unknown class {returns}", "returns")
    role = classes[given].role if given else None
    return _stated(table, Entry(name, kind, role, bases=(), parameters=(), returns=returns, facts={}))


def _stated(table: _Table, inherited: Entry) -> Entry:
    """Give what a table states on top of what its name has from elsewhere."""
    words = schema()
    keys = table.keys
    written = keys.get("parameters")
    if not isinstance(written, str | None):
        raise table.error("'parameters' must be a string of names with commas between them", "parameters")
    parameters = inherited.parameters if written is None else tuple(filter(None, map(str.strip, written.split(","))))
    if keys.get("kind", inherited.kind) not in KINDS:
        raise table.error(f"'kind' must be one of {', '.join(KINDS)}", "kind")
    if "role" in keys and keys["role"] not in words.roles:
        raise table.error(f"unknown role {keys['role']!r}", "role")
    facts = dict(inherited.facts)
    for key, value in keys.items():
        if key in OWN_KEYS:
            continue
        if key not in words.facts:
            raise table.error(f"unknown key {key!r}", key)
        if wrong := words.facts[key](value, parameters):
            raise table.error(f"{key!r} {wrong}", key)
        facts[key] = _frozen(value)
    return replace(
        inherited,
        kind=keys.get("kind", inherited.kind),
        role=keys.get("role", inherited.role),
        parameters=parameters,
        facts=MappingProxyType(facts),
    )


def _check_items(table: _Table, items: object, classes: Mapping[str, Entry]) -> None:
    if isinstance(items, str):
        if items not in classes:
            raise table.error(f"unknown class {items}", "items")
    elif isinstance(items, list):
        for item in items:
            _check_items(table, item, classes)


def _frozen(value: object) -> object:
    if isinstance(value, list):
        return tuple(map(_frozen, value))
    if isinstance(value, dict):
        return MappingProxyType({key: _frozen(item) for key, item in value.items()})
    return value
