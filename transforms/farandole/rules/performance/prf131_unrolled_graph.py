"""Loops of Python that make a graph of equal turns."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial

from farandole.analysis.facts.graph import Graph
from farandole.frameworks.script import Script
from farandole.options import Options, Speculation
from farandole.rules.families import INEFFICIENT
from farandole.rules.horovod.names import tensorflow
from farandole.rules.performance.found import Found, facts_of, found
from farandole.rules.performance.hoisting import alone_on_its_lines, on_one_line
from farandole.rules.rule import Assumption, Example, Finding, Related, Rule, Status
from farandole.source import Document, EditSet, layout

FEWEST_TURNS = 5
"""Loops of fewer turns are left as they are (HARP, table 1)."""
_LONGEST_LINE = 120
_KEEPS_TYPE = (
    "Add",
    "Sub",
    "Mul",
    "MatMul",
    "Neg",
    "abs",
    "exp",
    "log",
    "negative",
    "sigmoid",
    "sqrt",
    "square",
    "tanh",
)


class UnrolledGraph(Rule):
    """Build one turn of a loop into the graph instead of all of them.

    ## What it does

    Finds `for` loops of at least five turns that make the same operations in each, from tensors of the turn before:
    in a graph of TensorFlow 1, and in functions under `tf.function`. The fix writes `tf.while_loop` in the first, and
    loops over `tf.range` in the second. In PyTorch it finds loops that step a cell of a recurrent network over time,
    where `nn.LSTM`, `nn.GRU` or `nn.RNN` takes the whole sequence.

    ## Why

    Python's loop is gone when the graph runs: each turn has its own nodes, which are made, optimised and kept in memory.
    2,000 operations take seventy times as long as a loop in the graph. A cell that is stepped from Python starts several
    small kernels in each turn, where the layer takes the products of all time steps at once.

    ## When it is not offered

    The body must be straight-line: assignments of known operations to names, without indexes, branches and other calls.
    The fix is only written for a loop over `range(n)` whose counter is not used, in which one name is carried from turn to
    turn, by operations that keep its element type, with a shape that is known and the same afterwards. A loop over time
    with a cell is only reported: the layer's parameters have other names, which matters for saved models.

    ## Edit safety

    The values are the same to the last bit on a CPU; a graph's optimiser may fuse what it sees at once otherwise. Where
    the number of turns is not known, it assumes that there are at least five, and the edit asks to be confirmed. On a GPU a
    loop in the graph runs one turn after the other with a small cost for each, so that few large turns gain
    nothing but the time to build them.
    """

    family = INEFFICIENT
    code, name = "PRF131", "unrolled-graph"
    title = "Build a loop into the graph, instead of all its turns"
    tolerance = 1e-5
    examples = [
        Example(
            before="""\
import tensorflow as tf

@tf.function
def power(w):
    a = tf.ones([64, 64])
    for step in range(500):
        a = tf.tanh(tf.matmul(w, a))  # a step
    return a

print(power(tf.ones([64, 64])))
""",
            after="""\
import tensorflow as tf

@tf.function
def power(w):
    a = tf.ones([64, 64])
    for step in tf.range(500):
        a = tf.tanh(tf.matmul(w, a))  # a step
    return a

print(power(tf.ones([64, 64])))
""",
        ),
        Example(
            before="""\
import tensorflow.compat.v1 as tf
w = tf.placeholder(tf.float32, [64, 64])
a = tf.ones([64, 64])
for step in range(500):
    a = tf.tanh(tf.matmul(w, a))
with tf.Session() as session:
    print(session.run(a, feed_dict={w: [[0.0] * 64] * 64}))
""",
            after="""\
import tensorflow.compat.v1 as tf
w = tf.placeholder(tf.float32, [64, 64])
a = tf.ones([64, 64])
_, a = tf.while_loop(
    lambda step, a: step < 500,
    lambda step, a: (step + 1, tf.tanh(tf.matmul(w, a))),
    (0, a),
)
with tf.Session() as session:
    print(session.run(a, feed_dict={w: [[0.0] * 64] * 64}))
""",
        ),
    ]
    reported = [
        # the shape is not known
        """\
import tensorflow as tf

@tf.function
def power(w, a):
    for step in range(500):
        a = tf.matmul(w, a)
        a = tf.tanh(a)
    return a
""",
        """\
import torch
cell = torch.nn.LSTMCell(8, 8)
steps = torch.rand(100, 4, 8)
h, c = torch.zeros(4, 8), torch.zeros(4, 8)
for x in steps:
    h, c = cell(x, (h, c))
print(h)
""",
    ]
    untouched = [
        # four turns
        """\
import tensorflow as tf

@tf.function
def power(w):
    a = tf.ones([64, 64])
    for step in range(4):
        a = tf.tanh(tf.matmul(w, a))
    return a

print(power(tf.ones([64, 64])))
""",
        # it is run at once
        """\
import tensorflow as tf
w = a = tf.ones([64, 64])
for step in range(500):
    a = tf.tanh(tf.matmul(w, a))
print(a)
""",
        # each turn depends on what is computed
        """\
import tensorflow as tf

@tf.function
def power(w):
    a = tf.ones([64, 64])
    for step in range(500):
        if tf.reduce_sum(a) < 1.0:
            a = tf.tanh(tf.matmul(w, a))
    return a

print(power(tf.ones([64, 64])))
""",
        # it is compiled by PyTorch
        """\
import torch

@torch.compile
def power(w):
    a = torch.ones(64, 64)
    for step in range(500):
        a = torch.tanh(torch.matmul(w, a))
    return a

print(power(torch.ones(64, 64)))
""",
        # layers of different sizes
        """\
import tensorflow.compat.v1 as tf
x = tf.placeholder(tf.float32, [None, 64])
for units in [64, 32, 16, 8, 4, 2]:
    x = tf.layers.dense(x, units)
with tf.Session() as session:
    print(session.run(x, feed_dict={x: [[0.0] * 64]}))
""",
        # one turn, unless the function is told otherwise
        """\
import tensorflow.compat.v1 as tf

def norm(w, u, rounds=1):
    for step in range(rounds):
        u = tf.nn.l2_normalize(tf.matmul(w, u))
    return u

def normed(kernel, rounds=1):
    return norm(kernel, tf.ones([64, 1]), rounds)

out = tf.ones([64, 64])
with tf.Session() as session:
    print(session.run(out))
""",
        # the state is put out between steps
        """\
import torch
cell = torch.nn.GRUCell(8, 8)
steps, masks = torch.rand(100, 4, 8), torch.rand(100, 4, 1)
h = torch.zeros(4, 8)
for t in range(100):
    h = cell(steps[t], h)
    h = h * masks[t]
print(h)
""",
        # the cell decides on the next input
        """\
import torch
cell = torch.nn.LSTMCell(8, 8)
h, c = torch.zeros(4, 8), torch.zeros(4, 8)
x = torch.rand(4, 8)
for step in range(100):
    h, c = cell(x, (h, c))
    x = torch.tanh(h)
print(h)
""",
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find the loops that build graphs, and those that step a cell."""
        result = found(script)
        for loop in dict.fromkeys(loop for loop, _ in result.rows["unrolled"]):
            if isinstance(loop, ast.For):
                yield from self._unrolled(result, result.document(loop), loop)
        seen: set[ast.AST] = set()
        for loop, call, cell in result.rows["stepped"]:
            if loop not in seen and isinstance(loop, ast.For) and isinstance(call, ast.Call):
                seen.add(loop)
                yield from self._stepped(result, loop, call, cell)

    def _unrolled(self, result: Found, document: Document, loop: ast.For) -> Iterator[Finding]:
        script = result.script
        carried = _carried(loop)
        turns = _turns(result, loop)
        call = script.call(loop.iter)
        counted = call is not None and call.names == {"builtins.range"}
        if (
            not _is_of_tensorflow(script, loop)
            or not counted
            or not carried
            or (_is_short(script, loop) if turns is None else turns < FEWEST_TURNS)
            or _uses(loop)
        ):
            return
        assert isinstance(loop.iter, ast.Call)
        bound = document.segment(loop.iter.args[-1]) if len(loop.iter.args) == 1 else ""
        assumed = []
        if turns is None:
            said = f"assumes that the loop takes at least {FEWEST_TURNS} turns"
            holds = f"{bound} >= {FEWEST_TURNS}" if bound else ""
            assumed.append(Assumption(document, document.span(loop.iter), said, Speculation.UNREAD, holds, loop))
        traced = script.traced_function(document, loop) is not None
        graph = Graph(script)
        known = all(_is_kept(graph, loop, name) for name in carried) and alone_on_its_lines(document, loop)
        others = _bound_by(*loop.body) | _bound_by(loop.target)
        alone = not _is_read_elsewhere(document, loop, others - carried) and not loop.orelse
        fix = None
        if known and alone and traced:
            fix = partial(_over_range, script, document, loop)
        elif known and alone and _lines(document, loop, bound, "tf"):
            fix = partial(_while_loop, script, document, loop, bound)
        way = "loop over `tf.range`" if traced else "use `tf.while_loop`"
        yield Finding(
            self,
            Status.VIOLATION,
            document,
            document.span(loop),
            f"each turn of this loop puts its own nodes into the graph, {turns or 'all'} times the same",
            f"{way}, which has them once",
            related=tuple(assumed),
            confirm=f"it {assumed[0].message}" if assumed and fix is not None else "",
            fix=fix,
        )

    def _stepped(self, result: Found, loop: ast.For, call: ast.Call, made: ast.AST) -> Iterator[Finding]:
        document = result.document(loop)
        given = call.args[0] if call.args else None
        turns = _turns(result, loop)
        if given is None or (turns is not None and turns < FEWEST_TURNS) or not _is_of_the_turn(loop, given):
            return
        if not _feeds_back(document, loop, call):
            return
        cell = document.segment(call.func)
        creation = result.script.call(made)
        layer = min(creation.names).rpartition(".")[2].removesuffix("Cell") if creation is not None else "LSTM"
        yield Finding(
            self,
            Status.VIOLATION,
            document,
            document.span(call),
            f"`{cell}` is stepped over time by Python, one small product after the other",
            f"give the whole sequence to `torch.nn.{layer}`, which has the same parameters under other names",
            related=(Related(document, document.span(loop), "the loop over time"),),
        )


def _is_of_tensorflow(script: Script, loop: ast.For) -> bool:
    """Say whether a loop has calls, and all are of TensorFlow."""
    walked = (each for statement in loop.body for each in ast.walk(statement))
    names = [call.names for each in walked if (call := script.call(each)) is not None]
    return bool(names) and all(name.startswith("tensorflow.") for each in names for name in each)


def _turns(result: Found, loop: ast.For) -> int | None:
    facts = facts_of(result.script)
    number = facts.numbering.numbers[loop]
    return next((int(row[1]) for row in facts.rows("turns") if row[0] == number), None)


def _is_short(script: Script, loop: ast.For) -> bool:
    """Say whether a loop over a range may have few turns, by one of the values that its bounds are seen to have."""
    bounds = loop.iter.args if isinstance(loop.iter, ast.Call) else []
    known = [each for bound in bounds[:2][-1:] for each in script.constants(bound)]
    return any(isinstance(each, int) and each < FEWEST_TURNS for each in known)


def _bound_by(*nodes: ast.AST) -> set[str]:
    """Give the names that statements give a value to."""
    walked = (each for node in nodes for each in ast.walk(node))
    return {each.id for each in walked if isinstance(each, ast.Name) and _is_bound(each)}


def _is_bound(node: ast.Name) -> bool:
    return not isinstance(node.ctx, ast.Load)


def _carried(loop: ast.For) -> set[str]:
    """Give the names that a turn reads before it gives them a value, and gives one."""
    bound: set[str] = set()
    found: set[str] = set()
    for statement in loop.body:
        reads = [each.id for each in ast.walk(statement) if isinstance(each, ast.Name) and not _is_bound(each)]
        found |= {name for name in reads if name not in bound}
        bound |= {each.id for each in ast.walk(statement) if isinstance(each, ast.Name) and _is_bound(each)}
    return found & bound


def _uses(loop: ast.For) -> bool:
    """Say whether the body reads the counter."""
    counters = {each.id for each in ast.walk(loop.target) if isinstance(each, ast.Name)}
    walked = (each for statement in loop.body for each in ast.walk(statement))
    return any(isinstance(each, ast.Name) and each.id in counters for each in walked)


def _is_of_the_turn(loop: ast.For, given: ast.expr) -> bool:
    """Say whether the input of a cell is that of the turn: the loop's own, or indexed by it, and not computed from before."""
    counters = {each.id for each in ast.walk(loop.target) if isinstance(each, ast.Name)}
    read = {each.id for each in ast.walk(given) if isinstance(each, ast.Name)}
    return bool(read & counters) and not read & _bound_by(*loop.body)


def _feeds_back(document: Document, loop: ast.For, call: ast.Call) -> bool:
    """Say whether the state that a cell is given is what it gave in the turn before, and nothing else."""
    state = {each.id for given in call.args[1:] for each in ast.walk(given) if isinstance(each, ast.Name)}
    writing = [statement for statement in loop.body if _bound_by(statement) & state]
    own = document.statement(call)
    return writing == [own] and isinstance(own, ast.Assign) and own.value is call and state <= _bound_by(own)


def _is_kept(graph: Graph, loop: ast.For, name: str) -> bool:
    """Say whether a name has the same known shape before the loop and after each turn, and keeps its element type."""
    values = {
        target.id: statement.value
        for statement in loop.body
        if isinstance(statement, ast.Assign)
        for target in statement.targets
        if isinstance(target, ast.Name)
    }
    reads = [
        each
        for statement in loop.body
        for each in ast.walk(statement)
        if isinstance(each, ast.Name) and each.id == name and not _is_bound(each)
    ]
    given = sum(name in _bound_by(statement) for statement in loop.body)
    known = all(graph.shape(each) is not None for each in reads)
    return given == 1 and known and _keeps_type(graph, values[name], name, values, len(loop.body))


def _keeps_type(graph: Graph, node: ast.expr, name: str, values: dict[str, ast.expr], depth: int) -> bool:
    """Say whether an expression has the element type of a name, from which it is computed."""
    match node:
        case ast.Name(read):
            return read == name or (
                depth > 0 and read in values and _keeps_type(graph, values[read], name, values, depth - 1)
            )
    operation = graph.operation(node)
    inputs = graph.inputs(node)
    return operation in _KEEPS_TYPE and any(_keeps_type(graph, each, name, values, depth) for each in inputs)


def _is_read_elsewhere(document: Document, loop: ast.For, names: set[str]) -> bool:
    """Say whether the function reads any of some names outside of a loop."""
    inside = set(ast.walk(loop))
    scope = document.scope(loop)
    return any(
        isinstance(each, ast.Name) and each.id in names and not _is_bound(each) and each not in inside
        for each in document.within(scope)
    )


def _over_range(script: Script, document: Document, loop: ast.For) -> EditSet:
    assert isinstance(loop.iter, ast.Call)
    tf = tensorflow(script, document)
    return EditSet.of(document, [*tf.edits, *layout.replace(document, loop.iter.func, f"{tf.text}.range")])


def _turn(document: Document, loop: ast.For, bound: str) -> tuple[str, str] | None:
    """Give the name that a loop carries, and what one turn makes of it, when that is its only statement."""
    match loop:
        case ast.For(target=ast.Name(counter), body=[ast.Assign([ast.Name(name)], value) as statement], orelse=[]):
            plain = on_one_line(statement) and not document.text[document.span(statement).end :].lstrip(" ").startswith(
                "#"
            )
            written = loop.end_lineno == loop.lineno + 1 and bound.isidentifier() | bound.isdigit()
            return (name, document.segment(value)) if plain and written and bound not in (name, counter) else None
    return None


def _lines(document: Document, loop: ast.For, bound: str, tf: str) -> list[str]:
    """Give the statement with `tf.while_loop` that stands for a loop; nothing where there is none."""
    turn = _turn(document, loop, bound)
    if turn is None or not isinstance(loop.target, ast.Name):
        return []
    step = loop.target.id if loop.target.id != "_" else "step"
    name, made = turn
    if step in (name, bound):
        return []
    start = f"_, {name} = {tf}.while_loop("
    given = [f"lambda {step}, {name}: {step} < {bound}", f"lambda {step}, {name}: ({step} + 1, {made})", f"(0, {name})"]
    line = f"{start}{', '.join(given)})"
    if loop.col_offset + len(line) <= _LONGEST_LINE:
        return [line]
    return [start, *(f"    {each}," for each in given), ")"]


def _while_loop(script: Script, document: Document, loop: ast.For, bound: str) -> EditSet:
    tf = tensorflow(script, document)
    lines = _lines(document, loop, bound, tf.text)
    return EditSet.of(document, [*tf.edits, *layout.replace_statement(document, loop, lines)])
