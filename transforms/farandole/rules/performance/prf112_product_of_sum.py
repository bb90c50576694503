"""Products of matrices in a loop that are cheaper when they are distributed over a sum."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from farandole.frameworks.script import Script
from farandole.options import Options
from farandole.rules.families import INEFFICIENT
from farandole.rules.performance.found import Found, facts_of, found
from farandole.rules.performance.hoisting import alone_on_its_lines, on_one_line
from farandole.rules.performance.runs import FixedRun, computed_before, fixed_run
from farandole.rules.rule import Example, Finding, Related, Rule, Status
from farandole.source import Document, Edit, EditSet, layout

_DECIDING = (ast.If, ast.IfExp, ast.BoolOp, ast.Try, ast.Match, ast.With, ast.AsyncWith)
LAST_BITS = "floating-point results may differ in the last bits"


class ProductOfSum(Rule):
    """Take products of what a loop does not change out of it, where that takes distributing.

    ## What it does

    Finds `D @ (X - E @ A)` in a loop that changes only `A`, with operators or with the functions of TensorFlow and PyTorch.
    As `D @ X - (D @ E) @ A` it has two products that are the same in each turn. The fix computes them before the loop.
    In a graph of TensorFlow 1 the loop is the one that runs it: there the fix makes nodes of the two products, runs them
    once, and feeds their values.

    ## Why

    Neither sees it alone: the graph does not know the loop, and Python does not know the algebra. It is Listing 1 of the
    HARP paper, the core of deep dictionary learning. With square matrices each turn has one product instead of two.

    ## When it is not offered

    The shapes of the matrices must be known, and the cost by them must fall: 2 n k m for the product of an n x k and a k x m
    matrix, for one turn, and in all where the number of turns is known. It is not found where the loop makes calls that are
    not known to be pure, or changes a matrix in place. In a graph, the matrices must come from placeholders alone. Only
    reported is a graph whose run in the loop is fed anything but names that the loop uses for nothing else.

    ## Edit safety

    The sum is computed in another order. Results differ by rounding: a few units in the last place of the products'
    elements, relative to the norms of the matrices; a loop that converges makes no more of it, one that diverges does.
    `farandole measure` allows a relative difference of 1e-4. It assumes nothing beyond that. The edit asks to be confirmed.
    """

    family = INEFFICIENT
    code, name = "PRF112", "product-of-sum"
    title = "Distribute a product of matrices, and compute what does not change once"
    tolerance = 1e-4
    examples = [
        Example(
            before="""\
import torch
D = torch.rand(700, 700)
X = torch.rand(700, 700)
A = torch.zeros(700, 700)
for turn in range(30):
    A = D @ (X - D.T @ A)  # a step
""",
            after="""\
import torch
D = torch.rand(700, 700)
X = torch.rand(700, 700)
A = torch.zeros(700, 700)
D_X = D @ X
D_D = D @ D.T
for turn in range(30):
    A = D_X - D_D @ A  # a step
""",
        ),
        Example(
            before="""\
import numpy as np
import tensorflow.compat.v1 as tf
N = 700
A = tf.Variable(tf.zeros(shape=[N, N]), dtype=tf.float32)
D = tf.placeholder(shape=[N, N], dtype=tf.float32)
X = tf.placeholder(shape=[N, N], dtype=tf.float32)
R = tf.matmul(D, tf.subtract(X, tf.matmul(tf.transpose(D), A)))
L = tf.assign(A, R)
matrix, data = np.ones((N, N)) / N, np.ones((N, N))
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(30):
        result = sess.run(L, feed_dict={D: matrix, X: data})
""",
            after="""\
import numpy as np
import tensorflow.compat.v1 as tf
N = 700
A = tf.Variable(tf.zeros(shape=[N, N]), dtype=tf.float32)
D = tf.placeholder(shape=[N, N], dtype=tf.float32)
X = tf.placeholder(shape=[N, N], dtype=tf.float32)
D_X = tf.matmul(D, X)
D_D = tf.matmul(D, tf.transpose(D))
R = tf.subtract(D_X, tf.matmul(D_D, A))
L = tf.assign(A, R)
matrix, data = np.ones((N, N)) / N, np.ones((N, N))
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    fixed = dict(
        zip([D_X, D_D], sess.run([D_X, D_D], feed_dict={D: matrix, X: data}))
    )
    for i in range(30):
        result = sess.run(L, feed_dict=fixed)
""",
        ),
    ]
    untouched = [
        # a vector: the product of the matrices costs more than it saves
        """\
import torch
D = torch.rand(700, 700)
X = torch.rand(700, 1)
A = torch.zeros(700, 1)
for turn in range(30):
    A = D @ (X - D.T @ A)
""",
        """\
import torch
D = torch.rand(700, 700)
X = torch.rand(700, 700)
A = torch.zeros(700, 700)
for turn in range(30):
    A = D @ (X - D.T @ A)
    D += 0.1
""",
        # another sum in each turn
        """\
import torch
D = torch.rand(700, 700)
A = torch.zeros(700, 700)
for X in [torch.rand(700, 700), torch.rand(700, 700)]:
    A = D @ (X - D.T @ A)
""",
    ]
    reported = [
        """\
import numpy as np
import tensorflow.compat.v1 as tf
A = tf.Variable(tf.zeros(shape=[9, 9]))
D = tf.placeholder(tf.float32, [9, 9])
X = tf.placeholder(tf.float32, [9, 9])
L = tf.assign(A, tf.matmul(D, tf.subtract(X, tf.matmul(tf.transpose(D), A))))
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(30):
        sess.run(L, feed_dict={D: np.ones((9, 9)), X: np.ones((9, 9))})
"""
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find the products in loops, and those in graphs that loops run."""
        result = found(script)
        for *nodes, loop in _outermost(result, result.rows["product_in_loop"], 7):
            if (terms := _terms(result, nodes, loop)) is not None:
                fix = partial(_in_loop, terms, _names(result, terms)) if _is_plain(terms) else None
                yield self._finding(terms, fix)
        for *nodes, loop, run in _outermost(result, result.rows["product_in_run"], 7):
            if (terms := _terms(result, nodes, loop)) is not None and isinstance(run, ast.Call):
                fixed = _fixed_run(script, terms, run)
                plain = fixed is not None and _is_plain(terms)
                values = result.new_name(terms.document, run, "fixed")
                in_graph = partial(_in_graph, terms, fixed, _names(result, terms), values) if plain and fixed else None
                yield self._finding(terms, in_graph)

    def _finding(self, terms: _Terms, fix: partial[EditSet] | None) -> Finding:
        document = terms.document
        left, fixed, matrix = (document.segment(each) for each in (terms.left, terms.fixed, terms.matrix))
        return Finding(
            self,
            Status.VIOLATION,
            document,
            document.span(terms.outer),
            f"distributed over the sum, the products of `{left}` with `{fixed}` and with `{matrix}` are the same in each "
            f"turn, which then takes {terms.saved:.0%} fewer operations",
            "compute these two products once, before the loop",
            related=(Related(document, document.span(terms.loop), "the loop"),),
            confirm=LAST_BITS if fix is not None else "",
            fix=fix,
        )


def _outermost(result: Found, rows: tuple[tuple[ast.AST, ...], ...], column: int) -> Iterator[tuple[ast.AST, ...]]:
    """Yield the row of each product whose loop, in a column, is around those of its other rows."""
    best: dict[ast.AST, tuple[ast.AST, ...]] = {}
    for row in rows:
        start = result.document(row[column]).span(row[column]).start
        known = best.get(row[0])
        if known is None or start < result.document(known[column]).span(known[column]).start:
            best[row[0]] = row
    yield from best.values()


@dataclass(frozen=True)
class _Terms:
    """The parts of `left @ (fixed - matrix @ varying)`, the loop, and the share of a turn's operations that is saved."""

    document: Document
    outer: ast.expr
    left: ast.expr
    inner: ast.expr
    fixed: ast.expr
    product: ast.expr
    matrix: ast.expr
    varying: ast.expr
    loop: ast.stmt
    saved: float


def _terms(result: Found, nodes: list[ast.AST], loop: ast.AST) -> _Terms | None:
    """Give the terms, or None where their shapes are not known or nothing is saved."""
    outer, left, inner, fixed, product, matrix, varying = (node for node in nodes if isinstance(node, ast.expr))
    facts = facts_of(result.script)
    sizes = {(node, axis): size for node, axis, size in facts.rows("shape")}
    number = facts.numbering.numbers

    def shape(node: ast.expr) -> tuple[int, int] | None:
        rows, columns = (sizes.get((number[node], axis)) for axis in (0, 1))
        flat = (number[node], 2) not in sizes
        return (int(rows), int(columns)) if rows is not None and columns is not None and flat else None

    shapes = [found for each in (left, fixed, matrix) if (found := shape(each)) is not None]
    if not isinstance(loop, ast.stmt) or len(shapes) != 3:  # noqa: PLR2004
        return None
    (n, k), (height, width), (rows, m) = shapes
    if k != height or rows != height:
        return None
    before, after = 2 * rows * m * width + 2 * n * k * width, 2 * n * m * width
    once = 2 * n * k * width + 2 * n * k * m
    turns = next((int(row[1]) for row in facts.rows("turns") if row[0] == number[loop]), None)
    if after >= before or (turns is not None and once + turns * after >= turns * before):
        return None
    document = result.document(outer)
    if not _is_in_each_turn(document, outer, loop):
        return None
    saved = 1 - after / before
    return _Terms(document, outer, left, inner, fixed, product, matrix, varying, loop, saved)


def _is_in_each_turn(document: Document, node: ast.expr, loop: ast.stmt) -> bool:
    """Say whether no branch or `with` stands between an expression and a loop that it is in; true where it is in none."""
    between: list[ast.AST] = []
    for each in document.ancestors(node):
        if each is loop:
            return not any(isinstance(inner, _DECIDING) for inner in between)
        between.append(each)
    return True


def _fixed_run(script: Script, terms: _Terms, run: ast.Call) -> FixedRun | None:
    """Give the run, in the function that makes the graph, when its feeds are the same in each turn of the loop."""
    document = terms.document
    together = document.scope(terms.outer) is document.scope(terms.loop)
    return fixed_run(script, document, run, terms.loop) if together else None


def _is_plain(terms: _Terms) -> bool:
    """Say whether the expression is on one line, in a statement that is alone on its lines, and its loop is, too."""
    statement = terms.document.statement(terms.outer)
    return (
        on_one_line(terms.outer)
        and alone_on_its_lines(terms.document, statement)
        and all(isinstance(each, ast.BinOp | ast.Call) for each in (terms.outer, terms.inner, terms.product))
        and all(_has_two(each) for each in (terms.outer, terms.inner, terms.product))
    )


def _has_two(node: ast.expr) -> bool:
    return isinstance(node, ast.BinOp) or (isinstance(node, ast.Call) and len(node.args) == 2 and not node.keywords)  # noqa: PLR2004


def _names(result: Found, terms: _Terms) -> tuple[str, str]:
    """Give new names for the two products."""
    left = _word(terms.left)
    first = result.new_name(terms.document, terms.inner, f"{left}_{_word(terms.fixed)}")
    return first, result.new_name(terms.document, terms.product, f"{left}_{_word(terms.matrix)}")


def _products(terms: _Terms) -> tuple[str, str]:
    """Give the two products that are computed once."""
    document = terms.document
    left, fixed, matrix = (document.segment(each) for each in (terms.left, terms.fixed, terms.matrix))
    return _like(document, terms.outer, left, fixed), _like(document, terms.outer, left, matrix)


def _word(node: ast.expr) -> str:
    return next(
        (each.id for each in ast.walk(node) if isinstance(each, ast.Name) and _is_operand(node, each)), "product"
    )


def _is_operand(node: ast.expr, name: ast.Name) -> bool:
    """Say whether a name in an expression is not that of the library whose function is called."""
    return not any(isinstance(each, ast.Call) and name in ast.walk(each.func) for each in ast.walk(node))


def _like(document: Document, node: ast.expr, left: str, right: str) -> str:
    """Give an operation of the same kind as another one, on these operands."""
    if isinstance(node, ast.Call):
        return f"{document.segment(node.func)}({left}, {right})"
    assert isinstance(node, ast.BinOp)
    operator = {ast.MatMult: "@", ast.Sub: "-", ast.Add: "+"}[type(node.op)]
    return f"{left} {operator} {right}"


def _rewritten(terms: _Terms, first: str, second: str) -> tuple[Edit, ...]:
    document = terms.document
    product = _like(document, terms.product, second, document.segment(terms.varying))
    return layout.replace(document, terms.outer, _like(document, terms.inner, first, product))


def _in_loop(terms: _Terms, names: tuple[str, str]) -> EditSet:
    (first, second), (product, other) = names, _products(terms)
    lines = [f"{first} = {product}", f"{second} = {other}"]
    edits = [*layout.insert_before(terms.document, terms.loop, lines), *_rewritten(terms, first, second)]
    return EditSet.of(terms.document, edits)


def _in_graph(terms: _Terms, run: FixedRun, names: tuple[str, str], values: str) -> EditSet:
    document = terms.document
    (first, second), (product, other) = names, _products(terms)
    lines = [f"{first} = {product}", f"{second} = {other}"]
    edits = [
        *layout.insert_before(document, document.statement(terms.outer), lines),
        *_rewritten(terms, first, second),
        *computed_before(run, [first, second], [terms.outer], values),
    ]
    return EditSet.of(document, edits)
