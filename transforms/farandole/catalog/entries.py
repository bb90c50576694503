"""The library knowledge as a value: entries by name, and the questions that can be asked about them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

MOST_REMEMBERED = 50_000
"""How many names a catalogue remembers that it was asked for."""

BY_STAR = {
    **{name: name for name in ("csv", "json", "os", "pickle", "shutil", "sys", "warnings")},
    **{"np": "numpy", "pd": "pandas", "plt": "matplotlib.pyplot", "tf": "tensorflow"},
}
"""Modules by the names that libraries give them, and nothing else: `from keras.callbacks import *` brings `os`."""


@dataclass(frozen=True, eq=False)
class Entry:
    """What the catalogue says about one name; each name has one entry, which is equal to itself only.

    `parameters` are in positional order, without `self`; those after an item that begins with `*` are keyword-only.
    `returns` is the class of what a call gives, or a property: a canonical name (a class's own), "self" for the class
    of the receiver, "receiver" for the very same object, None where that is unknown. The role of a function is the role
    of what it returns. A class has the role, parameters and facts of its bases unless it states its own.
    """

    name: str
    kind: str
    role: str | None
    bases: tuple[str, ...]
    parameters: tuple[str, ...]
    returns: str | None
    facts: Mapping[str, object]

    def position(self, parameter: str) -> int | None:
        """Give the index of a parameter among the positional arguments; None for a keyword-only or unknown one."""
        for index, name in enumerate(self.parameters):
            if name.startswith("*"):
                return None
            if name == parameter:
                return index
        return None


@dataclass(frozen=True)
class Catalog:
    """The library knowledge: entries by canonical name, other names of the same things, and the packages described."""

    entries: Mapping[str, Entry]
    aliases: Mapping[str, str]
    packages: frozenset[str]
    _canonical: dict[str, str] = field(default_factory=dict, compare=False, repr=False)
    _found: dict[str, Entry | None] = field(default_factory=dict, compare=False, repr=False)
    _having: dict[str, tuple[Entry, ...]] = field(default_factory=dict, compare=False, repr=False)

    def canonical(self, name: str) -> str:
        """Give the one name under which the catalogue knows a thing; names unknown to it come back as they are."""
        found = self._canonical.get(name)
        if found is None:
            found = name
            while (other := rewritten(found, self.aliases)) is not None:
                found = other
            self._canonical[name] = found
        return found

    def entry(self, name: str) -> Entry | None:
        """Give the entry of a name; a method is also found through the bases of its class."""
        if len(self._found) > MOST_REMEMBERED:
            self._found.clear()
            self._canonical.clear()
        if name not in self._found:
            self._found[name] = self._find(self.canonical(name))
        return self._found[name]

    def _find(self, name: str) -> Entry | None:
        if name in self.entries:
            return self.entries[name]
        owner, _, member = name.rpartition(".")
        inherited = (self.entries.get(f"{base}.{member}") for base in self._with_bases(owner))
        return next((entry for entry in inherited if entry), None)

    def fact(self, name: str, fact: str) -> object:
        """Give a fact of a name, or else of the modules that it is in; None without one."""
        while name:
            entry = self.entry(name)
            if entry is not None and fact in entry.facts:
                return entry.facts[fact]
            name = name.rpartition(".")[0]
        return None

    def having(self, fact: str) -> tuple[Entry, ...]:
        """Give the entries with a fact, in the order of the catalogue."""
        if fact not in self._having:
            self._having[fact] = tuple(entry for entry in self.entries.values() if fact in entry.facts)
        return self._having[fact]

    def role(self, name: str) -> str | None:
        """Give the role of a class's objects, or of what a function gives (also as `function()`); None without one."""
        entry = self.entry(name.removesuffix("()"))
        return entry.role if entry else None

    def is_a(self, name: str, base: str) -> bool:
        """Tell whether a class is another or derives from it."""
        return self.canonical(base) in self._with_bases(self.canonical(name))

    def knows(self, name: str) -> bool:
        """Tell whether the top-level package of a name is described here."""
        return name.partition(".")[0] in self.packages

    def identified(self, identifier: object, role: str) -> Entry | None:
        """Give the class that a string stands for where a string is allowed, as in `compile(optimizer="adam")`."""
        if not isinstance(identifier, str):
            return None
        for entry in self.having("identifier"):
            if entry.role == role and entry.facts["identifier"] == identifier.lower():
                return entry
        return None

    def _with_bases(self, name: str) -> Iterator[str]:
        yield name
        entry = self.entries.get(name)
        for base in entry.bases if entry else ():
            yield from self._with_bases(base)


def rewritten(name: str, aliases: Mapping[str, str]) -> str | None:
    """Replace the longest beginning of a dotted name that is an alias; None where none is."""
    end = len(name)
    while end > 0:
        target = aliases.get(name[:end])
        if target is not None:
            return target + name[end:]
        end = name.rfind(".", 0, end)
    return None
