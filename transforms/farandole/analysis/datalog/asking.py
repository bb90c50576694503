"""Conclusions that are asked for from the top, so that only the facts that a rule comes to ask for are made.

Each question (a relation, with items in some of its columns) has a table of its answers, and who waits for answers
gets each of them once (Chen and Warren, Tabled Evaluation with Delaying for General Logic Programs, 1996). Strata are
answered one after the other, so that what is negated is known when it is asked. A body is asked in its order, but for
comparisons, which come as soon as their variables have values, and negations, which do not come before that.
"""

from __future__ import annotations

import operator
from collections import deque
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from farandole.analysis.datalog.engine import Conclusions, sort_key
from farandole.analysis.datalog.plans import Columns, Picks, Plan, Rules, Step, Test, picks
from farandole.analysis.facts.database import Facts
from farandole.analysis.facts.rows import Row
from farandole.analysis.facts.schema import RELATIONS

Key = tuple[tuple[bool, int | str], ...]

_SIGNS: Mapping[str, Callable[[Key, Key], bool]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


class TooManyStepsError(Exception):
    """What follows takes more steps than there may be."""


def ask(facts: Facts, rules: Rules, outputs: Collection[str], most: int) -> Conclusions:
    """Give the rows of some relations that follow from facts, sorted.

    Raises TooManyStepsError when that takes more than `most` steps.
    """
    asked = _Asked(facts, rules, most)
    tables = {name: asked.table(name, (), ()) for name in outputs}
    asked.finish()
    return {name: tuple(sorted(table.rows, key=sort_key)) for name, table in tables.items()}


@dataclass(frozen=True, eq=False)
class _Waiting:
    """A plan that goes on behind a step, with its values so far, for the table that it answers."""

    plan: Plan
    at: int
    values: Row
    table: _Table


@dataclass(frozen=True, eq=False)
class _Group:
    """The answers of a table by their items in some columns, and who waits for which."""

    rows: dict[Row, list[Row]] = field(default_factory=dict)
    waiting: dict[Row, list[_Waiting]] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class _Table:
    """The answers to a question so far; one answer is enough where all items are known."""

    is_test: bool
    rows: dict[Row, None] = field(default_factory=dict)
    groups: dict[Columns, _Group] = field(default_factory=dict)

    @property
    def is_done(self) -> bool:
        """Whether there can't be more answers."""
        return self.is_test and bool(self.rows)

    def group(self, columns: Columns) -> _Group:
        """Give the answers by their items in some columns."""
        if columns not in self.groups:
            self.groups[columns] = group = _Group()
            for row in self.rows:
                group.rows.setdefault(tuple(row[each] for each in columns), []).append(row)
        return self.groups[columns]


@dataclass(eq=False)
class _Asked:
    """All questions so far, and the work that is left, by stratum."""

    facts: Facts
    rules: Rules
    left: int
    tables: dict[tuple[str, Columns, Row], _Table] = field(default_factory=dict)
    finders: dict[Step, Callable[[Row], Sequence[Row]] | None] = field(default_factory=dict)
    passed: dict[Step, tuple[Columns, Picks]] = field(default_factory=dict)
    work: list[deque[Callable[[], None]]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.work = [deque() for _ in range(max(self.rules.strata.values(), default=0) + 1)]

    def finish(self) -> None:
        """Do what is left, lower strata first."""
        while (work := next(filter(None, self.work), None)) is not None:
            work.popleft()()
            if self.left < 0:
                raise TooManyStepsError

    def table(self, relation: str, columns: Columns, items: Row) -> _Table:
        """Give the table of a question, which is begun when it is new."""
        key = relation, columns, items
        if key not in self.tables:
            self.tables[key] = table = _Table(len(columns) == self.rules.arities.get(relation))
            for plan in self.rules.plans(relation, columns):
                values = plan.begin(items)
                if values is not None:
                    self.work[plan.stratum].append(partial(self._go_on, plan, 0, values, table))
        return self.tables[key]

    def _go_on(self, plan: Plan, at: int, values: Row, table: _Table) -> None:
        """Take a plan's steps from one on, and answer where all hold."""
        if table.is_done:
            return
        for number in range(at, len(plan.steps)):
            self.left -= 1
            step = plan.steps[number]
            items = step.items(values)
            if isinstance(step, Test):
                if not _holds(step.operator, *items):
                    return
                continue
            if step not in self.finders:
                self.finders[step] = self._finder(step)
            find = self.finders[step]
            if find is None:
                self._ask(step, items, _Waiting(plan, number, values, table))
                return
            rows = find(items)
            if step.negated is bool(rows):
                return
            if step.gives is None:
                continue
            if len(rows) == 1 and not step.same:
                values += step.gives(rows[0])
                continue
            for given in _given(step, rows):
                if table.is_done:
                    return
                self._go_on(plan, number + 1, values + given, table)
            return
        self._answer(table, plan.head(values))

    def _finder(self, step: Step) -> Callable[[Row], Sequence[Row]] | None:
        """Give what finds the facts that a step asks for; None where it asks for conclusions."""
        return self.facts.finder(step.relation, step.known) if step.relation in RELATIONS else None

    def _ask(self, step: Step, items: Row, asks: _Waiting) -> None:
        """Ask for conclusions; negations wait until all of a lower stratum are known."""
        table = self._answering(step, items)
        if step.negated:
            self.work[asks.plan.stratum].append(partial(self._deny, table, step.known, items, asks))
            return
        group = table.group(step.known)
        rows = tuple(group.rows.get(items, ()))
        if not table.is_done:
            group.waiting.setdefault(items, []).append(asks)
        if rows:
            self._take(asks, rows)

    def _answering(self, step: Step, items: Row) -> _Table:
        """Give the table that has the answers for a step among its own."""
        name = step.relation
        if (name, (), ()) in self.tables:
            return self.tables[name, (), ()]
        if step not in self.passed:
            kept = self.rules.kept.get(name, frozenset())
            places = tuple(at for at, column in enumerate(step.known) if column in kept)
            self.passed[step] = tuple(step.known[at] for at in places), picks(places)
        columns, pick = self.passed[step]
        return self.table(name, columns, pick(items))

    def _deny(self, table: _Table, columns: Columns, items: Row, asks: _Waiting) -> None:
        if items not in table.group(columns).rows:
            self._go_on(asks.plan, asks.at + 1, asks.values, asks.table)

    def _answer(self, table: _Table, row: Row) -> None:
        if row in table.rows:
            return
        table.rows[row] = None
        for columns, group in table.groups.items():
            items = tuple(row[each] for each in columns)
            group.rows.setdefault(items, []).append(row)
            for asks in group.waiting.get(items, ()):
                self.work[asks.plan.stratum].append(partial(self._take, asks, (row,)))

    def _take(self, asks: _Waiting, rows: Sequence[Row]) -> None:
        """Go on with answers."""
        step = asks.plan.steps[asks.at]
        assert isinstance(step, Step)
        for given in _given(step, rows):
            self._go_on(asks.plan, asks.at + 1, asks.values + given, asks.table)


def _given(step: Step, rows: Sequence[Row]) -> Iterable[Row]:
    """Give what rows say of the variables that have no value before, each once."""
    if step.same:
        rows = [row for row in rows if all(row[one] == row[other] for one, other in step.same)]
    return dict.fromkeys(map(step.gives, rows)) if step.gives is not None else rows and ((),)


def _holds(sign: str, left: int | str, right: int | str) -> bool:
    return _SIGNS[sign](sort_key((left,)), sort_key((right,)))
