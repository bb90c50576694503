"""Reads the catalogue's TOML files into one immutable value; `docs/catalog.md` describes the files."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
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


@dataclass(frozen=True, eq=False)
class _Table:
    """What a file says under a heading, about one name or about several that are alike."""

    file: _File
    heading: str
    keys: dict[str, Any]

    def error(self, message: str, key: str = "") -> CatalogError:
        return self.file.error(message, self.heading, *([key] if key else []))

    @cached_property
    def parameters(self) -> tuple[str, ...] | None:
        written = self.keys.get("parameters")
        if not isinstance(written, str | None):
            raise self.error("'parameters' must be a string of names with commas between them", "parameters")
        return None if written is None else tuple(filter(None, map(str.strip, written.split(","))))

    def kind(self, default: str) -> str:
        kind: str = self.keys.get("kind", default)
        if kind not in KINDS:
            raise self.error(f"'kind' must be one of {', '.join(KINDS)}", "kind")
        return kind

    def role(self, default: str | None) -> str | None:
        role: str | None = self.keys.get("role", default)
        if role is not None and role not in schema().roles:
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
            if heading == "packages" and isinstance(value, list):
                packages.update(value)
            elif not isinstance(value, dict):
                raise file.error(f"unknown key {heading!r}", heading)
            elif heading == "aliases":
                aliases |= {alias: target for names, target in value.items() for alias in _names(names)}
            else:
                table = _Table(file, heading, value)
                for name in _names(heading):
                    tables[name] = _Table(file, heading, tables[name].keys | value) if name in tables else table
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
                raise _alias_error(files, alias, f"{alias} never comes to an end")
            seen.add(name)
            name = rewritten(name, aliases)
        beginning = alias.rpartition(".")[0]
        if (other := rewritten(beginning, aliases)) is not None:
            raise _alias_error(files, alias, f"{beginning} is another name of {other}; begin with that one")


def _alias_error(files: tuple[_File, ...], alias: str, message: str) -> CatalogError:
    headings = ((file, heading) for file in reversed(files) for heading in file.data.get("aliases", ()))
    file, heading = next((file, heading) for file, heading in headings if alias in _names(heading))
    return file.error(message, "aliases", heading)


def _entries(tables: Mapping[str, _Table]) -> dict[str, Entry]:
    """Make the entries: classes first, each after its bases, then what refers to them."""
    classes: dict[str, Entry] = {}
    for name, table in tables.items():
        if "bases" in table.keys or table.keys.get("kind") == "class":
            _add_class(name, tables, classes, ())
    others = {name: _callable(name, table, classes) for name, table in tables.items() if name not in classes}
    for table in dict.fromkeys(tables.values()):
        if (item := table.keys.get("item")) is not None and item not in classes:
            raise table.error(f"unknown class {item}", "item")
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
    parameters = table.parameters
    if parameters is None:
        parameters = next((base.parameters for base in bases if base.parameters), ())
    inherited = {key: value for base in reversed(bases) for key, value in base.facts.items()}
    classes[name] = Entry(
        name=name,
        kind=table.kind("class"),
        role=table.role(next((base.role for base in bases if base.role), None)),
        bases=tuple(base.name for base in bases),
        parameters=parameters,
        returns=name,
        facts=MappingProxyType({**inherited, **table.facts_for(parameters)}),
    )
    return classes[name]


def _callable(name: str, table: _Table, classes: Mapping[str, Entry]) -> Entry:
    owner = name.rpartition(".")[0]
    returns = table.keys.get("returns")
    if returns in RECEIVERS and owner not in classes:
        raise table.error(f"{owner} is no class, so there is no receiver", "returns")
    given = owner if returns in RECEIVERS else returns
    if given is not None and given not in classes:
        raise table.error(f"unknown class {returns}", "returns")
    return Entry(
        name=name,
        kind=table.kind("method" if owner in classes else "function"),
        role=table.role(classes[given].role if given else None),
        bases=(),
        parameters=table.parameters or (),
        returns=returns,
        facts=table.facts,
    )


def _frozen(value: object) -> object:
    if isinstance(value, list):
        return tuple(map(_frozen, value))
    if isinstance(value, dict):
        return MappingProxyType({key: _frozen(item) for key, item in value.items()})
    return value
