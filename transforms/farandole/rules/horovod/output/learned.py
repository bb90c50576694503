"""What a callback that rank 0 alone has learns while it trains, such as its `best`: the others have it from rank 0."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from farandole.analysis.program import Call
from farandole.frameworks.horovod.decisions import deciding_conditions
from farandole.frameworks.tensorflow.callbacks import methods
from farandole.rules.horovod.output.agreed import of_rank_zero
from farandole.rules.horovod.output.calls import facts
from farandole.rules.horovod.output.changes import Found, Restricted
from farandole.rules.horovod.output.elements import is_left_to_rank_zero
from farandole.rules.horovod.output.guards import Guards
from farandole.rules.horovod.output.waits import is_collective, is_met_by_all, lets_wait_within, places_before
from farandole.rules.horovod.restrictions.hvd210_written_is_needed import learnt_on_rank_zero
from farandole.source import Document


def tell_learned(guards: Guards) -> None:
    """Give all processes what a callback of rank 0 has learnt, where all read it; refuse that where not all come."""
    for call in guards.script.calls:
        always, own = _of_library(guards, call), _set_in_training(guards, call)
        if (always or own) and is_left_to_rank_zero(guards, call):
            reads = [each for each in _reads(guards, call, always | own) if not guards.is_left_out(*each)]
            decided = _decided(guards) if reads else []
            for document, read in reads:
                exists = read.attr in always
                if not exists or not any(document.contains(each, read) for each in decided):
                    guards.found.append(_told(guards, call, document, read, exists))


def _decided(guards: Guards) -> list[ast.expr]:
    """Give the conditions, and the settings, that rank 0 decides for all: `HVD109` sees to them."""
    script = guards.script
    conditions = [each.test for step in guards.steps for each in deciding_conditions(script, step.document, step.node)]
    return [*conditions, *(each.decided for each in script.settings.measured)]


def _of_library(guards: Guards, call: Call) -> set[str]:
    """Give the attributes that what a call makes has from the beginning, and changes in the training that it follows."""
    return {name for each in guards.script.entries(call) for name in each.facts.get("sees", ())}  # type: ignore[attr-defined]


def _set_in_training(guards: Guards, call: Call) -> set[str]:
    """Give the attributes that methods of the project set in what a call makes, in the training that it follows."""
    followed = (method for _, method in methods(guards.script, call) if method.name.startswith("on_"))
    return {name for method in followed for name in _set(method)}


def _set(method: ast.FunctionDef) -> Iterator[str]:
    """Yield the attributes of its object that a method sets."""
    first = next((each.arg for each in (*method.args.posonlyargs, *method.args.args)), None)
    for node in ast.walk(method):
        match node:
            case ast.Attribute(ast.Name(name), attribute, ast.Store()) if name == first:
                yield attribute


def _reads(guards: Guards, call: Call, attributes: set[str]) -> Iterator[tuple[Document, ast.Attribute]]:
    """Yield where one of some attributes of what a call makes is read, but for its own methods."""
    for document, use in guards.uses_of(call.node):
        parent = document.parent(use)
        own = {method for _, method in methods(guards.script, call)}
        match parent:
            case ast.Attribute(value, name, ast.Load()) if value is use and name in attributes:
                if own.isdisjoint(document.ancestors(use)) and not _is_sent(guards, document, parent):
                    yield document, parent


def _is_sent(guards: Guards, document: Document, read: ast.Attribute) -> bool:
    """Say whether what is read is given to all processes already."""
    statement = document.statement(read)
    around = [each for each in document.ancestors(read) if document.contains(statement, each)]
    outer = (guards.script.call(each) for each in around)
    taking = guards.script.call(around[0]) if around else None
    sent = any(facts(each).get("collective") for each in outer if each is not None)
    return sent or (taking is not None and is_collective(guards, taking))


def _told(guards: Guards, call: Call, document: Document, read: ast.Attribute, exists: bool) -> Found:
    """Give what is found where all read an attribute: whether the others have one is what `exists` says."""
    text = document.quote(read)
    together = is_met_by_all(guards, document, read) and places_before(guards, document, read, ()) is not None
    if not together or lets_wait_within(guards, document, read):
        return Restricted(document, document.span(read), learnt_on_rank_zero(text, call))
    told = f"{text} is what the callback of rank 0 alone has seen, and all read it"
    return of_rank_zero(guards, document, read, told, "" if exists else "None")
