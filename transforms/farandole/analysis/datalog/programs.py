"""Programs of rules and of the facts that these can use, which are few of those that a script has."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from farandole.analysis.datalog.rule_files import Atom, Clause, RuleFile, Variable
from farandole.analysis.facts.database import Facts, term
from farandole.analysis.facts.rows import Row
from farandole.analysis.facts.schema import RELATIONS

Pattern = tuple[int | str | None, ...]
"""The constants of an atom by column, None where it has a variable."""


def program_of(facts: Facts, files: Iterable[RuleFile], outputs: Iterable[str]) -> str | None:
    """Give the text of rules with the facts that they can use, or None when nothing can follow for the outputs.

    A clause can hold only when each atom of its body that is not negated may: one of the facts has a row with its
    constants, one of the file's own is the head of a clause that can. So most files fall away before a fact is written.
    """
    used = [(file, alive) for file in files if (alive := _alive(facts, file)) and _concludes(alive, outputs)]
    if not used:
        return None
    patterns: dict[str, set[Pattern]] = {}
    for _, clauses in used:
        for clause in clauses:
            for literal in clause.body:
                if literal.atom.name in RELATIONS:
                    patterns.setdefault(literal.atom.name, set()).add(_pattern(literal.atom))
    written = (_fact(name, row) for name in sorted(patterns) for row in _matching(facts, name, patterns[name]))
    return "\n".join([*(file.text for file, _ in used), *written])


def _concludes(clauses: list[Clause], outputs: Iterable[str]) -> bool:
    return not {clause.head.name for clause in clauses}.isdisjoint(outputs)


def _alive(facts: Facts, file: RuleFile) -> list[Clause]:
    """Give the clauses of a file that can hold."""
    heads: set[str] = set()
    found: list[Clause] = []
    while True:
        more = [each for each in file.clauses if each not in found and _can_hold(facts, each, heads)]
        if not more:
            return found
        found += more
        heads |= {each.head.name for each in more}


def _can_hold(facts: Facts, clause: Clause, heads: set[str]) -> bool:
    atoms = [literal.atom for literal in clause.body if not literal.negated]
    own = (atom.name in heads for atom in atoms if atom.name not in RELATIONS)
    return all(own) and all(_has_row(facts, atom) for atom in atoms if atom.name in RELATIONS)


def _has_row(facts: Facts, atom: Atom) -> bool:
    return next(_matching(facts, atom.name, {_pattern(atom)}), None) is not None


def _pattern(atom: Atom) -> Pattern:
    return tuple(None if isinstance(each, Variable) else each for each in atom.terms)


def _matching(facts: Facts, relation: str, patterns: set[Pattern]) -> Iterator[Row]:
    """Yield the rows of a relation that have the constants of any of the patterns."""
    rows = facts.rows(relation)
    if any(all(item is None for item in pattern) for pattern in patterns):
        yield from rows
        return
    constants = [[(index, item) for index, item in enumerate(pattern) if item is not None] for pattern in patterns]
    for row in rows:
        if any(all(row[index] == item for index, item in wanted) for wanted in constants):
            yield row


def _fact(relation: str, row: Row) -> str:
    return f"{relation}({','.join(map(term, row))})."
