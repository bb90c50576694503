"""Reads the catalogue's TOML files into one immutable value; `docs/catalog.md` describes the files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

from farandole.catalog.entries import Catalog, Entry, rewritten
from farandole.catalog.tables import CatalogError, File, Table, expanded, read

RECEIVERS = ("self", "receiver")


def load(extra: Iterable[Path] = ()) -> Catalog:
    """Give the shipped catalogue, with the entries of a project's own files added, or changed key by key.

    Raises CatalogError for a file that is no TOML, an unknown key, role, base or class, and a value of a wrong kind;
    OSError for a file that cannot be read.
    """
    files = tuple(read(path) for path in extra)
    return _build((*_shipped(), *files)) if files else _shipped_catalog()


@cache
def _shipped() -> tuple[File, ...]:
    folder = Path(__file__).parent
    return tuple(read(path) for path in sorted(folder.rglob("*.toml")) if path.name != "schema.toml")


@cache
def _shipped_catalog() -> Catalog:
    return _build(_shipped())


def _build(files: tuple[File, ...]) -> Catalog:
    aliases: dict[str, str] = {}
    packages: set[str] = set()
    tables: dict[str, Table] = {}
    for file in files:
        for heading, value in file.data.items():
            if heading == "packages":
                if not isinstance(value, list) or not all(isinstance(package, str) for package in value):
                    raise file.error("'packages' must list names", heading)
                packages.update(value)
            elif not isinstance(value, dict):
                raise file.error(f"unknown key {heading!r}", heading)
            elif heading == "aliases":
                for alias, target in value.items():
                    if not isinstance(target, str):
                        raise file.error("an alias stands for a name", heading, alias)
                    aliases |= dict.fromkeys(expanded(alias), target)
            else:
                table = Table(file, heading, value)
                for name in expanded(heading):
                    tables[name] = Table(file, heading, tables[name].keys | value) if name in tables else table
    _check_aliases(files, aliases)
    for name, table in tables.items():
        if (other := rewritten(name, aliases)) is not None:
            raise table.error(f"{name} is another name of {other}; describe that one")
    return Catalog(MappingProxyType(_entries(tables)), MappingProxyType(aliases), frozenset(packages))


def _check_aliases(files: tuple[File, ...], aliases: Mapping[str, str]) -> None:
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


def _alias_error(files: tuple[File, ...], alias: str, message: str) -> CatalogError:
    headings = ((file, heading) for file in reversed(files) for heading in file.data.get("aliases", ()))
    file, heading = next((file, heading) for file, heading in headings if alias in expanded(heading))
    return file.error(message, "aliases", heading)


def _entries(tables: Mapping[str, Table]) -> dict[str, Entry]:
    """Make the entries: classes first, each after its bases, then what refers to them."""
    classes: dict[str, Entry] = {}
    for name, table in tables.items():
        if table.is_class:
            _add_class(name, tables, classes, ())
    others = {name: _callable(name, table, classes) for name, table in tables.items() if name not in classes}
    for table in dict.fromkeys(tables.values()):
        if (item := table.keys.get("item")) is not None and item not in classes:
            raise table.error(f"unknown class {item}", "item")
    return classes | others


def _add_class(name: str, tables: Mapping[str, Table], classes: dict[str, Entry], below: tuple[str, ...]) -> Entry:
    if name in classes:
        return classes[name]
    table = tables[name]
    if name in below:
        raise table.error(f"{name} is a base of itself", "bases")
    for base in table.bases:
        if base not in tables or not tables[base].is_class:
            raise table.error(f"{base} is no class" if base in tables else f"unknown base {base}", "bases")
        _add_class(base, tables, classes, (*below, name))
    bases = [classes[base] for base in table.bases]
    parameters = table.parameters
    if parameters is None:
        parameters = next((base.parameters for base in bases if base.parameters), ())
    inherited = {key: value for base in reversed(bases) for key, value in base.facts.items()}
    classes[name] = Entry(
        name=name,
        kind=table.kind("class"),
        role=table.role(next((base.role for base in bases if base.role), None)),
        bases=table.bases,
        parameters=parameters,
        returns=name,
        facts=MappingProxyType({**inherited, **table.facts_for(parameters)}),
    )
    return classes[name]


def _callable(name: str, table: Table, classes: Mapping[str, Entry]) -> Entry:
    owner = name.rpartition(".")[0]
    returns = table.returns
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
