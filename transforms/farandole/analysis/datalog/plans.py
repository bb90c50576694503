"""How a clause is asked when items of its head are known: its body in order, with what is known at each atom."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from operator import itemgetter

from farandole.analysis.datalog.rule_files import ANONYMOUS, Clause, Comparison, Literal, Term, Variable, strata
from farandole.analysis.facts.rows import Row

Columns = tuple[int, ...]


Picks = Callable[[Row], Row]
"""Gives items of a row."""


@dataclass(frozen=True, eq=False)
class Step:
    """An atom of a body, or its negation: the columns that are known when it is asked, and those that give new values.

    `items` gives what is known of the values so far; `same` are columns of one variable that gets its value here.
    """

    relation: str
    negated: bool
    known: Columns
    items: Picks
    gives: Picks | None
    same: tuple[tuple[int, int], ...]


@dataclass(frozen=True, eq=False)
class Test:
    """A comparison, whose variables have values when it is made."""

    operator: str
    items: Picks


@dataclass(frozen=True, eq=False)
class Plan:
    """A clause that is asked with items in some columns of its head.

    Of these, `fixed` must be constants, and `same` must agree. The values of a plan are the `constants` of its clause,
    the items that are `taken` from the question, and what each step adds. `head` gives the answer.
    """

    stratum: int
    fixed: tuple[tuple[int, int | str], ...]
    same: tuple[tuple[int, int], ...]
    constants: Row
    taken: Picks
    steps: tuple[Step | Test, ...]
    head: Picks

    def begin(self, items: Row) -> Row | None:
        """Give the first values for a question, None where its items are not those of the head."""
        if any(items[at] != item for at, item in self.fixed) or any(items[a] != items[b] for a, b in self.same):
            return None
        return self.constants + self.taken(items)


@dataclass(frozen=True, eq=False)
class Rules:
    """Clauses by the relation of their heads."""

    clauses: tuple[Clause, ...]
    _plans: dict[tuple[str, Columns], tuple[Plan, ...]] = field(default_factory=dict)

    @cached_property
    def strata(self) -> Mapping[str, int]:
        """The stratum of each relation: above those whose negation it is computed from."""
        return strata(self.clauses)

    @cached_property
    def arities(self) -> Mapping[str, int]:
        """The number of columns of each relation."""
        return {each.head.name: len(each.head.terms) for each in self.clauses}

    @cached_property
    def kept(self) -> Mapping[str, frozenset[int]]:
        """The columns of each relation whose items a question passes on to its rules.

        They narrow the first atom of each rule, and stay the same where the relation follows from itself. By other
        columns a question looks among the answers, which are computed once.
        """
        found = {name: frozenset(range(columns)) for name, columns in self.arities.items()}
        for clause in self.clauses:
            head, first = clause.head, next(each.atom for each in clause.body if not each.negated)
            found[head.name] &= {
                at for at, term in enumerate(head.terms) if not isinstance(term, Variable) or term in first.terms
            }
            for atom in (each.atom for each in clause.body if head.name in self._reached.get(each.atom.name, ())):
                same = {at for at, pair in enumerate(zip(head.terms, atom.terms, strict=False)) if pair[0] == pair[1]}
                found[head.name] &= same if atom.name == head.name else set()
        return found

    @cached_property
    def _reached(self) -> Mapping[str, frozenset[str]]:
        """The relations that each one follows from."""
        uses: dict[str, set[str]] = {}
        for clause in self.clauses:
            uses.setdefault(clause.head.name, set()).update(each.atom.name for each in clause.body)
        return {name: _closure(uses, name) for name in uses}

    def plans(self, relation: str, columns: Columns) -> tuple[Plan, ...]:
        """Give the clauses of a relation, planned for items in some columns."""
        key = relation, columns
        if key not in self._plans:
            made = (each for each in self.clauses if each.head.name == relation)
            self._plans[key] = tuple(_plan(each, columns, self.strata[relation]) for each in made)
        return self._plans[key]


def _closure(uses: Mapping[str, set[str]], name: str) -> frozenset[str]:
    found: set[str] = set()
    waiting = list(uses[name])
    while waiting:
        each = waiting.pop()
        if each not in found:
            found.add(each)
            waiting += uses.get(each, ())
    return frozenset(found)


def _plan(clause: Clause, columns: Columns, stratum: int) -> Plan:
    parts: list[Literal | Comparison] = [*clause.body, *clause.comparisons]
    terms = [*clause.head.terms, *(term for each in parts for term in _terms(each))]
    constants = tuple(dict.fromkeys(each for each in terms if not isinstance(each, Variable)))
    places: dict[Term, int] = {each: at for at, each in enumerate(constants)}
    fixed: list[tuple[int, int | str]] = []
    first: dict[Variable, int] = {}
    same: list[tuple[int, int]] = []
    for at, term in enumerate(clause.head.terms[column] for column in columns):
        if not isinstance(term, Variable):
            fixed.append((at, term))
        elif term in first:
            same.append((first[term], at))
        else:
            first[term] = at
            places[term] = len(places)
    steps: list[Step | Test] = []
    waiting: list[Literal | Comparison] = list(clause.comparisons)
    for asked in (None, *clause.body):
        if asked is not None and asked.negated:
            waiting.append(asked)
        elif asked is not None:
            steps.append(_step(asked, places))
        ready = [each for each in waiting if _is_known(each, places)]
        waiting = [each for each in waiting if each not in ready]
        steps += (_step(each, places) for each in ready)
    head = _picks(clause.head.terms, places)
    taken = picks(tuple(first.values()))
    return Plan(stratum, tuple(fixed), tuple(same), constants, taken, tuple(steps), head)


def _terms(part: Literal | Comparison) -> tuple[Term, ...]:
    return part.atom.terms if isinstance(part, Literal) else part.terms


def _is_known(part: Literal | Comparison, places: Mapping[Term, int]) -> bool:
    return all(each == ANONYMOUS or each in places for each in _terms(part))


def picks(places: tuple[int, ...]) -> Picks:
    """Give what gives the items at some places of a row."""
    match places:
        case ():
            return lambda row: ()
        case (place,):
            return lambda row: (row[place],)
    return itemgetter(*places)


def _picks(terms: tuple[Term, ...], places: Mapping[Term, int]) -> Picks:
    return picks(tuple(places[each] for each in terms))


def _step(part: Literal | Comparison, places: dict[Term, int]) -> Step | Test:
    """Give the step that asks a part of a body; the new variables of an atom get their places."""
    if isinstance(part, Comparison):
        return Test(part.operator, _picks(part.terms, places))
    terms = part.atom.terms
    known = tuple(column for column, term in enumerate(terms) if term in places)
    items = _picks(tuple(terms[each] for each in known), places)
    first: dict[Term, int] = {}
    same: list[tuple[int, int]] = []
    for column, term in enumerate(terms):
        if term in first:
            same.append((first[term], column))
        elif term not in places and term != ANONYMOUS:
            first[term] = column
    for term in first:
        places[term] = len(places)
    gives = picks(tuple(first.values())) if first else None
    return Step(part.atom.name, part.negated, known, items, gives, tuple(same))
