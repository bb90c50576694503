"""How a Keras sequence is divided: the arrays that it is made of, or its order and the number of its batches."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from farandole.analysis.access_paths import is_plain
from farandole.analysis.call_order import may_follow_node, run_by, ways
from farandole.analysis.loops import LoopAt, outermost_loop
from farandole.analysis.nodes import Loop
from farandole.analysis.points_to.values import Class, Container, Instance, Library, Unknown, Value
from farandole.analysis.program import Call
from farandole.analysis.scopes import Comprehension, FunctionNode, parameters
from farandole.analysis.slicing import argument_for, methods_of, received_as
from farandole.frameworks.samples import Feed
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.datasets import starts_initialised
from farandole.rules.horovod.devices.local_rank import free_name
from farandole.rules.horovod.division.arrays import Sharded, has_items_by_name
from farandole.rules.horovod.division.outcome import Change, edit_set, listed
from farandole.rules.horovod.division.pipelines import DataFlow
from farandole.rules.horovod.division.samples import divide_arguments, divide_unknown, sliced, splits_before
from farandole.rules.horovod.division.sampling import (
    SEEDS_ALL,
    given_seed,
    ranked_seed_edits,
    reached,
    seeded_anew,
    seeders_in_python,
    seeding_edits,
)
from farandole.rules.horovod.division.seeds import OWN
from farandole.rules.horovod.division.work import Work
from farandole.rules.horovod.names import horovod
from farandole.rules.horovod.restrictions.data.alike import same_batches
from farandole.rules.horovod.restrictions.data.chance import drawn_alike
from farandole.rules.horovod.restrictions.refusal import Refusal
from farandole.source import Document, Edit, EditSet, layout
from farandole.source.binding import names_in, stored_among

_SELECTING = frozenset(
    {"where", "nonzero", "argwhere", "flatnonzero", "unique", "filter", "query", "drop_duplicates", "groupby", "dropna"}
)
"""Functions that choose or join elements by what they are."""

_OF_PATHS = "os.path."

_OF_TEXTS = (_OF_PATHS, "os.getcwd", "os.getenv", "pathlib.", "builtins.str", "builtins.input", "tempfile.")
"""What gives texts such as paths, a part of which is no part of the samples."""

_JOINS = "os.path.join"

_CONVERSIONS = frozenset({"builtins.list", "builtins.sorted", "numpy.array", "numpy.asarray"})

_RANGES = frozenset({"numpy.arange", "numpy.linspace", "numpy.logspace", "numpy.geomspace"})

_ALIKE = {
    ("seed",): "a `seed` that all processes have",
    ("shuffle",): "`shuffle=False`, by which all processes see the same batches",
    ("seed", "shuffle"): "a `seed` that all processes have, or `shuffle=False`: they would see the same batches",
}
"""What hidden arguments of a sequence of files must not be, by the names of those that may be hidden."""

_KERAS_SEEDERS = ("random.seed", SEEDS_ALL)
"""What seeds the generator by which Keras mixes the batches of a sequence."""


def divide_sequence(flow: DataFlow, work: Work, feed: Feed) -> list[Change] | Refusal:
    """Divide a Keras sequence: the arrays that it is made of, or its order and the number of its batches."""
    made = [each for each in flow.script.values(feed.node) if isinstance(each, Instance)]
    calls = [call for each in made if (call := flow.script.creation(each)) is not None and _is_own(flow, work, call)]
    if len(made) > 1 and len(calls) == len(made) and all(_may_be_seeded(flow.script, call) for call in calls):
        return _seeded(flow, work, feed, calls)
    if len(made) != 1 or not calls:
        return _mixed(flow, work, feed)
    call = calls[0]
    entry = call.entry
    if entry is not None and entry.name.rpartition(".")[2] == "flow":
        return divide_arguments(flow, call)
    owner = made[0].of
    samples = _samples(flow.script, call, owner) if isinstance(owner, Class) else []
    if isinstance(owner, Class) and samples:
        found = _made_of(flow, call, owner, samples)
        return _mixed(flow, work, feed) if found is None else found
    if not _may_be_seeded(flow.script, call):
        return _mixed(flow, work, feed)
    return _seeded(flow, work, feed, [call])


def _is_own(flow: DataFlow, work: Work, call: Call) -> bool:
    """Say whether what a call makes is read for training alone, once Horovod is initialised.

    What the training's own loop looks at beside it is no other use. What each turn of that makes anew holds the samples of
    one batch, which it changes, say.
    """
    if work.fit is None and work.loop is not None and _is_made_in_turns(flow.script, work.loop, call):
        return False
    inside = set(work.document.within(work.loop.node)) if work.loop is not None else set()
    others = [reader for reader in flow.readers if reader.node not in inside]
    shared = any(call.node in flow.script.slices.of(reader.document, reader.node) for reader in others)
    return not shared and starts_initialised(flow.script, call.document, call.node)


def _is_made_in_turns(script: Script, loop: LoopAt, call: Call) -> bool:
    """Say whether each turn of a loop makes a sequence anew."""
    inside = {node for statement in loop.node.body for node in ast.walk(statement)}
    return any(node in inside for _, _, node in ways(script, call))


def _may_be_seeded(script: Script, call: Call) -> bool:
    """Say whether a call makes a sequence of files that is in an order by chance, for which it takes a seed."""
    facts = call.entry.facts if call.entry is not None else {}
    return "seed" in facts and call.attribute != "flow" and script.constants(call.argument("shuffle")) != {False}


def _made_of(flow: DataFlow, call: Call, owner: Class, given: Sequence[ast.expr]) -> list[Change] | Refusal | None:
    """Divide the arrays or lists of which a sequence of the project is made, and the lists that it reads as it does those.

    None where a part of them would not be a part of the samples.
    """
    if _reads_stretches(flow.script, call, owner, given):  # which a part of the samples would have torn apart
        return None
    if _is_as_long_as_contents_say(flow.script, owner):
        return None
    beside = _read_alike(flow.script, call, owner, given)
    counted = _counted(flow.script, call, owner)
    if not all(_may_be_list(flow.script, node) for node in beside) or any(
        node not in given and node not in beside for node in counted
    ):
        return None
    lists = [node for node in (*given, *beside) if not flow.script.instances(node, "array")]
    samples = [node for node in call.arguments if node in given or node in beside]
    own = frozenset(each for found in _classes(flow.script, owner) for each in ast.walk(found.site.node))
    sharded = Sharded(samples, lists, unequal=len(counted) > 1)  # as in the shortest of several lists
    change = sliced(flow, call.document, call.document.statement(call.node), sharded, own)
    doubt = f"{listed(flow.script, samples)} must hold the samples of {call.document.quote(call.node)}"
    if isinstance(change, Refusal):
        return change
    return [replace(change, confirm="; ".join(filter(None, (change.confirm, doubt))), divided=call.node)]


def _samples(script: Script, call: Call, owner: Class) -> list[ast.expr]:
    """Give the arguments of a call that hold the samples of the sequence that it makes.

    These are arrays, but for settings, those that it reads at places which it is given in another one, and what may be a
    set or a dictionary; without any, lists whose lengths tell how many batches there are, and which it reads at places.
    """
    arrays = [node for node in call.arguments if script.instances(node, "array") and _may_hold_samples(script, node)]
    others = [node for node in arrays if _is_setting(script, call, owner, node)]
    others += _read_at_given_places(script, call, owner)
    return [node for node in arrays if node not in others] or [
        node
        for node in _counted(script, call, owner)
        if _may_be_list(script, node) and _is_read_at_places(script, call, owner, node)
    ]


def _is_setting(script: Script, call: Call, owner: Class, node: ast.expr) -> bool:
    """Say whether an array is no sample: a range between numbers that are written down, or what a sequence takes as a whole.

    It may choose a setting from the one. It keeps the other, as the boxes that all samples are compared with, and neither
    reads it at places nor tells by it how many batches there are.
    """
    kept = _attributes(script, call, owner, node)
    told = {each.attr for each in _telling_length(script, owner) if isinstance(each, ast.Attribute)}
    if kept and kept.isdisjoint(told) and not _is_read_at_places(script, call, owner, node):
        return True
    made = [script.creation(value) for value in script.values(node) if isinstance(value, Instance)]
    ranges = bool(made) and all(
        each is not None
        and bool(each.names)
        and each.names <= _RANGES
        and all(map(partial(_is_written, script), each.arguments))
        for each in made
    )
    return ranges and not _is_read_at_places(script, call, owner, node) and node not in _counted(script, call, owner)


def _read_at_given_places(script: Script, call: Call, owner: Class) -> list[ast.expr]:
    """Give the arguments that a sequence reads at places which it is given in another one, as the numbers of samples are."""
    given = {node: _given_attributes(script, call, owner, node) for node in call.arguments}
    found: list[ast.expr] = []
    for document, attribute, read in _reads_at_places(script, owner):
        telling = set(_telling(script, document, read.slice, frozenset()))
        for node in call.arguments:
            told = any(telling & kept for other, kept in given.items() if other is not node)
            if told and attribute in _attributes(script, call, owner, node):
                found.append(node)
    return found


def _telling(script: Script, document: Document, index: ast.expr, seen: frozenset[ast.AST]) -> Iterator[str]:
    """Yield the attributes of whose items an index is one, or some."""
    if index in seen:
        return
    proceed = partial(_telling, script, seen=seen | {index})
    match index:
        case ast.Attribute(attr=attribute) | ast.Subscript(ast.Attribute(attr=attribute)):
            yield attribute
        case ast.Tuple([first, *_]) | ast.Call(ast.Name() | ast.Attribute(ast.Name()), [first]):
            if isinstance(index, ast.Tuple) or _converts(script, index):
                yield from proceed(document, first)
        case ast.Name(name):
            sources = [_source(loop.target, loop.iter, name) for loop in _loops_around(document, index)]
            bound = next(filter(None, sources), None) or script.slices.bound(document, index)
            function = script.function(document, index)
            if bound is not None:
                yield from proceed(document, bound)
            elif isinstance(function, FunctionNode) and name in {each.arg for each in parameters(function)}:
                for caller in script.callers(function):
                    passed = argument_for(script, caller, function, name)
                    if passed is not None:
                        yield from proceed(*passed)


def _converts(script: Script, node: ast.AST) -> bool:
    """Say whether a call gives what it is given, as a list or an array."""
    call = script.call(node)
    return call is not None and bool(call.names) and call.names <= _CONVERSIONS


def _loops_around(document: Document, node: ast.AST) -> Iterator[ast.For | ast.comprehension]:
    for outer in document.ancestors(node):
        yield from getattr(outer, "generators", [outer] if isinstance(outer, ast.For) else [])


def _source(target: ast.expr, given: ast.expr, name: str) -> ast.expr | None:
    """Give that of whose items a name in the head of a loop is one."""
    match target, given:
        case ast.Name(found), _:
            return given if found == name else None
        case ast.Tuple([_, inner]), ast.Call(ast.Name("enumerate"), [items, *_]):
            return _source(inner, items, name)
        case ast.Tuple(targets), ast.Call(ast.Name("zip"), parts):
            pairs = zip(targets, parts, strict=False)
            return next(filter(None, (_source(each, part, name) for each, part in pairs)), None)
    return None


def _is_written(script: Script, node: ast.expr) -> bool:
    """Say whether an expression is a number that is written down, whatever its sign."""
    return bool(script.constants(node.operand if isinstance(node, ast.UnaryOp) else node))


def _is_read_at_places(script: Script, call: Call, owner: Class, node: ast.expr) -> bool:
    """Say whether a sequence reads what it is given in an argument at places that it computes."""
    kept = _attributes(script, call, owner, node)
    return any(attribute in kept for _, attribute, _ in _reads_at_places(script, owner))


def _reads_at_places(script: Script, owner: Class) -> Iterator[tuple[Document, str, ast.Subscript]]:
    """Yield where a class and those above it read an attribute at places that they compute, with its name."""
    for each in _classes(script, owner):
        document = each.site.module.document
        for read in document.within(each.site.node, ast.Subscript):
            match read:
                case ast.Subscript(ast.Attribute(attr=attribute), index) if not isinstance(index, ast.Constant):
                    yield document, attribute, read


def _may_be_list(script: Script, node: ast.expr) -> bool:
    """Say whether nothing is seen that an expression may be but a list, or what a function of a library gives."""
    seen = [each for each in script.values(node) if not isinstance(each, Unknown)]
    return bool(seen) and not any(has_items_by_name(script, each) for each in seen) and all(map(_may_be_sliced, seen))


def _may_hold_samples(script: Script, node: ast.expr) -> bool:
    """Say whether an expression is never a set or a dictionary, of which no part can be taken."""
    held = (each for each in script.values(node) if isinstance(each, Container))
    return all(_may_be_sliced(each) and not has_items_by_name(script, each) for each in held)


def _may_be_sliced(value: Value) -> bool:
    if isinstance(value, Container):
        match value.site.node:
            case ast.Set() | ast.SetComp() | ast.GeneratorExp() | ast.Call(ast.Name("set" | "frozenset")):
                return False
        return True
    return isinstance(value, Instance) and isinstance(value.of, Library) and not value.of.name.startswith(_OF_TEXTS)


def _reads_stretches(script: Script, call: Call, owner: Class, arrays: Sequence[ast.expr]) -> bool:
    """Say whether a sequence makes each of its samples of a stretch of an array, as windows of a series are."""
    kept = {attribute for node in arrays for attribute in _attributes(script, call, owner, node)}
    reads = _reads_at_places(script, owner)
    return any(attribute in kept and _is_stretch(script, document, read) for document, attribute, read in reads)


def _is_stretch(script: Script, document: Document, read: ast.Subscript) -> bool:
    """Say whether a read is a slice that is another one in each turn of a loop or comprehension, or one item of such.

    The place of an item of a stretch is computed from the turns of two loops: where it begins, and how far the item is.
    """
    index = read.slice.elts[0] if isinstance(read.slice, ast.Tuple) and read.slice.elts else read.slice
    around = [outer for outer in document.ancestors(read) if isinstance(outer, Loop | Comprehension)]
    if isinstance(index, ast.Slice):
        changed = {name for outer in around for name in stored_among(ast.walk(outer))}
        return not changed.isdisjoint(names_in(index))
    computed = names_in(*(each for each in script.slices.of(document, index).nodes if isinstance(each, ast.Name)))
    return sum(not computed.isdisjoint(_turns(outer)) for outer in around) > 1


def _turns(loop: ast.AST) -> set[str]:
    """Give the names that tell the turn of a loop or comprehension."""
    heads = getattr(loop, "generators", [loop])
    targets = [head.target for head in heads if not isinstance(head, ast.While)]
    return {name for target in targets for name in stored_among(ast.walk(target))}


def _classes(script: Script, owner: Class) -> Iterator[Class]:
    """Yield a class of the project and those above it."""
    yield from (each for each in script.flow.mro(owner) if isinstance(each, Class))


def _read_alike(script: Script, call: Call, owner: Class, arrays: Sequence[ast.expr]) -> list[ast.expr]:
    """Give the other arguments of a sequence that it reads at the places at which it reads its arrays."""
    reads = _reads_at_places(script, owner)
    places = [(attribute, _place(document, read.slice)) for document, attribute, read in reads]
    kept = {node: _attributes(script, call, owner, node) for node in call.arguments}
    read = {place for attribute, place in places if any(attribute in kept[node] for node in arrays)}
    return [
        node
        for node in call.arguments
        if node not in arrays and any(attribute in kept[node] and place in read for attribute, place in places)
    ]


def _telling_length(script: Script, owner: Class) -> list[ast.AST]:
    """Give the nodes by which a sequence tells how many batches it has."""
    return [node for method in methods_of(script, owner, ("__len__",)) for node in ast.walk(method)]


def _counted(script: Script, call: Call, owner: Class) -> list[ast.expr]:
    """Give the arguments by whose lengths a sequence tells how many batches it has: they hold its samples, too."""
    told = _telling_length(script, owner)
    read = {node.attr for node in told if isinstance(node, ast.Attribute)}
    lengths = {argument.attr for node in told if isinstance(argument := _measured(node), ast.Attribute)}
    lengths |= {
        target.attr
        for method in methods_of(script, owner, ("__init__",))
        for statement in ast.walk(method)
        if isinstance(statement, ast.Assign) and any(map(_measured, ast.walk(statement.value)))
        for target in statement.targets
        if isinstance(target, ast.Attribute) and target.attr in read
    }
    return [node for node in call.arguments if lengths & _attributes(script, call, owner, node)]


def _is_as_long_as_contents_say(script: Script, owner: Class) -> bool:
    """Say whether the number of a sequence's batches depends on what its samples are, and not on how many there are.

    Parts of equally many samples may have unequally many batches then, as of those with a label that is rare.
    """
    told = _telling_length(script, owner)
    seen: set[str] = set()
    pending = [node.attr for node in told if isinstance(node, ast.Attribute)]
    while pending:
        attribute = pending.pop()
        if attribute in seen:
            continue
        seen.add(attribute)
        for each in _classes(script, owner):
            own = set(each.site.module.document.within(each.site.node))
            for value in (made.value for made in script.def_use.attributes.get(attribute, ()) if made.target in own):
                bodies = run_by(script, value)
                if any(_selects(node) for body in bodies for node in ast.walk(body)):
                    return True
                pending += [node.attr for node in ast.walk(value) if isinstance(node, ast.Attribute)]
    return False


def _selects(node: ast.AST) -> bool:
    """Say whether a node chooses some elements by what they are."""
    match node:
        case ast.comprehension(ifs=[_, *_]) | ast.Subscript(slice=ast.Compare()):
            return True
        case ast.Call(ast.Name(name) | ast.Attribute(attr=name)):
            return name in _SELECTING
    return False


def _measured(node: ast.AST) -> ast.expr | None:
    """Give what a node gives the length of."""
    match node:
        case ast.Call(ast.Name("len"), [argument]):
            return argument
    return None


def _attributes(script: Script, call: Call, owner: Class, node: ast.expr) -> set[str]:
    """Give the attributes in which an object of a class keeps what its call is given in one argument."""
    return {
        attribute
        for attribute, value, names in _stored(script, call, owner, node)
        if any(names & names_in(each) for each in _kept(script, value))
    }


def _given_attributes(script: Script, call: Call, owner: Class, node: ast.expr) -> set[str]:
    """Give the attributes in which an object of a class keeps an argument as it is given, or as a list or an array."""
    found: set[str] = set()
    for attribute, value, names in _stored(script, call, owner, node):
        given = value.args[0] if isinstance(value, ast.Call) and value.args and _converts(script, value) else value
        if isinstance(given, ast.Name) and given.id in names:
            found.add(attribute)
    return found


def _stored(script: Script, call: Call, owner: Class, node: ast.expr) -> Iterator[tuple[str, ast.expr, set[str]]]:
    """Yield each attribute that an object of a class is given at first, with its value and the names of an argument there."""
    for function in methods_of(script, owner, ("__init__",)):
        assert isinstance(function, FunctionNode)
        names = {*received_as(script, call, function, node)}
        for statement in ast.walk(function):
            if isinstance(statement, ast.Assign):
                for target, value in (pair for each in statement.targets for pair in _paired(each, statement.value)):
                    if isinstance(target, ast.Attribute):
                        yield target.attr, value, names


def _kept(script: Script, value: ast.AST) -> Iterator[ast.AST]:
    """Yield what an expression is computed from, but for the names of files and folders that it reads."""
    call = script.call(value)
    joins = call is not None and bool(call.names) and all(name.startswith(_OF_PATHS) for name in call.names)
    if joins or (call is not None and script.files.of(call)):
        return
    inner = [*ast.iter_child_nodes(value)]
    calls = any(isinstance(each, ast.Call) for each in ast.walk(value))
    yield from (each for part in inner for each in _kept(script, part)) if calls else [value]


def _paired(target: ast.expr, value: ast.expr) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Yield each target of an assignment with what it is given."""
    match target, value:
        case ast.Tuple(targets), ast.Tuple(values) if len(targets) == len(values):
            yield from zip(targets, values, strict=True)
        case _:
            yield target, value


def _place(document: Document, index: ast.expr) -> str:
    """Give what an index stands for along the first axis: of the variable of a loop, what that goes through."""
    if isinstance(index, ast.Tuple) and index.elts:
        index = index.elts[0]
    if isinstance(index, ast.Name):
        for loop in _loops_around(document, index):
            if isinstance(loop.target, ast.Name) and loop.target.id == index.id:
                return ast.dump(loop.iter)
    return ast.dump(index)


def _mixed(flow: DataFlow, work: Work, feed: Feed) -> list[Change] | Refusal:
    """Leave a sequence as it is where Keras mixes its batches, in another order in each process; else refuse it."""
    in_order = work.fit is not None and flow.script.constants(work.fit.argument("shuffle")) == {False}
    seeds = flow.script.calls_to(*_KERAS_SEEDERS)
    apart = _mixed_apart(flow.script, work.fit, feed, seeds) if work.fit is not None and seeds and not in_order else []
    if in_order or (seeds and not apart):
        return same_batches(feed.document, feed.node)
    seed = next(seeders_in_python(flow.script), None)
    if seed is not None and any(_draws_each_batch(flow.script, value) for value in flow.script.values(feed.node)):
        return drawn_alike(feed.document, feed.node, seed)
    edits = _own_steps(flow, work, feed)
    if work.fit is None or edits is None:
        return divide_unknown(flow, work, feed)
    where = feed.document.place_of(feed.node, work.document)
    doubt = f"each process may take a random part of {feed.document.quote(feed.node)} in {where}, and parts may overlap"
    return [Change(edits, doubt), *apart, *splits_before(flow.script, work.fit.document, work.fit.node)]


def _own_steps(flow: DataFlow, work: Work, feed: Feed) -> Callable[[], EditSet] | None:
    """Give the edits by which a `fit` that is not told how many steps to take takes those of one process.

    None where the sequence has no name there, and can't be given one: it would be made again to be counted.
    """
    if work.fit is None or work.counts:
        return EditSet.empty
    if feed.document is not work.document:
        return None
    if is_plain(feed.node):
        steps = _steps_edits
    elif _may_be_named(flow.script, work.fit, feed.node):
        steps = _named_steps_edits
    else:
        return None
    return partial(edit_set, work.document, partial(steps, flow.script, work.fit, feed.node))


def _mixed_apart(script: Script, fit: Call, feed: Feed, seeds: Sequence[Call]) -> list[Change]:
    """Let Keras mix batches in another order in each process, where all processes seed its generator alike.

    No change where that is drawn from or seeded again from then on, for what may have to be alike in all processes: for all
    but the batches of the sequence.
    """
    document = fit.document
    statement = outermost_loop(document, fit.node) or document.statement(fit.node)
    batches = _drawn_for_batches(script, feed)
    drawn = [
        call for call in script.calls_to_module("random.") if call.names.isdisjoint(OWN) and call.node not in batches
    ]
    inside = set(reached(script, statement))
    if any(call.node in inside or may_follow_node(script, document, statement, call) for call in (*seeds, *drawn)):
        return []
    seeding = seeded_anew(script, document, statement, seeds[-1], "random.seed")
    return [Change(partial(edit_set, document, partial(seeding_edits, script, document, statement, [seeding])))]


def _drawn_for_batches(script: Script, feed: Feed) -> set[ast.AST]:
    """Give the nodes of the functions that only the batches of a sequence run, as those that change samples by chance are."""
    owners = [each.of for each in script.values(feed.node) if isinstance(each, Instance) and isinstance(each.of, Class)]
    methods = {method for owner in owners for method in methods_of(script, owner, ("__getitem__",))}
    nodes = {node for method in methods for node in reached(script, method)}
    functions = {node for node in nodes if isinstance(node, FunctionNode)}
    alone = {each for each in functions - methods if all(call.node in nodes for call in script.callers(each))}
    return {node for function in (methods | alone) for node in script.within(function)}


def _draws_each_batch(script: Script, value: Value) -> bool:
    """Say whether a sequence of the project gives batches that do not depend on the index that it is asked for."""
    owner = value.of if isinstance(value, Instance) else None
    method = next(methods_of(script, owner, ("__getitem__",)), None) if isinstance(owner, Class) else None
    if not isinstance(method, ast.FunctionDef):
        return False
    index = [each.arg for each in parameters(method)][1:2]
    return names_in(*method.body).isdisjoint(index)


def _seeded(flow: DataFlow, work: Work, feed: Feed, calls: Sequence[Call]) -> list[Change] | Refusal:
    """Give each process an order of its own of what some calls make, and its part of the batches."""
    steps = _own_steps(flow, work, feed)
    if steps is None:
        return divide_unknown(flow, work, feed)
    return [*(change for call in calls for change in _in_own_order(flow, work, call)), Change(steps)]


def _in_own_order(flow: DataFlow, work: Work, call: Call) -> Iterator[Change]:
    """Yield how the batches that a call makes come in another order in each process."""
    seed = given_seed(flow.script, call)
    if seed is not None:
        yield Change(partial(edit_set, call.document, partial(ranked_seed_edits, flow.script, call.document, seed)))
    hidden = [name for name in ("seed", "shuffle") if call.argument(name) is None and flow.script.may_pass(call, name)]
    if hidden:
        where = f"{call.document.quote(call.node)} in {call.document.place_of(call.node, work.document)}"
        yield Change(EditSet.empty, f"`*` or `**` must not give {where} {_ALIKE[tuple(hidden)]}")


def _may_be_named(script: Script, fit: Call, data: ast.expr) -> bool:
    """Say whether a sequence that is made in the arguments of a `fit` may get a name of its own before its statement.

    Nothing else is done before it then, and nothing in it is changed, as calls might be.
    """
    statement = fit.document.statement(fit.node)
    value = getattr(statement, "value", None) if isinstance(statement, ast.Expr | ast.Assign | ast.Return) else None
    inner = [script.call(each) for each in ast.walk(data) if isinstance(each, ast.Call) and each is not data]
    return (
        value is fit.node
        and isinstance(data, ast.Call)
        and is_plain(data.func)
        and isinstance(fit.node.func, ast.Attribute)
        and is_plain(fit.node.func.value)
        and data in fit.arguments
        and all(call is not None and call.names and all(map(_JOINS.__eq__, call.names)) for call in inner)
    )


def _named_steps_edits(script: Script, fit: Call, data: ast.expr) -> tuple[Edit, ...]:
    """Give a sequence a name before a `fit`, and this its part of the steps."""
    document = fit.document
    name = free_name(document, "training_samples", "samples_for_training")
    hvd = horovod(script, document)
    return (
        *hvd.edits,
        *layout.insert_before(document, document.statement(fit.node), [f"{name} = {document.segment(data)}"]),
        *layout.replace(document, data, name),
        *layout.add_argument(document, fit.node, f"steps_per_epoch=max(1, len({name}) // {hvd.text}.size())"),
    )


def _steps_edits(script: Script, fit: Call, data: ast.expr) -> tuple[Edit, ...]:
    hvd = horovod(script, fit.document)
    steps = f"steps_per_epoch=max(1, len({fit.document.segment(data)}) // {hvd.text}.size())"
    edits = layout.add_argument(fit.document, fit.node, steps)  # once, also for one sequence or another
    return (*hvd.edits, *(replace(each, once=True) for each in edits))
