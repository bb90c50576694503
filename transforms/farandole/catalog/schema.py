"""The words that the catalogue's files may use, read from `schema.toml`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

Check = Callable[[object, "tuple[str, ...]"], str | None]


@dataclass(frozen=True)
class Schema:
    """The roles and facts that exist: what each means, and for a fact a check that says what is wrong with a value."""

    roles: Mapping[str, str]
    facts: Mapping[str, Check]
    meanings: Mapping[str, str]


@cache
def schema() -> Schema:
    """Give the schema of the catalogue (`schema.toml`)."""
    data = tomllib.loads((Path(__file__).parent / "schema.toml").read_text(encoding="utf-8"))
    facts = data["facts"]
    return Schema(
        roles=data["roles"],
        facts={name: _check(fact) for name, fact in facts.items()},
        meanings={name: fact["means"] for name, fact in facts.items()},
    )


def _check(fact: Mapping[str, Any]) -> Check:
    if "values" in fact:
        return _one_of(tuple(fact["values"]))
    if "keys" in fact:
        return _table({key: _KINDS[kind] for key, kind in fact["keys"].items()})
    if "each" in fact:
        return _list(_table({key: _KINDS[kind] for key, kind in fact["each"].items()}))
    return _KINDS[fact["is"]]


def _one_of(values: tuple[str, ...]) -> Check:
    return lambda value, _: None if value in values else f"must be one of {', '.join(values)}"


def _table(keys: Mapping[str, Check]) -> Check:
    def check(value: object, parameters: tuple[str, ...]) -> str | None:
        if not isinstance(value, dict):
            return "must be a table"
        for key, item in value.items():
            wrong = keys[key](item, parameters) if key in keys else "is unknown"
            if wrong:
                return f"has a wrong key: {key!r} {wrong}"
        return None

    return check


def _list(item: Check) -> Check:
    def check(value: object, parameters: tuple[str, ...]) -> str | None:
        if not isinstance(value, list):
            return "must be a list"
        return next((wrong for each in value if (wrong := item(each, parameters))), None)

    return check


def _boolean(value: object, _: tuple[str, ...]) -> str | None:
    return None if isinstance(value, bool) else "must be true or false"


def _number(value: object, _: tuple[str, ...]) -> str | None:
    return None if isinstance(value, int | float) and not isinstance(value, bool) else "must be a number"


def _text(value: object, _: tuple[str, ...]) -> str | None:
    return None if isinstance(value, str) else "must be a string"


def _texts(value: object, _: tuple[str, ...]) -> str | None:
    return None if isinstance(value, list) and all(isinstance(item, str) for item in value) else "must list strings"


def _parameter(value: object, parameters: tuple[str, ...]) -> str | None:
    return _text(value, parameters) or _unknown_parameters((str(value),), parameters)


def _parameters(value: object, parameters: tuple[str, ...]) -> str | None:
    return _texts(value, parameters) or _unknown_parameters(map(str, value), parameters)  # type: ignore[call-overload]


def _unknown_parameters(names: Iterable[str], parameters: tuple[str, ...]) -> str | None:
    if any(parameter.startswith("**") for parameter in parameters):
        return None
    known = {parameter.lstrip("*") for parameter in parameters}
    return next((f"names {name!r}, which is not among the parameters" for name in names if name not in known), None)


_KINDS: Mapping[str, Check] = {
    "boolean": _boolean,
    "number": _number,
    "text": _text,
    "texts": _texts,
    "parameter": _parameter,
    "parameters": _parameters,
    "class": _text,
}
