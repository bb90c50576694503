"""The relations that a program's facts are rows of: the one table for their text, their page and the check of rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType

from farandole.analysis.facts import rows
from farandole.analysis.facts.rows import OfNodes, Row, Source


class Sort(Enum):
    """What stands in a column: the number of a node, a count or size, a text, or a literal (a number or a text)."""

    NODE = "node"
    NUMBER = "number"
    TEXT = "text"
    LITERAL = "literal"


@dataclass(frozen=True)
class Column:
    """A column of a relation."""

    name: str
    sort: Sort


@dataclass(frozen=True, eq=False)
class Relation:
    """A relation: its columns, what a row says of them, and where its rows come from."""

    name: str
    group: str
    columns: tuple[Column, ...]
    means: str
    rows: Callable[[Source], Iterable[Row]]

    @property
    def of(self) -> Mapping[int, Callable[[Source, int], Iterable[Row]]]:
        """What makes the rows with a node in a column, by column, where they need not all be made for that."""
        return self.rows.of if isinstance(self.rows, OfNodes) else {}


_SORTS = {
    **dict.fromkeys(("Position", "Line", "Column", "EndLine", "EndColumn", "Turns", "Axis", "Size"), Sort.NUMBER),
    **dict.fromkeys(("File", "Kind", "Name", "Class", "Why", "Type", "Effect", "Element"), Sort.TEXT),
    "Literal": Sort.LITERAL,
}
"""The sort of what stands in a column, by its name; all other columns hold nodes."""


def _relation(group: str, written: str, means: str, made: Callable[[Source], Iterable[Row]]) -> Relation:
    name, _, columns = written.rstrip(")").partition("(")
    named = tuple(Column(column, _SORTS.get(column, Sort.NODE)) for column in columns.split(", "))
    return Relation(name, group, named, means, made)


_TEXT, _LOOPS, _CALLS = "The text", "Loops", "Calls"
_NAMES, _VALUES, _GRAPH, _EFFECTS = "Names", "Values", "Graphs", "Effects"

RELATIONS: Mapping[str, Relation] = MappingProxyType(
    {
        relation.name: relation
        for relation in (
            _relation(
                _TEXT,
                "place(Node, File, Line, Column, EndLine, EndColumn)",
                "where a node stands; lines and columns count from 1",
                rows.place,
            ),
            _relation(
                _TEXT, "statement(Statement, Kind)", "a statement, and its class in Python's `ast`", rows.statement
            ),
            _relation(_TEXT, "expression(Expression, Kind)", "an expression, by its class in `ast`", rows.expression),
            _relation(_TEXT, "part(Node, Child)", "a node is directly within another one", rows.part),
            _relation(
                _TEXT,
                "next(Statement, Following)",
                "a statement is followed by another one of the same block",
                rows.following,
            ),
            _relation(_TEXT, "function(Function, Name)", "a function, method or lambda, and its name", rows.function),
            _relation(
                _TEXT,
                "scope(Node, Scope)",
                "the function, class or module whose scope holds a node",
                rows.scope,
            ),
            _relation(_LOOPS, "loop(Loop, Kind)", "a loop: `For`, `AsyncFor` or `While`", rows.loop),
            _relation(
                _LOOPS,
                "in_loop(Node, Loop)",
                "a node is in the body of a loop, not in a function that is defined there",
                rows.in_loop,
            ),
            _relation(
                _LOOPS,
                "every_turn(Statement, Loop)",
                "a statement is run in each turn of a loop, unless an error ends it",
                rows.every_turn,
            ),
            _relation(
                _LOOPS,
                "rebound(Use, Loop)",
                "a name that is read in a loop may be given another value between turns, by the loop or by a function",
                rows.rebound,
            ),
            _relation(_LOOPS, "turns(Loop, Turns)", "the number of a loop's turns, where it is a literal", rows.turns),
            _relation(_CALLS, "call(Call)", "a call", rows.call),
            _relation(
                _CALLS,
                "means(Call, Name)",
                "the catalogue's name of what a call calls, by whatever import, alias or base class; one row for each "
                "thing that it may call",
                rows.means,
            ),
            _relation(_CALLS, "calls(Call, Function)", "a call may run a function of the project", rows.calls),
            _relation(_CALLS, "method(Call, Name)", "the name of what is called, as it is written", rows.method),
            _relation(_CALLS, "receiver(Call, Expression)", "what a method is called on", rows.receiver),
            _relation(
                _CALLS, "argument(Call, Position, Expression)", "an argument by its position, from 0", rows.argument
            ),
            _relation(_CALLS, "keyword(Call, Name, Expression)", "an argument by its name", rows.keyword),
            _relation(
                _NAMES,
                "definition(Target, Scope, Name)",
                "a node gives a value to a name that is bound in a scope",
                rows.definition,
            ),
            _relation(_NAMES, "use(Expression, Scope, Name)", "a name that is bound in a scope is read", rows.use),
            _relation(_NAMES, "attribute(Expression, Name)", "an attribute is read or set", rows.attribute),
            _relation(
                _NAMES,
                "assigned(Target, Expression)",
                "a name or attribute is given the whole value of an expression",
                rows.assigned,
            ),
            _relation(
                _NAMES,
                "stores(Node, Expression)",
                "a statement or call changes the object of an expression in place: its items, attributes, by `+=`, or "
                "by a method as `append` or `add_`",
                rows.stores,
            ),
            _relation(_VALUES, "value(Expression, Literal)", "a literal that an expression may stand for", rows.value),
            _relation(
                _VALUES, "names(Expression, Name)", "a library's thing that an expression may stand for", rows.names
            ),
            _relation(
                _VALUES,
                "points_to(Expression, Site)",
                "an expression may stand for the object that is made at a site",
                rows.points_to,
            ),
            _relation(_VALUES, "object(Site, Class)", "the class of the objects that are made at a site", rows.object_),
            _relation(_VALUES, "unknown(Expression, Why)", "an expression may stand for anything", rows.unknown),
            _relation(
                _GRAPH,
                "operation(Expression, Type)",
                "an expression makes a node of a graph, or computes a tensor: `MatMul`, `Add`, `reduce_mean`, …",
                rows.operation,
            ),
            _relation(
                _GRAPH,
                "input(Operation, Position, Expression)",
                "a tensor that an operation takes, in order",
                rows.input_,
            ),
            _relation(
                _GRAPH,
                "control_input(Operation, Expression)",
                "what is computed before an operation, by control dependencies around it",
                rows.control_input,
            ),
            _relation(
                _GRAPH, "tensor(Expression)", "an expression stands for results of operations alone", rows.tensor
            ),
            _relation(_GRAPH, "element_type(Operation, Element)", "the `dtype` it is given", rows.element_type),
            _relation(
                _GRAPH,
                "shape(Expression, Axis, Size)",
                "the size of an axis of a tensor, where all are known",
                rows.shape,
            ),
            _relation(_GRAPH, "mutable(Site)", "what is made at a site is a variable", rows.mutable),
            _relation(_GRAPH, "sets(Operation, Expression)", "an operation gives a variable a new value", rows.sets),
            _relation(_GRAPH, "runs(Call)", "a call runs a graph", rows.runs),
            _relation(_GRAPH, "resets(Call)", "a call makes another graph the current one", rows.resets),
            _relation(_GRAPH, "fetch(Run, Expression)", "what a run of a graph gives", rows.fetch),
            _relation(_GRAPH, "feed(Run, Key, Expression)", "an input that a run of a graph is given", rows.feed),
            _relation(_GRAPH, "traced(Function)", "a function is compiled into a graph", rows.traced),
            _relation(
                _EFFECTS,
                "effect(Call, Effect)",
                "what a call does to others, with all that it calls: `mutates`, `blocks`, `draws`, `asks`, `ends`, "
                "`shows`, `writes`",
                rows.effect,
            ),
            _relation(
                _EFFECTS, "pure(Call)", "a call computes from its arguments alone and changes nothing", rows.pure
            ),
            _relation(
                _EFFECTS, "aliases(Call)", "what a call gives may be what it was given, or a view of it", rows.aliases
            ),
            _relation(
                _EFFECTS,
                "needs_record(Call)",
                "a call needs the record of operations that gradients are computed from",
                rows.needs_record,
            ),
            _relation(
                _EFFECTS,
                "record_scope(Node)",
                "a `with` block or function in which it is decided whether operations are recorded",
                rows.record_scope,
            ),
        )
    }
)
"""All relations by name."""
