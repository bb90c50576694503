"""Eager training starts from one set of variables: rank 0's are broadcast once, after the first step."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeGuard

from farandole.analysis.access_paths import (
    expression_at,
    expression_for,
    importing,
    is_bound_again,
    is_plain,
    is_readable_at,
)
from farandole.analysis.anchors import Anchor, anchors, leading
from farandole.analysis.augmented import augmented
from farandole.analysis.first_turns import first_turn, runs_once
from farandole.analysis.locations import definitions, location
from farandole.analysis.loops import LoopAt, chains, iterated, loops_around, range_counts
from farandole.analysis.points_to.values import Class, Container, Instance, Library, Value
from farandole.analysis.program import Call
from farandole.analysis.scopes import FunctionNode
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.training import Training, gradient_calls
from farandole.options import Options
from farandole.rules.horovod.names import horovod_tensorflow, tensorflow
from farandole.rules.horovod.restrictions.hvd304_broadcast_place import (
    slots_restored,
    step_without_statement,
    steps_in_graph,
    variables_of_several,
    variables_without_name,
)
from farandole.rules.horovod.restrictions.refusal import Refusal
from farandole.rules.horovod.tapes.averages import followers, siblings, untrained
from farandole.rules.horovod.tapes.later import run_later
from farandole.rules.horovod.tapes.wrap import TRAINABLE, is_list, structured
from farandole.rules.rule import Finding, Rule, Status
from farandole.source import Document, Edit, EditSet, layout
from farandole.source.binding import names_in, stored_among

BROADCASTS = ("horovod.tensorflow.broadcast_variables", "horovod.tensorflow.broadcast_global_variables")
_FEW = 10
"""The most steps, such as those of a critic, that one call of a traced function takes for a single one."""

_RESTORING = frozenset({"read", "restore", "restore_or_initialize"})

_DONE = "hvd_broadcast_done"
"""The attribute that says that what an object has is broadcast."""

ONCE = "# Horovod: once, after the first step, which has made all variables"
"""What is said above statements that broadcast."""

_MODULES = frozenset({"tensorflow", "tensorflow_probability", "sonnet"})
"""The libraries of which all that has trainable variables is a `tf.Module`, and has `variables`."""


@dataclass(frozen=True)
class VariableList:
    """A list of variables, as an expression; the model whose variables they are, if they are a model's.

    `is_several` says that the expression stands for more lists than there are optimizers, one at a time.
    """

    text: str
    owner: str = ""
    is_several: bool = False


@dataclass(frozen=True)
class Variables:
    """What is broadcast at an anchor, as expressions of the code there."""

    lists: tuple[VariableList, ...]
    optimizer: str


def find(rule: Rule, script: Script, training: Training, options: Options) -> Iterator[Finding]:
    """Find the steps of a training after which its variables are not broadcast."""
    done = next((call for call in script.calls_to(*BROADCASTS) if _concerns(script, call, training)), None)
    if done is not None:
        span = done.document.span(done.node)
        yield Finding(rule, Status.DONE, done.document, span, "the variables are broadcast here", training=training)
        return
    places: list[tuple[Anchor, Variables]] = []
    run = [step for step in training.steps if not script.is_left_out(step.document, step.node)]
    for step in run or training.steps:
        found = _places(script, training, step)
        if isinstance(found, Refusal):
            yield found.finding(rule.code, step.document, step.node, training)
            return
        places.extend(found)
    shared = _is_optimizer_shared(training, [variables for _, variables in places])
    first = _together(leading(places)) if shared else leading(places)
    shared = _is_optimizer_shared(training, [variables for _, variables in first])
    restoring = _restoring(script, training) if shared and _are_apart(first) else None
    if restoring is not None:
        document, node = first[-1][0].document, first[-1][0].node
        yield slots_restored(training, restoring).finding(rule.code, document, node, training)
        return
    later = run_later(script, training)
    flags = _flags(script, training, [anchor for anchor, _ in first])
    for (anchor, variables), flag in zip(first, flags, strict=True):
        unnamed = next((each for each in variables.lists if each.is_several and not each.owner), None)
        if unnamed is not None:
            yield variables_of_several(training, anchor.document, anchor.statement, unnamed.text).finding(
                rule.code, anchor.document, anchor.node, training
            )
            return
        turn = _first_turn(script, training, anchor, variables) if len(first) == 1 and not shared else None
        yield Finding(
            rule,
            Status.MISSING,
            anchor.document,
            anchor.document.span(anchor.node),
            f"each process starts {training.label} from its own initial values",
            "broadcast the variables of rank 0 after the first step",
            training=training,
            confirm=_made_first(later) if later is not None else "",
            fix=partial(_fix, script, anchor, variables, turn, "" if shared else flag),
        )


def _made_first(call: Call) -> str:
    """Say that the variables of a layer must be made before those of a training are broadcast."""
    layer = f"`{call.document.segment(call.node.func)}` in {call.document.place_of(call.node)}"
    return f"{layer} must be built in the first step or before: by its turn it may run later, with other variables in each process"


def _are_apart(places: Sequence[tuple[Anchor, Variables]]) -> bool:
    """Say whether one optimizer has places after which other variables are broadcast."""
    found: dict[str, set[tuple[VariableList, ...]]] = {}
    for _, variables in places:
        found.setdefault(variables.optimizer, set()).add(variables.lists)
    return any(len(lists) > 1 for lists in found.values())


def _restoring(script: Script, training: Training) -> Call | None:
    """Give a call that restores a checkpoint in which the optimizers of a training are kept."""
    kept = any(
        not training.optimizers.isdisjoint(script.values(each))
        for call in script.calls_to("tensorflow.train.Checkpoint")
        for each in call.arguments
    )
    restoring = (each for each in script.calls if kept and each.attribute in _RESTORING and not each.functions)
    return next((each for each in restoring if any("tensorflow.train." in name for name in each.names)), None)


def _together(places: Sequence[tuple[Anchor, Variables]]) -> list[tuple[Anchor, Variables]]:
    """Join the places of one block that follow steps of one optimizer: at the last of them it has the slots of all.

    After a restart, the process that has restored a checkpoint has these from the first step on, and the others do not.
    """
    kept: list[tuple[Anchor, Variables]] = []
    for anchor, variables in places:
        before = next((each for each in kept if _is_followed(*each, anchor, variables)), None)
        if before is not None:
            kept.remove(before)
        earlier = before[1].lists if before is not None else ()
        kept.append((anchor, replace(variables, lists=tuple(dict.fromkeys((*earlier, *variables.lists))))))
    return kept


def _is_followed(anchor: Anchor, variables: Variables, later: Anchor, others: Variables) -> bool:
    """Say whether a turn that comes to one place comes to a later one of the same optimizer, too."""
    if anchor.document is not later.document or variables.optimizer != others.optimizer:
        return False
    block = anchor.document.block(anchor.statement)
    if later.statement not in block or block.index(later.statement) < block.index(anchor.statement):
        return False
    between = block[block.index(anchor.statement) + 1 : block.index(later.statement)]
    left = (ast.Break, ast.Continue, ast.Return, ast.Raise)
    return not any(isinstance(node, left) for statement in between for node in ast.walk(statement))


def _is_optimizer_shared(training: Training, places: Sequence[Variables]) -> bool:
    """Say whether one optimizer takes steps of several lists of variables, of which not all are broadcast at once."""
    lists = {variables.lists for variables in places}
    if any(each.is_several for found in lists for each in found):
        return True
    has_more_models = len(training.models) > len(training.optimizers)
    return len(lists) > 1 and (has_more_models or any(not each.owner for found in lists for each in found))


def _concerns(script: Script, broadcast: Call, training: Training) -> bool:
    """Say whether a broadcast is of a training's variables, as far as can be told."""
    values = [value for argument in broadcast.node.args for value in script.values(argument)]
    ours = training.models | training.optimizers
    others = {each for other in script.trainings for each in other.models | other.optimizers} - ours
    reached = script.origins(values, lambda value: value in ours or value in others)
    return not reached or not ours.isdisjoint(reached)


def _places(script: Script, training: Training, step: Call) -> list[tuple[Anchor, Variables]] | Refusal:
    """Give the places after which a step has been taken, with what to broadcast there."""
    found = anchors(script, step.document, step.node)
    if found is None:
        return step_without_statement(step)
    loop = _loop_in_graph(script, step)
    if loop is not None:
        return steps_in_graph(training, step, loop)
    kept, fixed = tuple(followers(script, training)), untrained(script, training)
    made_alike = tuple(siblings(script, training))
    places: list[tuple[Anchor, Variables]] = []
    for anchor in found:
        taken = _taken(script, step, anchor)
        if not taken:
            return variables_without_name(training, anchor.document, anchor.statement)
        named = [
            document.segment(model)
            for document, model in kept
            if is_plain(model) and is_readable_at(script, document, model, anchor.document, anchor.node)
        ]
        asked = (expression_for(script, frozenset({each}), anchor.document, anchor.node) for each in fixed)
        alike = (_expression_at(script, document, model, anchor) for document, model in made_alike)
        named += filter(None, (*asked, *alike))
        texts = {each.text for variables in taken for each in variables.lists}
        others = [VariableList(text, model) for model in named if (text := f"{model}.variables") not in texts]
        first, *further = taken
        first = replace(first, lists=tuple(dict.fromkeys((*first.lists, *others))))
        places.extend((anchor, variables) for variables in (first, *further))
    return places


def _taken(script: Script, step: Call, anchor: Anchor) -> tuple[Variables, ...]:
    """Give what to broadcast at an anchor: once, or for each turn of a loop whose turns are written out; else nothing."""
    variables = _variables(script, step, anchor, {})
    if variables is not None:
        return (variables,)
    found = [_variables(script, step, anchor, turn) for turn in _turns(step)]
    taken = tuple(each for each in found if each is not None)
    return taken if len(taken) == len(found) else ()


Turn = Mapping[str, ast.expr]
"""What the names of a loop stand for in one of its turns."""


def _turns(step: Call) -> list[Turn]:
    """Give the turns of the loop around a step over several values at once, where they are written out in its head."""
    document, inner = step.document, step.node
    for loop in document.ancestors(inner):
        if isinstance(loop, FunctionNode):
            return []
        if isinstance(loop, ast.For) and isinstance(loop.target, ast.Tuple):
            names = [each.id if isinstance(each, ast.Name) else "" for each in loop.target.elts]
            bound = list(stored_among(each for part in loop.body for each in ast.walk(part)))
            rows = _rows(loop.iter)
            if all(names) and len(set(names)) == len(names) and not set(names) & set(bound):
                fits = all(len(row) == len(names) for row in rows)
                return [dict(zip(names, row, strict=True)) for row in rows] if fits else []
    return []


def _rows(node: ast.expr) -> list[list[ast.expr]]:
    """Give the values of each turn of a loop, where they are written out: tuples in a list, or lists in `zip`."""
    match node:
        case ast.List(elements) | ast.Tuple(elements):
            rows = [each.elts for each in elements if isinstance(each, ast.List | ast.Tuple)]
            whole = len(rows) == len(elements)
        case ast.Call(ast.Name("zip"), [*columns], []):
            given = [each.elts for each in columns if isinstance(each, ast.List | ast.Tuple)]
            whole = len(given) == len(columns) and len({len(each) for each in given}) == 1
            rows = [list(each) for each in zip(*given, strict=True)] if whole else []
        case _:
            return []
    starred = any(isinstance(each, ast.Starred) for row in rows for each in row)
    return rows if whole and not starred else []


def _loop_in_graph(script: Script, step: Call) -> LoopAt | None:
    """Give the loop of a traced function that may take many steps before any statement can follow one."""
    places = (place for chain in chains(script, step.document, step.node) for place in chain)
    traced = (place for place in places if script.traced_function(place.document, place.node) is not None)
    return next((place for place in traced if not _has_few_turns(script, place)), None)


def _has_few_turns(script: Script, place: LoopAt) -> bool:
    if isinstance(place.node, ast.While):
        return False
    counts = range_counts(script, place)
    if counts:
        turns = [turn for count in counts for turn in script.constants(count.node) or (None,)]
        return all(isinstance(turn, int) and turn <= _FEW for turn in turns)
    read = (node for _, node in iterated(script, place.document, place.node.iter))
    return any(script.must_be(node, lambda value: isinstance(value, Container)) for node in read)


def _flags(script: Script, training: Training, places: Sequence[Anchor]) -> list[str]:
    """Name what says that the variables are broadcast at some places: each function's own where weights are restored.

    What one function restores after another has trained may be there on some hosts only.
    """
    functions = [script.function(each.document, each.statement) for each in places]
    names = [getattr(function, "name", "") if function is not functions[0] else "" for function in functions]
    restored = any(names) and _restores(script, training)
    return [f"hvd_{name}_broadcast_done" if name and restored else _DONE for name in names]


def _restores(script: Script, training: Training) -> bool:
    """Say whether a script restores the weights of a training's models, or a checkpoint that has its optimizers."""
    loaded = (call for call in script.calls if call.attribute == "load_weights" and not call.functions)
    return _restoring(script, training) is not None or any(
        not training.models.isdisjoint(call.receivers) for call in loaded
    )


def _fix(script: Script, anchor: Anchor, variables: Variables, turn: str | None, flag: str) -> EditSet:
    """Give the edits that broadcast variables: in a turn, once by a flag, or without one each list by its own."""
    hvd = horovod_tensorflow(script, anchor.document)
    optimizer = variables.optimizer

    def broadcasts(lists: Sequence[VariableList]) -> list[str]:
        texts = (*(each.text for each in lists), f"{optimizer}.variables()")
        return [f"    {hvd.text}.broadcast_variables({text}, root_rank=0)" for text in texts]

    if turn is not None:
        lines = [ONCE, f"if {turn}:", *broadcasts(variables.lists)]
    else:
        lines = [ONCE]
        for holder, done, lists in [(optimizer, flag, variables.lists)] if flag else _flagged(variables):
            lines += [
                f'if not getattr({holder}, "{done}", False):',
                *broadcasts(lists),
                f"    {holder}.{done} = True",
            ]
    edits = layout.insert_after(anchor.document, anchor.statement, lines, once=True)
    imports = _imports(script, anchor.document, [optimizer, *(each.text for each in variables.lists)])
    return EditSet.of(anchor.document, [*hvd.edits, *imports, *edits])


def _first_turn(script: Script, training: Training, anchor: Anchor, variables: Variables) -> str | None:
    """Give the condition of the first turn that comes to an anchor, if what is trained is made once; as in Horovod's examples."""
    created = [script.creation(each) for each in (*training.models, *training.optimizers)]
    if not all(each.owner and not each.is_several for each in variables.lists):
        return None
    if not all(call is not None and runs_once(script, call.document, call.node) for call in created):
        return None
    return first_turn(script, anchor.document, anchor.statement)


def _flagged(variables: Variables) -> Iterator[tuple[str, str, tuple[VariableList]]]:
    """Yield each list with the object and the attribute that say that it has been broadcast."""
    for each in variables.lists:
        if each.owner:
            yield each.owner, _DONE, (each,)
        else:
            yield (
                variables.optimizer,
                f"hvd_{re.sub(r'[^0-9A-Za-z]+', '_', each.text).strip('_')}_broadcast_done",
                (each,),
            )


def _variables(script: Script, step: Call, anchor: Anchor, turn: Turn) -> Variables | None:
    """Say what to broadcast at an anchor: the variables of the models, or those that are differentiated by."""
    function = step.node.func
    assert isinstance(function, ast.Attribute)
    optimizer = _expression_at(script, step.document, _in_turn(function.value, turn), anchor)
    found = (_all_lists(script, sources, anchor, turn) for sources in _sources(script, step))
    lists = next((each for each in found if each), ())
    takers = max(1, len(script.values(_in_turn(function.value, turn))))
    several = tuple(VariableList(text, owner, models > takers) for text, owner, models in lists)
    return Variables(several, optimizer) if optimizer and lists else None


def _in_turn(node: ast.expr, turn: Turn) -> ast.expr:
    """Give what a name of a loop stands for in a turn; anything else as it is."""
    return turn.get(node.id, node) if isinstance(node, ast.Name) else node


Sources = tuple[tuple[Document, ast.expr], ...]


def _expression_at(script: Script, document: Document, node: ast.expr, anchor: Anchor) -> str:
    """Give an expression for an object at an anchor: also the name of a global that the file there can import."""
    found = expression_at(script, document, node, anchor.document, anchor.node)
    if found or not isinstance(node, ast.Name) or _is_mangled(anchor, node.id):
        return found
    home = script.scope(document, node).home(node.id)
    known = importing(script, anchor.document, node.id) if home is not None and home.node is document.tree else None
    return node.id if known is not None and known[1] is document else ""


def _is_mangled(anchor: Anchor, name: str) -> bool:
    """Say whether a name means another one at an anchor, in a class."""
    within = any(isinstance(each, ast.ClassDef) for each in anchor.document.ancestors(anchor.statement))
    return within and name.startswith("__") and not name.endswith("__")


def _imports(script: Script, document: Document, texts: Sequence[str]) -> Iterator[Edit]:
    """Yield the edits by which a file imports the globals that expressions begin with, where it has no such name yet."""
    for name in dict.fromkeys(text.partition(".")[0] for text in texts):
        found = importing(script, document, name)
        if found is not None:
            statement, _ = found
            line = f"from {'.' * statement.level}{statement.module} import {name}"
            yield from layout.insert_after(document, statement, [line], once=True)


def _sources(script: Script, step: Call) -> Iterator[Sources]:
    """Yield expressions for the variables that a step changes: those differentiated by, then those it is given."""
    gradients = gradient_calls(script, step)
    yield tuple((each.document, source) for each in gradients if (source := each.argument("sources")) is not None)
    given = step.argument("var_list") or _second_of_pairs(script, step)
    if given is not None:
        yield ((step.document, given),)


def _second_of_pairs(script: Script, step: Call) -> ast.expr | None:
    """Give the variables of `apply_gradients(zip(gradients, variables))`, or of a literal list of pairs."""
    pairs = step.argument("grads_and_vars") or next(iter(step.node.args), None)
    match script.slices.bound_in_turn(step.document, pairs) if pairs is not None else None:
        case ast.Call(ast.Name("zip"), [_, variables]) | ast.Call(
            ast.Name("list"), [ast.Call(ast.Name("zip"), [_, variables])]
        ):
            return variables
        case ast.List(elts=[ast.Tuple(elts=[_, variable])]):
            return variable
    return None


Listed = tuple[str, str, int]
"""An expression for a list of variables, the model that has them or "", and how many lists it may be."""


def _all_lists(script: Script, sources: Sources, anchor: Anchor, turn: Turn) -> tuple[Listed, ...]:
    lists: dict[Listed, None] = {}
    for document, node in sources:
        found = _lists(script, document, _in_turn(node, turn), anchor, turn)
        if not found:
            return ()
        lists.update(dict.fromkeys(found))
    return tuple(lists)


def _lists(script: Script, document: Document, sources: ast.expr, anchor: Anchor, turn: Turn) -> tuple[Listed, ...]:
    """Give expressions for all variables behind the sources of a gradient, as they can be read at an anchor."""
    found = [_lists_of(script, where, part, anchor, turn) for where, part in _parts(script, document, sources)]
    if all(found):
        return tuple(dict.fromkeys(each for lists in found for each in lists))
    return _as_written(script, document, sources, anchor)


def _parts(script: Script, document: Document, sources: ast.expr) -> Iterator[tuple[Document, ast.expr]]:
    """Yield the lists and variables that the sources of a gradient are put together from, also by the project's methods."""
    match sources:
        case ast.BinOp(left, ast.Add(), right):
            yield from _parts(script, document, left)
            yield from _parts(script, document, right)
            return
        case ast.List(elements) | ast.Tuple(elements) if any(
            isinstance(each, ast.Starred) or is_list(script, each) for each in elements
        ):
            for each in elements:
                yield from _parts(script, document, each.value if isinstance(each, ast.Starred) else each)
            return
        case ast.Name():
            assigned = _assigned(document, sources)
            parts = [] if assigned is None else list(_parts_of_name(script, document, sources, assigned))
            holders = (each for _, part in parts for each in ast.walk(part) if _is_held(each, script))
            parts = parts if next(holders, None) is not None else []
        case ast.Call():
            parts = list(_returned_parts(script, sources))
        case _:
            parts = []
    yield from parts or [(document, sources)]


def _returned_parts(script: Script, node: ast.Call) -> Iterator[tuple[Document, ast.expr]]:
    """Yield the parts of the list that a function of the project returns."""
    call = script.call(node)
    functions = [each.site for each in call.functions] if call is not None else []
    returned = script.slices.returned(functions[0].node) if len(functions) == 1 else ()
    if len(returned) != 1:
        return
    yield from _parts(script, functions[0].module.document, returned[0])


def _parts_of_name(
    script: Script, document: Document, name: ast.Name, assigned: ast.expr
) -> Iterator[tuple[Document, ast.expr]]:
    """Yield the parts of the list that a name is given once, with what is added to it; nothing where a loop adds to it."""
    added = list(script.filling.put_into(name))
    for each in map(augmented, document.within(document.scope(name), ast.Assign, ast.AugAssign)):
        if each is not None and name.id in names_in(each.target):
            added.append((document, each.value))
    around = {each.node for each in loops_around(document, document.statement(assigned))}
    again = (loop for where, given in added for loop in loops_around(where, where.statement(given)))
    if any(loop.node not in around for loop in again):
        return
    if not isinstance(assigned, ast.List) or assigned.elts:
        yield from _parts(script, document, assigned)
    for where, given in added:
        yield from _parts(script, where, given)


def _lists_of(script: Script, document: Document, sources: ast.expr, anchor: Anchor, turn: Turn) -> tuple[Listed, ...]:
    """Give expressions for the variables of a part of the sources, as they can be read at an anchor."""
    holders = [(_in_turn(owner, turn), attribute) for owner, attribute in _holders(script, sources)]
    values = script.values(sources)
    if holders and not values.is_partly_unknown:
        named = [
            (
                _expression_at(script, document, owner, anchor),
                attribute,
                len(script.values(owner)) if is_bound_again(script, document, owner) else 1,
            )
            for owner, attribute in holders
        ]
        if not all(owner for owner, _, _ in named):
            return ()
        return tuple(
            (f"{owner}.{attribute}", owner if attribute == "variables" else "", number)
            for owner, attribute, number in named
        )
    written = _as_written(script, document, sources, anchor)
    if written:
        return written
    if isinstance(sources, ast.List | ast.Tuple):
        elements = [expression_at(script, document, each, anchor.document, anchor.node) for each in sources.elts]
        return ((f"[{', '.join(elements)}]", "", 1),) if elements and all(elements) else ()
    return ()


def _as_written(script: Script, document: Document, sources: ast.expr, anchor: Anchor) -> tuple[Listed, ...]:
    """Give the sources of a gradient as they are written, where that means the same at an anchor."""
    values = script.values(sources)
    text = _text_at(script, document, sources, anchor)
    if text:
        variables = all(script.role_of(value) == "variable" for value in values)
        if values and variables:
            text = f"[{text}]"
        elif structured(script, sources):
            text = f"{tensorflow(script, anchor.document).text}.nest.flatten({text})"
        return ((text, "", len(values) if is_bound_again(script, document, sources) else 1),)
    return ()


def _text_at(script: Script, document: Document, sources: ast.expr, anchor: Anchor) -> str:
    """Give the text of the sources of a gradient as it means the same at an anchor; empty when there is none."""
    if is_plain(sources):
        return expression_at(script, document, sources, anchor.document, anchor.node)
    match sources:
        case ast.Call(ast.Attribute(owner, method), [], []) if is_plain(owner):
            holder = _expression_at(script, document, owner, anchor)
            if holder:
                return f"{holder}.{method}()"
    readable = is_readable_at(script, document, sources, anchor.document, anchor.node)
    return document.segment(sources) if readable else ""


def _holders(script: Script, sources: ast.expr) -> tuple[tuple[ast.expr, str], ...]:
    """Give the objects whose variables the sources are, with the attribute that has all of them."""
    found = []
    for node in ast.walk(sources):
        if _is_held(node, script):
            tracking = any(_tracks_variables(script, value) for value in script.values(node.value))
            found.append((node.value, "variables" if tracking else node.attr))
    return tuple(found)


def _is_held(node: ast.AST, script: Script) -> TypeGuard[ast.Attribute]:
    """Say whether a node reads the variables that an object has by itself: none that the project keeps by such a name."""
    if not isinstance(node, ast.Attribute) or node.attr not in TRAINABLE:
        return False
    home = script.home(node)
    return home is None or not any(definitions(script, location(script, home, node)))


def _tracks_variables(script: Script, value: Value) -> bool:
    """Say whether an object lists its variables that are not trained, too: by chance those may be others in each process.

    Models and layers do, and all that is a `tf.Module`: distributions and bijectors that are trained.
    """
    if script.role_of(value) in ("model", "layer"):
        return True
    match value:
        case Instance(_, Library(name)):
            return name.partition(".")[0] in _MODULES
        case Instance(_, Class() as owner):
            return any(name.partition(".")[0] in _MODULES for name in script.library_ancestors(owner))
    return False


def _assigned(document: Document, name: ast.Name) -> ast.expr | None:
    """Give what a name is given last where it is read, if that is one expression: in front of it in a block around it."""
    statement: ast.AST = document.statement(name)
    while isinstance(statement, ast.stmt):
        block = document.block(statement)
        for before in reversed(block[: block.index(statement)]):
            match before:
                case ast.Assign([ast.Name(given)], value) if given == name.id:
                    return value
            if name.id in _bound_in(before):
                return None
        statement = next((each for each in document.ancestors(statement) if isinstance(each, ast.stmt)), document.tree)
        if isinstance(statement, FunctionNode):
            break
        if isinstance(statement, ast.For | ast.While) and name.id in stored_among(ast.walk(statement)):
            return None
    return _only_assignment(document, name)


def _bound_in(statement: ast.stmt) -> frozenset[str]:
    """Give the names that a statement binds, but for what it adds to one: that is told elsewhere."""
    if augmented(statement) is not None:
        return frozenset()
    return frozenset(stored_among(ast.walk(statement)))


def _only_assignment(document: Document, name: ast.Name) -> ast.expr | None:
    scope = document.scope(name)
    values = [
        node.value
        for node in document.within(scope)
        if isinstance(node, ast.Assign)
        and augmented(node) is None
        and any(isinstance(each, ast.Name) and each.id == name.id for each in node.targets)
    ]
    return values[0] if len(values) == 1 else None
