"""Loops over the items of arrays, one number at a time."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from farandole.analysis.points_to.values import Instance
from farandole.frameworks.script import Script
from farandole.options import Options, Speculation
from farandole.rules.families import INEFFICIENT
from farandole.rules.performance.found import Found, found
from farandole.rules.performance.hoisting import alone_on_its_lines, comment_behind
from farandole.rules.rule import Assumption, Example, Finding, Rule, Status
from farandole.source import Document, EditSet, layout

_OPERATORS = (ast.Add, ast.Sub, ast.Mult, ast.Div)


class ScalarLoop(Rule):
    """Compute with whole arrays instead of one item after the other.

    ## What it does

    Finds loops of straight-line code that compute the items of NumPy arrays or PyTorch tensors from items at the same
    index, that add up such items, that collect them in a list, or that take each by `item()`. The fix writes the
    statements for the whole arrays.

    ## Why

    Each turn makes objects for single numbers and goes through Python for each operator; the operation on the whole array
    is one loop in C. 300,000 products take some forty times as long in a list as in NumPy, and an `item()` waits for the
    device each time.

    ## When it is not offered

    It is not found where a turn reads what another one writes, where there are branches, and where functions are called
    that are not known to compute item by item. The fix is only written for arrays with one axis that `zeros`, `ones`,
    `empty`, `rand` or `randn` make with the element type of the library, of the size that the loop counts, and when the
    counter is used for nothing but their indexes. Elsewhere, in lists and with `item()`, it is reported.

    ## Edit safety

    Items are the same to the last bit where they are computed by `+`, `-`, `*` and `/`; functions such as `exp` may
    differ in the last bit. A sum is computed in another order and differs by rounding, relative to the sum of the
    absolute values: in NumPy by less than 1e-12 for a million items. Such an edit asks to be confirmed. It assumes that
    names without a known value are numbers.
    """

    family = INEFFICIENT
    code, name = "PRF161", "scalar-loop"
    title = "Compute with whole arrays"
    tolerance = 1e-5
    examples = [
        Example(
            before="""\
import numpy as np
n = 300000
a = np.random.rand(n)
b = np.random.rand(n)
c = np.zeros(n)
for i in range(n):
    c[i] = a[i] * b[i] + 1.0  # fused
print(c.sum())
import tensorflow as tf
print(tf.constant(c))
""",
            after="""\
import numpy as np
n = 300000
a = np.random.rand(n)
b = np.random.rand(n)
c = np.zeros(n)
c[:] = a * b + 1.0  # fused
print(c.sum())
import tensorflow as tf
print(tf.constant(c))
""",
        ),
        Example(
            before="""\
import torch
a = torch.rand(1000)
b = torch.rand(1000)
total = 0.0
for i in range(1000):
    total += a[i] * b[i]
print(total)
""",
            after="""\
import torch
a = torch.rand(1000)
b = torch.rand(1000)
total = 0.0
total += (a * b).sum()
print(total)
""",
        ),
        Example(
            before="""\
import numpy as np
import torch
weights = np.ones(500)
for i in range(len(weights)):
    weights[i] *= np.exp(weights[i])
print(torch.from_numpy(weights))
""",
            after="""\
import numpy as np
import torch
weights = np.ones(500)
weights *= np.exp(weights)
print(torch.from_numpy(weights))
""",
        ),
    ]
    reported = [
        """\
import torch
losses = torch.rand(1000)
seen = []
for loss in losses:
    seen.append(loss.item())
""",
        """\
import numpy as np
import torch
a = np.zeros(100)
for i in range(100):
    a[i] = i * 2.0
print(torch.from_numpy(a))
""",
    ]
    untouched = [
        # a turn reads what the one before has written
        """\
import numpy as np
import torch
a = np.ones(100)
for i in range(99):
    a[i + 1] = a[i] * 0.9
print(torch.from_numpy(a))
""",
        """\
import numpy as np
import torch
a = np.ones(100)
for i in range(100):
    if a[i] > 0:
        a[i] = a[i] * 0.9
print(torch.from_numpy(a))
""",
        # five rows, each as a whole
        """\
import numpy as np
import torch
a = np.ones((5, 100))
for i in range(5):
    a[i] = a[i] * 0.9
print(torch.from_numpy(a))
""",
        # the mean of each batch
        """\
import torch
loader = torch.utils.data.DataLoader([])
total = 0.0
for x in loader:
    total += x.mean().item()
""",
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find each loop once."""
        result = found(script)
        loops = dict.fromkeys(loop for loop, _ in result.rows["scalar_loop"])
        for loop in loops:
            if isinstance(loop, ast.For) and not loop.orelse:
                yield from self._findings(result, result.document(loop), loop)

    def _findings(self, result: Found, document: Document, loop: ast.For) -> Iterator[Finding]:
        items = _Items.of(result.script, document, loop)
        kinds = [items.kind(each) for each in loop.body]
        if None in kinds or not items.arrays:
            return
        plain = all(kind in ("store", "sum") for kind in kinds) and items.is_sized() and not items.counts()
        fix = None
        if plain and _counter_is_its_own(document, loop) and _is_written_plainly(document, loop):
            fix = partial(_fix, items)
        numbers = tuple(items.numbers())
        asks = [each.message for each in numbers]
        if "sum" in kinds:
            asks.insert(0, "computes a sum in another order, which may change its last bits")
        yield Finding(
            self,
            Status.VIOLATION,
            document,
            document.span(loop),
            f"the loop computes the items of {_listed(items.arrays)} one at a time",
            "compute with the whole arrays"
            if "collect" not in kinds
            else "collect them with one operation, `tolist()`",
            related=numbers,
            confirm=f"it {asks[0]}" if asks and fix is not None else "",
            fix=fix,
        )


@dataclass(frozen=True, eq=False)
class _Items:
    """A loop with the arrays of which it reads or writes the items at the index that it counts, by their names."""

    script: Script
    document: Document
    loop: ast.For
    index: str
    elements: tuple[str, ...]
    arrays: tuple[str, ...]

    @classmethod
    def of(cls, script: Script, document: Document, loop: ast.For) -> _Items:
        """Give the items of a loop that counts, or that goes over an array or several."""
        call = script.call(loop.iter)
        counted = call is not None and call.names == {"builtins.range"} and len(call.node.args) == 1
        index = loop.target.id if counted and isinstance(loop.target, ast.Name) else ""
        elements, given = _elements(script, loop) if not counted else ((), ())
        indexed = [
            each.value.id
            for statement in loop.body
            for each in ast.walk(statement)
            if isinstance(each, ast.Subscript) and isinstance(each.value, ast.Name)
        ]
        arrays = tuple(dict.fromkeys([*given, *indexed]))
        return cls(script, document, loop, index, elements, arrays)

    def kind(self, statement: ast.stmt) -> str | None:
        """Say what a statement does: it stores an item, adds one up or collects it; None for anything else."""
        match statement:
            case ast.Assign([ast.Subscript() as target], value) if self._is_item(target) and self._is_vector(value):
                return "store"
            case ast.AugAssign(ast.Subscript() as target, operator, value) if self._is_item(target):
                return "store" if isinstance(operator, _OPERATORS) and self._is_vector(value) else None
            case ast.AugAssign(ast.Name(name), ast.Add(), value) if self._is_vector(value) and self._reads(value):
                reads = {each.id for each in ast.walk(self.loop) if isinstance(each, ast.Name) and _is_read(each)}
                copied = any(isinstance(each, ast.Call) and _is_item_call(each) for each in ast.walk(value))
                return None if name in reads else "copy" if copied else "sum"
            case ast.Expr(ast.Call(ast.Attribute(ast.Name(), "append"), [value], [])) if self._is_vector(value):
                return "collect" if self._reads(value) else None
        return None

    def is_sized(self) -> bool:
        """Say whether all arrays have one axis, of the size that the loop counts, and none is a view of another."""
        sizes = [self._size_of(name) for name in self.arrays]
        bound = self._bound()
        return bound is not None and all(each == bound for each in sizes)

    def counts(self) -> bool:
        """Say whether the counter is used for anything but an index."""
        indexes = [each.slice for each in self._walk() if isinstance(each, ast.Subscript)]
        used = [each for each in self._walk() if isinstance(each, ast.Name) and each.id == self.index]
        return any(each not in indexes for each in used)

    def numbers(self) -> Iterator[Assumption]:
        """Yield the names without a known value, which must be numbers."""
        seen: set[str] = set()
        for each in self._walk():
            if not isinstance(each, ast.Name) or each.id in (*self.arrays, self.index, *self.elements, *seen):
                continue
            called = isinstance(self.document.parent(each), ast.Attribute)
            if called or not _is_read(each) or self.script.constants(each) or self.script.names_of(each):
                continue
            seen.add(each.id)
            said = f"assumes that `{each.id}` is a number"
            holds = f'not getattr({each.id}, "shape", ())'
            yield Assumption(self.document, self.document.span(each), said, Speculation.TYPES, holds, self.loop)

    def vector(self, statement: ast.stmt) -> str:
        """Give a statement for the whole arrays."""
        match statement:
            case ast.AugAssign(ast.Name(name), _, value):
                text = self._text(value)
                text = f"({text})" if not isinstance(value, ast.Subscript) else text
                return f"{name} += {text}.sum()"
            case ast.AugAssign(target, _, value):
                span, inner = self.document.span(target), self.document.span(value)
                operator = self.document.text[span.end : inner.start]
                return f"{self._text(target)}{operator}{self._text(value)}"
            case ast.Assign([ast.Subscript(array)], value):
                return f"{self.document.segment(array)}[:] = {self._text(value)}"
        raise ValueError(statement)

    def _walk(self) -> Iterator[ast.AST]:
        return (each for statement in self.loop.body for each in ast.walk(statement))

    def _text(self, node: ast.expr) -> str:
        """Give an expression with the arrays in the places of their items."""
        start = self.document.span(node).start
        text = self.document.segment(node)
        items = [each for each in ast.walk(node) if isinstance(each, ast.Subscript) and self._is_item(each)]
        for each in sorted(items, key=lambda item: -self.document.span(item).start):
            span = self.document.span(each)
            text = text[: span.start - start] + self.document.segment(each.value) + text[span.end - start :]
        return text

    def _is_item(self, node: ast.expr) -> bool:
        match node:
            case ast.Subscript(ast.Name(name), ast.Name(index)):
                return index == self.index and name in self.arrays and self._has_one_axis(name)
            case ast.Name(name):
                return name in self.elements
        return False

    def _is_vector(self, node: ast.expr | None) -> bool:
        """Say whether an expression can be computed item by item."""
        match node:
            case ast.Subscript():
                return self._is_item(node)
            case ast.Constant(value):
                return isinstance(value, int | float) and not isinstance(value, bool)
            case ast.Name(name):
                bound = {each.id for each in ast.walk(self.loop) if isinstance(each, ast.Name) and not _is_read(each)}
                return name in self.elements or name == self.index or (name not in bound and name not in self.arrays)
            case ast.Call(ast.Attribute(owner, "item"), [], []):
                return self._is_item(owner)
        return (
            node is not None
            and all(map(self._is_vector, _operands(node)))
            and (not isinstance(node, ast.Call) or self._is_known(node))
        )

    def _is_known(self, node: ast.Call) -> bool:
        call = self.script.call(node)
        return call is not None and bool(call.names)

    def _reads(self, node: ast.expr) -> bool:
        return any(self._is_item(each) for each in ast.walk(node) if isinstance(each, ast.expr))

    def _has_one_axis(self, name: str) -> bool:
        """Say whether an array is known to have one axis."""
        return self._size_of(name) is not None

    def _size_of(self, name: str) -> int | None:
        nodes = (each for each in ast.walk(self.loop) if isinstance(each, ast.Name) and each.id == name)
        sizes = {_size(self.script, each) for each in nodes if _is_read(each)}
        return sizes.pop() if len(sizes) == 1 else None

    def _bound(self) -> int | None:
        match self.loop.iter:
            case ast.Call(_, [ast.Call(ast.Name("len"), [ast.Name() as array], [])], []):
                return _size(self.script, array)
            case ast.Call(_, [bound], []):
                return _number(self.script, bound)
        return None


def _operands(node: ast.expr) -> list[ast.expr | None]:
    """Give what an operator or function computes item by item from; None among them where it does not."""
    match node:
        case ast.BinOp(left, operator, right) if isinstance(operator, _OPERATORS):
            return [left, right]
        case ast.UnaryOp(ast.USub(), operand):
            return [operand]
        case ast.Call(_, arguments, []):
            return [*arguments]
    return [None]


def _elements(script: Script, loop: ast.For) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Give the names of the items and of the arrays that a loop goes over; only arrays with one axis count."""
    match loop:
        case ast.For(target=ast.Name(item), iter=ast.Name(array) as node) if _size(script, node) is not None:
            return (item,), (array,)
        case ast.For(target=ast.Tuple(targets), iter=ast.Call(ast.Name("zip"), given, [])):
            names = tuple(each.id for each in targets if isinstance(each, ast.Name))
            arrays = tuple(each.id for each in given if isinstance(each, ast.Name) and _size(script, each) is not None)
            if len(names) == len(targets) == len(given) == len(arrays):
                return names, arrays
    return (), ()


def _size(script: Script, node: ast.expr) -> int | None:
    """Give the size of an array with one axis that one call makes, with the element type of the library."""
    values = script.values(node)
    value = next(iter(values), None)
    if len(values) != 1 or not isinstance(value, Instance):
        return None
    call = script.creation(value)
    if call is None or call.entry is None or call.keyword("dtype") is not None:
        return None
    shape = call.entry.facts.get("shape")
    given = call.node.args
    if shape == "argument" and len(given) == 1 and not call.node.keywords:
        return _number(script, given[0])
    if shape == "arguments" and len(given) == 1:
        return _number(script, given[0])
    return None


def _number(script: Script, node: ast.expr) -> int | None:
    """Give the only whole number that an expression may stand for."""
    literals = script.constants(node)
    value = next(iter(literals), None)
    if len(literals) == len(script.values(node)) == 1 and isinstance(value, int) and not isinstance(value, bool):
        return value
    return None


def _is_read(node: ast.Name) -> bool:
    return isinstance(node.ctx, ast.Load)


def _is_item_call(node: ast.Call) -> bool:
    return isinstance(node.func, ast.Attribute) and node.func.attr == "item"


def _counter_is_its_own(document: Document, loop: ast.For) -> bool:
    """Say whether the counter is read in loops alone that count by it."""
    name = loop.target.id if isinstance(loop.target, ast.Name) else ""
    for each in document.nodes(ast.Name):
        if each.id == name and _is_read(each):
            loops = [outer for outer in document.ancestors(each) if isinstance(outer, ast.For)]
            if not any(isinstance(outer.target, ast.Name) and outer.target.id == name for outer in loops):
                return False
    return bool(name)


def _is_written_plainly(document: Document, loop: ast.For) -> bool:
    """Say whether the loop and its statements have their lines for themselves, without comments between them."""
    span = document.span(loop)
    lines = document.text[span.start : span.end].splitlines()
    return (
        alone_on_its_lines(document, loop)
        and all(each.lineno == each.end_lineno for each in loop.body)
        and len(lines) == len(loop.body) + 1
        and "#" not in lines[0]
    )


def _fix(items: _Items) -> EditSet:
    document = items.document
    lines = []
    for each in items.loop.body:
        comment = comment_behind(document, each)
        lines.append(items.vector(each) + (f"  {comment}" if comment else ""))
    return EditSet.of(document, layout.replace_statement(document, items.loop, lines))


def _listed(names: tuple[str, ...]) -> str:
    shown = [f"`{name}`" for name in names]
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}"
