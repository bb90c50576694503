"""The nodes of computation graphs as the text makes them: operations, inputs, element types and shapes."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field

from farandole.analysis.points_to.values import Bound, Instance, Library
from farandole.analysis.program import Call, Program
from farandole.catalog import Entry

Shape = tuple[int, ...]

OPERATORS = {
    ast.Add: "Add",
    ast.Sub: "Sub",
    ast.Mult: "Mul",
    ast.Div: "Div",
    ast.FloorDiv: "FloorDiv",
    ast.Mod: "Mod",
    ast.Pow: "Pow",
    ast.MatMult: "MatMul",
    ast.USub: "Neg",
}
_MATRIX = 2
_DEEPEST = 50


@dataclass(frozen=True, eq=False)
class Graph:
    """Which expressions of a program give a node of a graph (a tensor, when run eagerly), and of which operation."""

    program: Program
    _tensors: dict[ast.AST, bool] = field(default_factory=dict)
    _taken: dict[frozenset[ast.expr | None], Shape | None] = field(default_factory=dict)

    def operation(self, node: ast.expr) -> str | None:
        """Give the type of the operation that an expression makes, such as `MatMul`; None when it makes none."""
        match node:
            case ast.BinOp(_, operator, _) | ast.UnaryOp(operator, _):
                return OPERATORS.get(type(operator)) if self.is_tensor(node) else None
        entry = self._entry(node)
        if entry is None or entry.facts.get("graph") != "builds":
            return None
        return str(entry.facts.get("operation", entry.name.rpartition(".")[2]))

    def inputs(self, node: ast.expr) -> Iterator[ast.expr]:
        """Yield the tensors that the operation of an expression takes, in their order; lists are taken apart."""
        match node:
            case ast.BinOp(left, _, right):
                given = [left, right]
            case ast.UnaryOp(_, operand) | ast.Attribute(operand):
                given = [operand]
            case ast.Call(ast.Attribute(owner), arguments, keywords) if self.is_tensor(owner):
                given = [owner, *arguments, *(each.value for each in keywords)]
            case ast.Call(_, arguments, keywords):
                given = [*arguments, *(each.value for each in keywords)]
            case _:
                given = []
        for each in given:
            yield from (part for part in parts(each) if self.is_tensor(part))

    def is_tensor(self, node: ast.expr) -> bool:
        """Say whether an expression stands for results of operations, and for nothing else."""
        return self.program.must_be(node, self._is_made)

    def shape(self, node: ast.expr, depth: int = 0) -> Shape | None:
        """Give the sizes of the axes of an expression's tensor; None where one is not known."""
        if depth > _DEEPEST:
            return None
        if self._is_number(node):
            return ()
        makers = frozenset(self._maker(each) for each in self.program.values(node))
        if len(makers) == 1:
            return self._shape_of(next(iter(makers)), depth)
        return self._common_shape(makers, depth)

    def _common_shape(self, makers: frozenset[ast.expr | None], depth: int) -> Shape | None:
        """Give the shape that all of several tensors have, some of which may be computed from them, as in a loop.

        What is not computed from them tells the shape, and the others must have it when they are computed from that.
        """
        if makers not in self._taken:
            self._taken[makers] = None
            told = {self._shape_of(each, depth) for each in makers} - {None}
            if len(told) == 1:
                self._taken[makers] = next(iter(told))
                told = {self._shape_of(each, depth) for each in makers}
            shape = self._taken.pop(makers)
            return shape if told == {shape} else None
        return self._taken[makers]

    def _shape_of(self, maker: ast.expr | None, depth: int) -> Shape | None:
        if maker is None:
            return None
        if isinstance(maker, ast.BinOp):
            sides = self.shape(maker.left, depth + 1), self.shape(maker.right, depth + 1)
            return _product(*sides) if isinstance(maker.op, ast.MatMult) else _broadcast(*sides)
        if isinstance(maker, ast.UnaryOp):
            return self.shape(maker.operand, depth + 1)
        return self._shape_by_entry(maker, depth + 1)

    def element_type(self, call: Call) -> str | None:
        """Give the element type that a call is given as `dtype`, by its own name, such as `float32`."""
        argument = call.argument("dtype")
        names = sorted(self.program.names_of(argument)) if argument is not None else []
        return names[0].rpartition(".")[2] if len(names) == 1 else None

    def _shape_by_entry(self, node: ast.expr, depth: int) -> Shape | None:
        entry, call = self._entry(node), self.program.call(node)
        rule = entry.facts.get("shape") if entry is not None else None
        given = list(self.inputs(node))
        plain = call is None or not call.node.keywords
        found: Shape | None = None
        if rule in ("same", "transpose") and len(given) == 1 and plain:
            shape = self.shape(given[0], depth)
            found = shape[::-1] if shape is not None and rule == "transpose" else shape
        elif rule in ("matmul", "broadcast") and call is not None and len(call.node.args) == _MATRIX and plain:
            sides = self.shape(call.node.args[0], depth), self.shape(call.node.args[1], depth)
            found = _product(*sides) if rule == "matmul" else _broadcast(*sides)
        elif rule == "argument" and call is not None:
            found = self._sizes(call.argument("shape"))
        elif rule == "arguments" and call is not None:
            positional = call.node.args
            found = self._sizes(positional[0] if len(positional) == 1 else ast.Tuple(positional))
        elif call is not None and (initial := call.argument("initial_value")) is not None:
            found = self.shape(initial, depth)
        return found

    def _is_number(self, node: ast.expr) -> bool:
        """Say whether an expression stands for literal numbers, and for nothing else."""
        values = self.program.values(node)
        literals = self.program.constants(node)
        return bool(values) and len(literals) == len(values) and all(isinstance(each, int | float) for each in literals)

    def _sizes(self, node: ast.expr | None) -> Shape | None:
        """Give the sizes that an expression lists, or the one that it is."""
        if node is None:
            return None
        listed = node.elts if isinstance(node, ast.Tuple | ast.List) else [node]
        sizes = [self.program.constants(each) if len(self.program.values(each)) == 1 else () for each in listed]
        found = [size for each in sizes for size in each if isinstance(size, int) and not isinstance(size, bool)]
        return tuple(found) if len(found) == len(listed) else None

    def _is_made(self, value: object) -> bool:
        maker = self._maker(value)
        if maker is None:
            return False
        if maker not in self._tensors:
            self._tensors[maker] = False  # what is made from itself alone is nothing that is known
            self._tensors[maker] = self._makes(maker)
        return self._tensors[maker]

    def _makes(self, maker: ast.expr) -> bool:
        match maker:
            case ast.BinOp(left, _, right):
                return self.is_tensor(left) or self.is_tensor(right)
            case ast.UnaryOp(_, operand):
                return self.is_tensor(operand)
        entry = self._entry(maker)
        return entry is not None and entry.facts.get("graph") == "builds"

    def _maker(self, value: object) -> ast.expr | None:
        """Give the expression that made a value: a call, an operator, or an attribute such as a transpose."""
        match value:
            case Instance(site, _) if isinstance(site.node, ast.Call | ast.BinOp | ast.UnaryOp):
                return site.node
            case Bound(Instance(), Library()):
                return self._attributes.get(value)
        return None

    @property
    def _attributes(self) -> dict[object, ast.expr]:
        """The first attribute that stands for each member of an object."""
        if not self._seen:
            for document in self.program.documents:
                for node in document.nodes(ast.Attribute):
                    for value in self.program.values(node):
                        if isinstance(value, Bound):
                            self._seen.setdefault(value, node)
        return self._seen

    _seen: dict[object, ast.expr] = field(default_factory=dict)

    def _entry(self, node: ast.expr) -> Entry | None:
        call = self.program.call(node)
        if call is not None:
            return call.entry if len(call.names) == 1 else None
        if not isinstance(node, ast.Attribute):
            return None
        names = {
            value.member.name
            for value in self.program.values(node)
            if isinstance(value, Bound) and isinstance(value.member, Library)
        }
        return self.program.catalog.entry(names.pop()) if len(names) == 1 else None


def parts(node: ast.expr) -> Iterator[ast.expr]:
    """Yield an expression, or those that a display of it holds."""
    match node:
        case ast.List(elements) | ast.Tuple(elements) | ast.Set(elements):
            for each in elements:
                yield from parts(each)
        case ast.Dict(values=values):
            for each in values:
                yield from parts(each)
        case _:
            yield node


def _product(left: Shape | None, right: Shape | None) -> Shape | None:
    """Give the shape of a product of matrices: `(n, m)` of `(n, k)` and `(k, m)`."""
    if left is None or right is None or len(left) != _MATRIX or len(right) != _MATRIX or left[1] != right[0]:
        return None
    return left[0], right[1]


def _broadcast(left: Shape | None, right: Shape | None) -> Shape | None:
    """Give the shape of an operation on each pair of elements, where the shapes are equal or one is a number's."""
    if left is None or right is None:
        return None
    if left == right or not right:
        return left
    return right if not left else None
