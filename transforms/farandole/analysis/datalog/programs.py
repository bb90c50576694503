"""Programs of rules and of the facts that these can use, which are few of those that a script has."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import chain

from farandole.analysis.datalog.rule_files import Atom, Clause, RuleFile, Variable
from farandole.analysis.facts.database import Facts, term
from farandole.analysis.facts.rows import Row
from farandole.analysis.facts.schema import RELATIONS, Sort

Pattern = tuple[int | str | None, ...]
"""The constants of an atom by column, None where it has a variable."""


def program_of(facts: Facts, files: Iterable[RuleFile], outputs: Iterable[str]) -> str | None:
    """Give the text of rules with the facts that they can use, or None when nothing can follow for the outputs.

    A clause can hold only when each atom of its body that is not negated may: one of the facts has a row with its
    constants, one of the file's own is the head of a clause that can. So most files fall away before a fact is written.
    """
    index = _Index(facts)
    used = [(file, alive) for file in files if (alive := _alive(index, file)) and _concludes(alive, outputs)]
    if not used:
        return None
    patterns: dict[str, set[Pattern]] = {}
    for _, clauses in used:
        for clause in clauses:
            for literal in clause.body:
                if literal.atom.name in RELATIONS:
                    patterns.setdefault(literal.atom.name, set()).add(_pattern(literal.atom))
    written = (_facts(name, _matching(facts, name, patterns[name])) for name in sorted(patterns))
    return "\n".join([*(file.text for file, _ in used), *chain.from_iterable(written)])


@dataclass(frozen=True, eq=False)
class _Index:
    """The facts of a program by what stands in some of their columns."""

    facts: Facts
    _parts: dict[tuple[str, tuple[int, ...]], set[Row]] = field(default_factory=dict)

    def has(self, atom: Atom) -> bool:
        """Say whether a row has the constants of an atom."""
        columns, items = _constants(_pattern(atom))
        if (atom.name, columns) not in self._parts:
            rows = self.facts.rows(atom.name)
            self._parts[atom.name, columns] = {tuple(row[each] for each in columns) for row in rows}
        return items in self._parts[atom.name, columns]


def _concludes(clauses: list[Clause], outputs: Iterable[str]) -> bool:
    return not {clause.head.name for clause in clauses}.isdisjoint(outputs)


def _alive(index: _Index, file: RuleFile) -> list[Clause]:
    """Give the clauses of a file that can hold."""
    heads: set[str] = set()
    waiting = list(file.clauses)
    found: list[Clause] = []
    while True:
        more = [each for each in waiting if _can_hold(index, each, heads)]
        if not more:
            return found
        found += more
        heads |= {each.head.name for each in more}
        taken = {id(each) for each in more}
        waiting = [each for each in waiting if id(each) not in taken]


def _can_hold(index: _Index, clause: Clause, heads: set[str]) -> bool:
    atoms = [literal.atom for literal in clause.body if not literal.negated]
    own = (atom.name in heads for atom in atoms if atom.name not in RELATIONS)
    return all(own) and all(index.has(atom) for atom in atoms if atom.name in RELATIONS)


def _pattern(atom: Atom) -> Pattern:
    return tuple(None if isinstance(each, Variable) else each for each in atom.terms)


def _constants(pattern: Pattern) -> tuple[tuple[int, ...], Row]:
    """Give the columns of a pattern's constants, and these."""
    columns = tuple(column for column, item in enumerate(pattern) if item is not None)
    return columns, tuple(item for item in pattern if item is not None)


def _matching(facts: Facts, relation: str, patterns: set[Pattern]) -> Iterable[Row]:
    """Give the rows of a relation that have the constants of any of the patterns."""
    rows = facts.rows(relation)
    wanted: dict[tuple[int, ...], set[Row]] = {}
    for pattern in patterns:
        columns, items = _constants(pattern)
        wanted.setdefault(columns, set()).add(items)
    if () in wanted:
        return rows
    return (row for row in rows if any(tuple(row[each] for each in of) in items for of, items in wanted.items()))


def _facts(relation: str, rows: Iterable[Row]) -> Iterable[str]:
    """Write rows as facts; most hold numbers alone, which are written all at once."""
    columns = RELATIONS[relation].columns
    if all(column.sort in (Sort.NODE, Sort.NUMBER) for column in columns):
        return map(f"{relation}({','.join(['%d'] * len(columns))}).".__mod__, rows)
    return (f"{relation}({','.join(map(term, row))})." for row in rows)
