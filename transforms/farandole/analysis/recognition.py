"""Objects of which nobody says what they are, known by the methods that are called on them and their arguments."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from farandole.catalog import Catalog


@dataclass(frozen=True)
class Recognition:
    """What the catalogue says of classes that are known by their use.

    `keywords` gives, by the name of a method and the class, the arguments that only this class's method has;
    `companions` the other methods of which one must be called on the same object.
    """

    keywords: Mapping[str, Mapping[str, frozenset[str]]]
    companions: Mapping[str, Mapping[str, frozenset[str]]]

    @classmethod
    def of(cls, catalog: Catalog) -> Recognition:
        """Collect what a catalogue says."""
        keywords: dict[str, dict[str, frozenset[str]]] = {}
        companions: dict[str, dict[str, frozenset[str]]] = {}
        for fact, table in (("known-by", keywords), ("known-with", companions)):
            for entry in catalog.having(fact):
                owner, _, method = entry.name.rpartition(".")
                names = entry.facts[fact]
                assert isinstance(names, tuple)
                table.setdefault(method, {})[owner] = frozenset(map(str, names))
        return cls(keywords, companions)

    def by_arguments(self, call: ast.Call) -> str | None:
        """Give the class whose method alone takes the keyword arguments of a call."""
        if not isinstance(call.func, ast.Attribute):
            return None
        given = {keyword.arg for keyword in call.keywords}
        table = self.keywords.get(call.func.attr, {})
        return next((owner for owner, names in table.items() if not names.isdisjoint(given)), None)

    def by_setting_up(self, call: ast.Call) -> str | None:
        """Give the class that a call's arguments tell, where its method sets up an object for those known with it."""
        kind = self.by_arguments(call)
        with_it = (table.get(kind or "", frozenset()) for table in self.companions.values())
        assert isinstance(call.func, ast.Attribute)
        return kind if any(call.func.attr in methods for methods in with_it) else None

    def by_methods(self, methods: Iterable[str]) -> str | None:
        """Give the class that alone has some methods together."""
        called = set(methods)
        return next(
            (
                owner
                for method, table in self.companions.items()
                for owner, others in table.items()
                if method in called and not others.isdisjoint(called)
            ),
            None,
        )
