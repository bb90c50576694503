"""Variables of Keras that each step of a training changes by a number: a weight of a loss that grows, a count, a decay.

A process takes a part of the steps: each of them stands for one of every process, so that more is added, or the factor
is raised to a power.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from farandole.analysis.program import Call
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.tallies import is_fixed_number, runs_until
from farandole.frameworks.tensorflow.training import Training
from farandole.rules.horovod.division.compounded import computed_as, is_for_one
from farandole.rules.horovod.division.global_steps import is_equality
from farandole.rules.horovod.division.outcome import Change
from farandole.rules.horovod.division.remainders import remainder
from farandole.rules.horovod.division.tallies import grown
from farandole.rules.horovod.rates.assigned import settings
from farandole.source import Document

_BACKEND, _VARIABLE = "tensorflow.keras.backend", "tensorflow.Variable"
_SETTING = (f"{_BACKEND}.set_value", f"{_BACKEND}.update", f"{_VARIABLE}.assign")
_ADDING = tuple(f"{of}_{change}" for of in (f"{_BACKEND}.update", f"{_VARIABLE}.assign") for change in ("add", "sub"))
_VALUES = frozenset({"numpy", "value", "read_value"})


@dataclass(frozen=True)
class _Step:
    """What a call changes a variable by: that is added or taken away, or else it `multiplies` it."""

    target: ast.expr
    by: ast.expr
    multiplies: bool


def renewed_changes(script: Script, training: Training, shrunk: frozenset[ast.AST]) -> Iterator[Change]:
    """Yield the changes of the numbers by which each step changes a variable; a process takes a part of the steps.

    A number that is computed from one process's part, `shrunk`, or from `hvd.size()`, is for its steps already.
    """
    rates = {value for document in script.documents for _, value in settings(script, document)}
    for call in script.calls_to(*_SETTING, *_ADDING):
        document, step = call.document, _step(script, call)
        if step is None or not rates.isdisjoint(call.node.args) or _is_count_of_steps(call, step):
            continue
        written = ast.unparse(step.target)
        if not runs_until(script, training, document, call.node, step.target):
            continue
        if is_for_one(script, document, step.by, shrunk):
            exact = next(_told_exactly(script, document, written), None)
            doubt = "" if exact is None else _doubt(document, exact)
            yield Change(partial(grown, script, document, step.by, step.multiplies), doubt)


def _step(script: Script, call: Call) -> _Step | None:
    """Give what a call changes a variable by, None where it does so in another way."""
    given = [*call.node.args, *(each.value for each in call.node.keywords)]
    if any(name.startswith(_BACKEND) for name in call.names):
        target, given = (given[0], given[1:]) if given else (None, [])
    else:
        target = call.receiver
    if target is None or not given:
        return None
    target = script.slices.alias(call.document, target)
    if call.names & frozenset(_ADDING):
        fixed = is_fixed_number(script, call.document, given[0])
        return _Step(target, given[0], multiplies=False) if fixed else None
    reads = partial(_reads, script, call.document, ast.unparse(target))
    match computed_as(script, call.document, given[0], lambda side: any(map(reads, ast.walk(side)))):
        case ast.BinOp(left, (ast.Add() | ast.Sub() | ast.Mult()) as operator, by) if reads(left):
            pass
        case ast.BinOp(by, (ast.Add() | ast.Mult()) as operator, right) if reads(right):
            pass
        case _:
            return None
    fixed = is_fixed_number(script, call.document, by)
    return _Step(target, by, isinstance(operator, ast.Mult)) if fixed else None


def _reads(script: Script, document: Document, target: str, node: ast.AST) -> bool:
    """Say whether an expression is a variable, written as a target is, or gives its value, also by way of a name."""
    match script.slices.bound_in_turn(document, node) if isinstance(node, ast.Name) else node:
        case ast.Call(ast.Attribute(value, attr), []) if attr in _VALUES:
            return _reads(script, document, target, value)
        case ast.Call(ast.Name("get_value") | ast.Attribute(attr="get_value"), [value], []):
            return _reads(script, document, target, value)
        case ast.Call(ast.Name("float"), [value], []):
            return _reads(script, document, target, value)
        case ast.Name() | ast.Attribute() | ast.Subscript() as place:
            return target in (ast.unparse(node), ast.unparse(place))
    return False


def _is_count_of_steps(call: Call, step: _Step) -> bool:
    """Say whether a call adds one to a variable of TensorFlow: where it is read, the steps of all are computed with."""
    is_one = isinstance(step.by, ast.Constant) and step.by.value == 1
    return is_one and not step.multiplies and f"{_BACKEND}.set_value" not in call.names


def _told_exactly(script: Script, document: Document, target: str) -> Iterator[ast.expr]:
    """Yield the tests that hold for single values of a variable, by its remainder or by being equal: it may pass them."""
    for node in document.nodes(ast.BinOp, ast.Compare):
        is_exact = remainder(script, node) is not None or (isinstance(node, ast.Compare) and is_equality(node))
        if (
            isinstance(node, ast.expr)
            and is_exact
            and any(_reads(script, document, target, each) for each in ast.walk(node))
        ):
            yield node


def _doubt(document: Document, test: ast.expr) -> str:
    return (
        f"{document.quote(test)} in {document.place_of(test)} must hold at values that all processes together pass over"
    )
