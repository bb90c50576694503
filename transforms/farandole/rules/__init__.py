"""The rules, found by walking the packages below this one."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from farandole.rules.rule import Rule


@cache
def all_rules() -> tuple[Rule, ...]:
    """Give one instance of every rule, ordered by code."""
    found = {}
    for info in pkgutil.walk_packages(__path__, f"{__name__}."):
        module = importlib.import_module(info.name)
        for member in vars(module).values():
            is_rule = isinstance(member, type) and issubclass(member, Rule) and member is not Rule
            if is_rule and member.__module__ == module.__name__:
                found[member.code] = member()
    return tuple(found[code] for code in sorted(found))
