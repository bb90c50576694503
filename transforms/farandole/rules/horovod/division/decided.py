"""What a test decides: whether a training step is taken by it, and whether it only saves, shows or evaluates."""

from __future__ import annotations

import ast
from collections.abc import Collection, Sequence

from farandole.analysis.augmented import augmented
from farandole.analysis.call_order import calls_within, run_by, ways
from farandole.analysis.conditions import asked_by
from farandole.analysis.control_dependence import controlled
from farandole.analysis.loops import as_comparison
from farandole.analysis.points_to.lattice import ordered
from farandole.analysis.points_to.values import Bound, Function
from farandole.analysis.program import Call
from farandole.analysis.scopes import FunctionNode
from farandole.analysis.slicing import may_reach
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.session_runs import without_step
from farandole.frameworks.tensorflow.training import Training, applying, taken_by_methods
from farandole.rules.horovod.division.remainders import same_period
from farandole.source import Document
from farandole.source.binding import names_in, stored_among

_BRANCHES = (("true_fn", "fn1"), ("false_fn", "fn2"))


def admits(script: Script, document: Document, test: ast.expr) -> bool:
    """Say whether a test lets a training step be taken, or a test elsewhere that must hold at the same turns."""
    return any(lets_train(script, document, each) for each in (test, *same_period(script, document, test)))


def lets_train(script: Script, document: Document, test: ast.expr) -> bool:
    """Say whether a test lets a training step be taken: it waits for samples, or takes one step for several others.

    A number of turns from which on another step is taken, in place of one or beside one, counts the work.
    """
    holder = holder_of(document, test)
    trained = [{step.node for step in training.step_calls} for training in script.trainings]
    of_methods = ((*taken_by_methods(each), *applying(script, each)) for each in script.trainings)
    trained += [{call.node} for calls in of_methods for call in calls]
    steps = set().union(*trained)
    is_period = not isinstance(test, ast.Compare)
    if is_period and _counts_steps(script, document, test, steps):
        return True
    if holder is None:
        return _chooses(script, document, test, steps) or (is_period and _is_told(script, document, test, steps))
    body, orelse = controlled(document, holder)
    then, otherwise = _run_in(script, body), _run_in(script, (*orelse, *_body_before(document, holder)))
    if is_period and _leaves_turn(holder):
        then, otherwise = otherwise, then
    if not any(each & then and not each & otherwise for each in trained):
        return False
    anyway = (*holder.orelse, *_beside_in_loop(document, holder))
    limits = isinstance(as_comparison(script, test), ast.Compare)
    return not limits or not _surely_run(script, anyway, steps)


def _leaves_turn(holder: ast.If) -> bool:
    """Say whether an `if` does nothing but pass over what is below it."""
    return len(holder.body) == 1 and isinstance(holder.body[0], ast.Continue | ast.Return)


def _body_before(document: Document, holder: ast.If) -> list[ast.stmt]:
    """Give what is done where the test of an `elif` does not hold, if the `if` before it asks for just that."""
    match document.parent(holder):
        case ast.If(test, body, [only]) if only is holder:
            asked, is_held = _affirmed(test)
            again, is_held_again = _affirmed(holder.test)
            return body if asked == again and is_held is not is_held_again else []
    return []


def _affirmed(test: ast.expr) -> tuple[str, bool]:
    """Give a test as a text without the `not` or the `!=` that it may have, and whether it asks that this holds."""
    match test:
        case ast.UnaryOp(ast.Not(), inner):
            text, is_held = _affirmed(inner)
            return text, not is_held
        case ast.Compare(left, [ast.Eq() | ast.NotEq() as operator], [right]):
            return f"{ast.unparse(left)} == {ast.unparse(right)}", isinstance(operator, ast.Eq)
    return ast.unparse(test), True


def _chooses(script: Script, document: Document, test: ast.expr, steps: Collection[ast.AST]) -> bool:
    """Say whether a graph takes a step by one of two functions, `tf.cond(test, apply, wait)`, and none by the other."""
    for outer in document.ancestors(test):
        call = script.call(outer)
        condition = call.argument("pred") if call is not None and "tensorflow.cond" in call.names else None
        if call is not None and condition is not None and test in ast.walk(condition):
            branches = [call.argument(new) or call.argument(old) for new, old in _BRANCHES]
            taken = [any(each in steps for each in _run_in(script, _functions(script, branch))) for branch in branches]
            return len(set(taken)) > 1
    return False


def _functions(script: Script, node: ast.expr | None) -> list[ast.AST]:
    """Give the project's functions that an expression may stand for."""
    values = [each.member if isinstance(each, Bound) else each for each in ordered(script.values(node))]
    return [each.site.node for each in values if isinstance(each, Function)]


def _counts_steps(script: Script, document: Document, test: ast.expr, steps: Collection[ast.AST]) -> bool:
    """Say whether a test decides how many steps a loop takes: by a name that it gives one number or another."""
    match document.statement(test):
        case ast.Assign([ast.Name(name)]):
            named = {name}
        case ast.If(body=body, orelse=orelse):
            named = {
                name
                for each in (*body, *orelse)
                if isinstance(each, ast.Assign) and augmented(each) is None
                for name in stored_among([*ast.walk(each)])
            }
        case _:
            return False
    loops = (each for each in document.within(document.scope(test)) if isinstance(each, ast.For | ast.While))
    counted = (each for each in loops if named & names_in(each.test if isinstance(each, ast.While) else each.iter))
    return any(not _run_in(script, loop.body).isdisjoint(steps) for loop in counted)


def _is_told(script: Script, document: Document, test: ast.expr, steps: Collection[ast.AST]) -> bool:
    """Say whether what takes a step is told by a test, itself or by a name, what else to do in it."""
    match document.statement(test):
        case ast.Assign([ast.Name(name)]):
            named = {name}
        case _:
            named = set()
    for call in document.within(document.scope(test), ast.Call):
        given = (*call.args, *(each.value for each in call.keywords))
        told = (each for each in given if test in ast.walk(each) or (isinstance(each, ast.Name) and each.id in named))
        if any(told) and not _run_in(script, [call]).isdisjoint(steps):
            return True
    return False


def _surely_run(script: Script, statements: Sequence[ast.stmt], steps: Collection[ast.AST]) -> bool:
    """Say whether statements take one of some steps, whatever the conditions in them decide."""
    return any(
        all(_surely_run(script, branch, steps) for branch in (each.body, each.orelse))
        if isinstance(each, ast.If)
        else not _run_in(script, [each]).isdisjoint(steps)
        for each in statements
    )


def _beside_in_loop(document: Document, holder: ast.If) -> list[ast.stmt]:
    """Give the statements beside an `if`, and beside those around it, in their loop or function."""
    inner: ast.AST = holder
    beside: list[ast.stmt] = []
    for outer in document.ancestors(holder):
        blocks = [getattr(outer, name, []) for name in ("body", "orelse", "finalbody")]
        beside += [
            each
            for block in blocks
            if isinstance(block, list) and inner in block
            for each in block
            if each is not inner
        ]
        if isinstance(outer, ast.For | ast.AsyncFor | ast.While | ast.FunctionDef):
            break
        inner = outer
    return beside


def holder_of(document: Document, test: ast.expr) -> ast.If | None:
    """Give the `if` that asks for a test."""
    asked = asked_by(document, test)
    return asked[0] if asked is not None else None


def reports(script: Script, document: Document, holder: ast.If, fed: Collection[ast.AST]) -> bool:
    """Say whether an `if` saves or evaluates, and neither takes a training step nor makes what one gets."""
    if not is_apart(script, document, holder, fed):
        return False
    run = _run_in(script, decided_by(document, holder))
    entries = [call.entry for node in run if (call := script.call(node)) is not None and call.entry is not None]
    return any(each.facts.get("evaluates") or each.facts.get("writes") for each in entries)


def decided_by(document: Document, holder: ast.If) -> list[ast.stmt]:
    """Give the statements that an `if` decides about: of its branches, and those that one of them passes over."""
    then, otherwise = controlled(document, holder)
    return [*then, *otherwise]


def is_apart(script: Script, document: Document, holder: ast.If, fed: Collection[ast.AST]) -> bool:
    """Say whether an `if` neither takes a training step nor makes what one gets."""
    decided = decided_by(document, holder)
    if any(node in fed for statement in decided for node in ast.walk(statement)):
        return False
    run = _run_in(script, decided)
    return not any(step.node in run for training in script.trainings for step in training.step_calls)


def is_for_report(script: Script, document: Document, test: ast.expr, fed: Collection[ast.AST]) -> bool:
    """Say whether a test decides on saving or evaluating alone."""
    holder = holder_of(document, test)
    return holder is not None and reports(script, document, holder, fed)


def _run_in(script: Script, statements: Sequence[ast.AST]) -> set[ast.Call]:
    """Give the calls that statements, or expressions, make, and the project's functions that they call.

    No step is among them that a flag keeps a function from, which is called for training and for evaluation.
    """
    bodies = (body for statement in statements for body in run_by(script, statement))
    run = {call.node for body in bodies for call in calls_within(script, body)}
    steps = {step: training for training in script.trainings for step in training.step_calls if step.node in run}
    return run - {step.node for step, training in steps.items() if _is_kept_from(script, training, step, run)}


def _is_kept_from(script: Script, training: Training, step: Call, run: Collection[ast.AST]) -> bool:
    """Say whether the calls among those that are run, by which a step would be taken, keep from it by constants."""
    without = without_step(script, step, training.train_ops) if step in training.runs else ()
    leading: dict[FunctionNode, list[tuple[Document, ast.AST]]] = {}
    for document, scope, node in ways(script, step):
        if isinstance(scope, FunctionNode):
            leading.setdefault(scope, []).append((document, node))
    for scope, nodes in leading.items():
        calls = [call for call in script.callers(scope) if call.node in run]
        kept = (call in without or not any(may_reach(script, call, scope, *place) for place in nodes) for call in calls)
        if calls and all(kept):
            return True
    return False
