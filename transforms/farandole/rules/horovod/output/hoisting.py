"""Arguments that every rank must compute: they are computed before the call that rank 0 makes alone."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from farandole.analysis.augmented import augmented
from farandole.analysis.effects.calls import is_pure_method
from farandole.analysis.loops import LoopAt, loops_around
from farandole.analysis.nodes import Loop
from farandole.analysis.program import Call
from farandole.catalog import Catalog
from farandole.frameworks.samples import driving
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.session_runs import step_chains
from farandole.rules.horovod.output.calls import facts, parameter
from farandole.rules.horovod.output.changes import Change, Restricted
from farandole.rules.horovod.output.guards import Guards
from farandole.rules.horovod.output.shared_effects import SharedEffect
from farandole.rules.horovod.restrictions.hvd204_side_effects import every_rank_must
from farandole.source import Document, Edit, layout
from farandole.source.binding import names_in
from farandole.source.layout.expressions import outer_span


def obstructed(guards: Guards, call: Call, effect: SharedEffect) -> None:
    """Say that a call has an effect that every rank depends on, and stays on every rank."""
    guards.refused.add(call.node)
    guards.found.append(Restricted(call.document, call.document.span(call.node), every_rank_must(call, effect)))


def hoist(guards: Guards, call: Call, statement: ast.stmt) -> None:
    """Compute the arguments that every rank needs in a statement of their own, in the order of before.

    What a method is called on is one of them where a call makes it.
    """
    document, node = call.document, call.node
    made = [node.func.value] if isinstance(node.func, ast.Attribute) and isinstance(node.func.value, ast.Call) else []
    arguments: list[ast.expr] = sorted([*made, *call.arguments], key=lambda each: document.span(each).start)
    found = [guards.shared.first(document, each, random=True) for each in arguments]
    last = max((index for index, effect in enumerate(found) if effect), default=-1)
    effect = next((each for each in found if each), None) or guards.shared.first(document, statement, random=True)
    assert effect is not None
    needed = [each for each in arguments[: last + 1] if not isinstance(each, ast.Constant | ast.Name)]
    hoisted = [each for each in arguments if each in needed or _may_change(guards, document, each)]
    unpacked = any(keyword.arg is None for keyword in node.keywords)
    if last < 0 or unpacked or any(isinstance(each, ast.Starred) for each in hoisted) or _has_comment(call, hoisted):
        obstructed(guards, call, effect)
        return
    names = _fresh(guards, call, hoisted)
    guards.left.add(node)
    guards.hoisted.update(hoisted)
    guards.found.append(
        Change(
            document,
            document.span(node),
            f"`{ast.unparse(node.func)}` runs on every rank, and it {effect.reason}",
            "leave it to rank 0, after what every rank must do",
            lambda hvd: _hoist_edits(document, statement, hoisted, names, guards.condition(call).format(hvd=hvd)),
        )
    )


def _may_change(guards: Guards, document: Document, argument: ast.expr) -> bool:
    """Say whether another rule may edit an argument, which could not be written once more in another place then.

    Such are what a model predicts, which is silenced, what is computed from a counter of steps, and means.
    """
    if isinstance(argument, ast.Name):
        return False
    driving_loops = _driving_loops(guards.script)
    for node in ast.walk(argument):
        call = guards.script.call(node)
        if isinstance(node, ast.Div) or (call is not None and "verbose" in facts(call)):
            return True
        if isinstance(node, ast.Name) and any(
            _counts(document, node.id, place) for place in loops_around(document, node) if place.node in driving_loops
        ):
            return True
    return False


def _driving_loops(script: Script) -> frozenset[Loop]:
    """Give the loops that drive a training."""
    return frozenset(
        place.node
        for training in script.trainings
        for step in training.step_calls
        for chain in step_chains(script, training, step)
        if (place := driving(script, chain)) is not None
    )


def _counts(document: Document, name: str, loop: LoopAt) -> bool:
    """Say whether a loop gives a name a new value in each turn, as a counter."""
    if isinstance(loop.node, ast.For | ast.AsyncFor) and name in names_in(loop.node.target):
        return True
    counted = map(augmented, document.within(loop.node, ast.Assign, ast.AugAssign))
    return any(each is not None and isinstance(each.target, ast.Name) and each.target.id == name for each in counted)


def _has_comment(call: Call, hoisted: Sequence[ast.expr]) -> bool:
    """Say whether a comment stands in a call, but for those within what is taken out of it, which go with that."""
    document = call.document
    start, end = document.span(call.node)
    spans = [outer_span(document, each) for each in hoisted]
    comments = (at for at in document.lexis.comments.values() if start <= at < end)
    return any(not any(span.start <= at < span.end for span in spans) for at in comments)


def _fresh(guards: Guards, call: Call, arguments: list[ast.expr]) -> list[str]:
    taken = {each.id for each in call.document.nodes(ast.Name)}
    keywords = {keyword.value: keyword.arg for keyword in call.node.keywords}
    path = parameter(call, "path")
    keywords |= {path: "file_name"} if path is not None else {}
    names = []
    for argument in arguments:
        base = keywords.get(argument) or _suggested(argument, guards.script.catalog)
        name = next(each for each in (base, *(f"{base}_{number}" for number in range(2, 999))) if each not in taken)
        taken.add(name)
        names.append(name)
    return names


def _hoist_edits(
    document: Document, statement: ast.stmt, arguments: list[ast.expr], names: list[str], condition: str
) -> Iterator[Edit]:
    """Turn `show(a, f())` into `value = f()`, and below it the condition and `show(a, value)`."""
    start, end = document.span(statement)
    spans = [outer_span(document, argument) for argument in arguments]
    shown = document.text[start:end]
    for span, name in reversed(list(zip(spans, names, strict=True))):
        shown = shown[: span.start - start] + name + shown[span.end - start :]
    opening, closing = ("", "") if _stands_alone(", ".join(document.text[at:to] for at, to in spans)) else ("(", ")")
    yield Edit(start, spans[0].start, f"{', '.join(names)} = {opening}")
    for before, after in pairwise(spans):
        yield Edit(before.end, after.start, ", ")
    yield Edit(spans[-1].end, end, closing)
    shown_lines = [line.strip() for line in re.split(r"\r\n|\r|\n", shown)]
    yield from layout.insert_after(
        document,
        statement,
        [f"if {condition}:", *_nested(shown_lines)],
        layer=9,
    )


def _stands_alone(text: str) -> bool:
    """Say whether an expression needs no parentheses around its lines."""
    try:
        ast.parse(f"_ = {text}")
    except SyntaxError:
        return False
    return True


def _nested(lines: list[str]) -> list[str]:
    """Indent the lines of a call by one level, and its arguments by one more."""
    inner = [f"    {line}" if line.startswith((")", "]", "}")) else f"        {line}" for line in lines[1:]]
    return [f"    {lines[0]}", *inner]


def _suggested(argument: ast.expr, catalog: Catalog) -> str:
    """Give a name for the value of an argument."""
    match argument:
        case ast.Subscript(inner):
            return _suggested(inner, catalog)
        case ast.JoinedStr() | ast.BinOp(ast.Constant(str())) | ast.Call(ast.Attribute(attr="format")):
            return "message"
        case ast.Call(ast.Attribute(ast.Call() as inner, name)) if is_pure_method(catalog, name):
            return _suggested(inner, catalog)
        case ast.Call(ast.Attribute(ast.Name(owner), name)) if owner != "self":
            return f"{owner}_{name}"
        case ast.Call(ast.Name(name)) | ast.Call(ast.Attribute(attr=name)):
            return f"{name}_result"
    return "value"
