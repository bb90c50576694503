"""A Python number that changes from call to call of a traced function."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial

from farandole.analysis.points_to.values import Bound, Function
from farandole.analysis.scopes import FunctionNode
from farandole.analysis.slicing import argument_for
from farandole.frameworks.script import Script
from farandole.frameworks.staging.staged import Root, Stage
from farandole.options import Options
from farandole.rules.families import STAGED_TENSORFLOW
from farandole.rules.horovod.names import tensorflow
from farandole.rules.rule import Example, Finding, Related, Rule, Status
from farandole.rules.staging.reporting import call_names
from farandole.source import Document, EditSet, layout
from farandole.source.binding import names_in


class NumberArgument(Rule):
    """Pass numbers that change as tensors.

    ## What it does

    Finds calls of a function under `tf.function` that pass the number of a loop, or one that the loop changes, and passes it as
    a tensor.

    ## Why

    A Python number is a part of the trace: the function is traced again for each value, which takes longer than hundreds of
    its steps and keeps a graph for each. A tensor is an argument of one graph. `reduce_retracing=True` changes nothing for
    Python numbers.

    ## When it is not offered

    The function has an `input_signature`, which makes tensors of them; or the number does not change in the loop that calls
    it. It is reported only where the function may need the number while it is traced, as for a shape or a `range`.

    ## Edit safety

    The tensor is passed only where the function casts it, prints it or hands it to a summary as its step.
    """

    family = STAGED_TENSORFLOW
    code, name = "STG111", "number-traced-again"
    title = "Pass the number as a tensor"
    examples = [
        Example(
            before="""\
import tensorflow as tf

@tf.function
def step(x, number):
    return x * tf.cast(number, tf.float32)

for number in range(20):
    step(tf.ones(3), number)
""",
            after="""\
import tensorflow as tf

@tf.function
def step(x, number):
    return x * tf.cast(number, tf.float32)

for number in range(20):
    step(tf.ones(3), tf.constant(number))
""",
        )
    ]
    reported = [
        """\
import tensorflow as tf

@tf.function
def step(x, number):
    for _ in range(number):
        x = x + 1
    return x

for number, _ in enumerate(["a", "b", "c"]):
    step(tf.ones(3), number)
""",
        """\
import tensorflow as tf

@tf.function
def step(x, rate):
    return x - rate

rate = 0.1
for number in range(10):
    step(tf.ones(3), rate)
    rate *= 0.9
    step(tf.ones(3), 1.0 / (1 + number))
""",
    ]
    untouched = [
        """\
import tensorflow as tf

@tf.function
def step(x, size):
    return x * size

@tf.function(input_signature=[tf.TensorSpec([3]), tf.TensorSpec([], tf.int32)])
def typed(x, number):
    return x

size = 3
size += 1
rate = tf.Variable(0.5)
for number in range(20):
    step(tf.ones(3), 10)
    step(tf.ones(3), tf.constant(number))
    step(tf.ones(3), size)
    step(tf.ones(3), rate * number)
    rate.assign_sub(0.1)
    typed(tf.ones(3), number)
"""
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find calls of staged functions with the number of a loop."""
        roots = {
            root.function: root
            for root in script.staging.roots
            if root.stage is Stage.TF_FUNCTION and root.option("input_signature") is None
        }
        staged = {member.function for member in script.staging.members(Stage.TF_FUNCTION)}
        if not roots or not staged:
            return
        for call in script.calls:
            callees = script.flow.callees.get(call.node, ())
            functions = [each.member if isinstance(each, Bound) else each for each in callees]
            if len(functions) != 1 or not isinstance(functions[0], Function):
                continue
            root = roots.get(functions[0].site.node) if isinstance(functions[0].site.node, FunctionNode) else None
            if root is None or call.document.scope(call.node) in staged:
                continue
            for parameter in root.function.args.args:
                found = argument_for(script, call, root.function, parameter.arg)
                if found is None or found[1] not in call.arguments:
                    continue
                if _changes(script, call.document, found[1]):
                    yield self._found(script, root, call.document, found[1], parameter.arg)

    def _found(self, script: Script, root: Root, document: Document, number: ast.expr, parameter: str) -> Finding:
        what = " ".join(document.segment(number).split())
        return Finding(
            self,
            Status.VIOLATION,
            document,
            document.span(number),
            f"`{root.name}` is traced again for each value of `{what}`",
            f"pass tf.constant({what})",
            related=(Related(root.home, root.home.span(root.by), f"`{root.name}` is staged here"),),
            fix=partial(_fix, script, document, number) if _takes_tensor(script, root, parameter) else None,
        )


def _changes(script: Script, document: Document, number: ast.expr) -> bool:
    """Say whether an expression is computed of numbers alone, of which one surely changes in a loop around it."""
    names = [each for each in ast.walk(number) if isinstance(each, ast.Name)]
    called = [each.func for each in ast.walk(number) if isinstance(each, ast.Call)]
    numbers = [each for each in names if not any(each is func for func in called)]
    plain = ast.expr_context | ast.operator | ast.unaryop | ast.BinOp | ast.UnaryOp | ast.Constant | ast.Name | ast.Call
    return (
        all(isinstance(each, plain) for each in ast.walk(number))
        and all(script.names_of(func) <= {"builtins.float", "builtins.int"} for func in called)
        and all(script.names_of(func) for func in called)
        and bool(numbers)
        and all(counts(document, each) or _steps(script, document, each) for each in numbers)
    )


def _steps(script: Script, document: Document, number: ast.Name) -> bool:
    """Say whether a name is a number that a loop around it goes on with, by numbers that are written down."""
    home = script.scope(document, number).home(number.id)
    definitions = script.def_use.names.get((home, number.id), ()) if home is not None else ()
    loops = [each for each in document.ancestors(number) if isinstance(each, ast.For | ast.While)]
    if home is None or home.node is not document.scope(number):
        return False
    in_loop = False
    for each in definitions:
        match document.parent(each.target):
            case ast.Assign([ast.Name()], ast.Constant(int() | float())):
                pass
            case ast.AugAssign(value=ast.Constant(int() | float())) as stmt:
                in_loop = in_loop or any(loop in document.ancestors(stmt) for loop in loops)
            case _:
                return False
    return in_loop


def counts(document: Document, number: ast.Name) -> bool:
    """Say whether a name is the number of a loop around it, which nothing else binds there."""
    for loop in document.ancestors(number):
        if isinstance(loop, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            return False
        if isinstance(loop, ast.For) and number.id in names_in(loop.target):
            stores = [
                node
                for node in ast.walk(loop)
                if isinstance(node, ast.Name) and node.id == number.id and isinstance(node.ctx, ast.Store)
            ]
            if len(stores) != 1:
                return False
            match loop:
                case ast.For(ast.Name(), ast.Call(ast.Name("range"), arguments)):
                    few = (
                        len(arguments) == 1 and isinstance(arguments[0], ast.Constant) and arguments[0].value in (0, 1)
                    )
                    return not few
                case ast.For(ast.Tuple([ast.Name(first), _]), ast.Call(ast.Name("enumerate"))):
                    return first == number.id
            return False
    return False


def _takes_tensor(script: Script, root: Root, parameter: str) -> bool:
    """Say whether a function only casts or prints a parameter, or hands it to TensorFlow as a step."""
    document = root.document
    for node in ast.walk(root.function):
        if not isinstance(node, ast.Name) or node.id != parameter:
            continue
        around = document.parent(node)
        if isinstance(around, ast.keyword) and around.arg == "step":
            around = document.parent(around)
            names = call_names(script, around) if isinstance(around, ast.Call) else frozenset()
            if not names or not all(name.startswith("tensorflow.summary.") for name in names):
                return False
        elif not isinstance(around, ast.Call) or not call_names(script, around) & {
            "tensorflow.cast",
            "tensorflow.print",
        }:
            return False
    return True


def _fix(script: Script, document: Document, number: ast.expr) -> EditSet:
    tf = tensorflow(script, document)
    new = f"{tf.text}.constant({document.segment(number)})"
    return EditSet.of(document, (*layout.replace(document, number, new), *tf.edits))
