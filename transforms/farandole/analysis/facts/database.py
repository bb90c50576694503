"""The facts of a program, by relation, each made when it is asked for."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from farandole.analysis.effects.calls import Effects
from farandole.analysis.facts.graph import Graph
from farandole.analysis.facts.numbering import Numbering
from farandole.analysis.facts.rows import Row, Source
from farandole.analysis.facts.schema import RELATIONS, Sort
from farandole.analysis.program import Program


@dataclass(frozen=True, eq=False)
class Facts:
    """The facts of a program: the rows of each relation, in the order of the text, none twice."""

    program: Program
    _rows: dict[str, tuple[Row, ...]] = field(default_factory=dict)
    _single: dict[tuple[str, int], dict[int | str, tuple[Row, ...]]] = field(default_factory=dict)
    _indexes: dict[tuple[str, tuple[int, ...]], dict[Row, list[Row]]] = field(default_factory=dict)

    @cached_property
    def _source(self) -> Source:
        return Source(self.program)

    @property
    def numbering(self) -> Numbering:
        """The numbers of the nodes that the facts are about."""
        return self._source.numbering

    @property
    def graph(self) -> Graph:
        """The program's operations."""
        return self._source.graph

    @property
    def effects(self) -> Effects:
        """What the program's calls do to others."""
        return self._source.effects

    def rows(self, relation: str) -> tuple[Row, ...]:
        """Give the rows of a relation; KeyError when there is none of the name."""
        if relation not in self._rows:
            self.program.flow.proceed()
            made = dict.fromkeys(RELATIONS[relation].rows(self._source))
            is_mixed = any(column.sort is Sort.LITERAL for column in RELATIONS[relation].columns)
            self._rows[relation] = tuple(sorted(made, key=_key if is_mixed else None))
        return self._rows[relation]

    def finder(self, relation: str, columns: tuple[int, ...]) -> Callable[[Row], Sequence[Row]]:
        """Give what finds the rows of a relation with some items in some columns: only these are made, if they can."""
        if not columns:
            rows = self.rows(relation)
            return lambda items: rows
        direct = next((at for at, column in enumerate(columns) if column in RELATIONS[relation].of), None)
        if direct is None:
            index = self._index(relation, columns)
            return lambda items: index.get(items, ())
        about = self._about(relation, columns[direct])
        if len(columns) == 1:
            return lambda items: about(items[direct])

        def find(items: Row) -> Sequence[Row]:
            wanted = tuple(zip(columns, items, strict=True))
            return [row for row in about(items[direct]) if all(row[at] == item for at, item in wanted)]

        return find

    def _about(self, relation: str, column: int) -> Callable[[int | str], tuple[Row, ...]]:
        """Give what makes the rows that have a node in a column, each once."""
        made = self._single.setdefault((relation, column), {})
        make, source, last = RELATIONS[relation].of[column], self._source, len(self.numbering.nodes)

        def about(number: int | str) -> tuple[Row, ...]:
            rows = made.get(number)
            if rows is None:
                known = isinstance(number, int) and 0 < number <= last
                rows = made[number] = tuple(dict.fromkeys(make(source, int(number)))) if known else ()
            return rows

        return about

    def _index(self, relation: str, columns: tuple[int, ...]) -> dict[Row, list[Row]]:
        """Give the rows of a relation by what stands in some columns."""
        if (relation, columns) not in self._indexes:
            index = self._indexes[relation, columns] = {}
            for row in self.rows(relation):
                index.setdefault(tuple(row[each] for each in columns), []).append(row)
        return self._indexes[relation, columns]


def _key(row: Row) -> tuple[tuple[bool, int | str], ...]:
    return tuple((isinstance(item, str), item) for item in row)


def as_datalog(facts: Facts, relations: Iterable[str] = RELATIONS) -> Iterator[str]:
    """Yield the facts of some relations as lines of Datalog, such as `in_loop(12, 7).`, without line ends."""
    for relation in relations:
        for row in facts.rows(relation):
            yield f"{relation}({', '.join(map(term, row))})."


def as_json(facts: Facts) -> str:
    """Give the facts as one JSON object: the rows of each relation as objects by column."""
    table = {
        name: [dict(zip((column.name for column in relation.columns), row, strict=True)) for row in facts.rows(name)]
        for name, relation in RELATIONS.items()
    }
    return json.dumps({"version": 1, "facts": table}, indent=2) + "\n"


def term(item: int | str) -> str:
    """Give a number or text as a term of Datalog, which has neither NUL nor halves of surrogate pairs."""
    if isinstance(item, int):
        return str(item)
    escaped = item.encode("utf-8", "backslashreplace").decode("utf-8").replace("\0", "\\0")
    escaped = escaped.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'
