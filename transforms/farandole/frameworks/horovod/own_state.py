"""State that a training computes with and renews from its batches: each process would have its own.

The weights stay equal, since gradients are averaged. A codebook, class centers or rows of a memory bank,
computed from the samples of one process, are no gradients.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from farandole.analysis.answers import answered_once
from farandole.analysis.augmented import augmented_by
from farandole.analysis.call_order import exclude, run_by, ways_to
from farandole.analysis.control_dependence import passing_over
from farandole.analysis.loops import all_loops, chains, outermost_loop
from farandole.analysis.points_to.values import Container, Instance
from farandole.analysis.program import Call
from farandole.analysis.scopes import FunctionNode, parameters
from farandole.analysis.slicing import argument_for
from farandole.frameworks.samples import driving
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.session_runs import fetches_of_call
from farandole.frameworks.tensorflow.training import Training
from farandole.source import Document

_ANEW = frozenset({"assign", "update"})
_IN_PART = frozenset(
    {
        "assign_add",
        "assign_moving_average",
        "assign_sub",
        "batch_scatter_update",
        "moving_average_update",
        "update_add",
        "update_sub",
        *(f"scatter_{name}" for name in ("add", "div", "max", "min", "mul", "sub", "update")),
        *(f"scatter_nd_{name}" for name in ("add", "sub", "update")),
    }
)
"""How methods of variables, and functions that get one first, are called that give it a new value, or change it."""

_READERS = frozenset({"tensorflow.placeholder", "tensorflow.data.Iterator.get_next", "builtins.next"})
_GIVES_WEIGHTS = frozenset({"load_weights", "set_weights"})
_OUTPUTS = frozenset({"predict", "predict_on_batch"})
_OF_MODELS = frozenset({"call", "train_step"})
"""Methods that Keras gives the samples."""

_NO_SAMPLES = frozenset({"mask", "self", "training"})
_SIZES = frozenset(
    {"_keras_shape", "cardinality", "dtype", "get_shape", "int_shape", "len", "ndim", "rank", "shape", "size"}
)
_ALTERNATIVES = frozenset({"case", "cond", "in_train_phase", "in_test_phase", "smart_cond", "switch", "switch_case"})
"""Functions of a graph that take what one of several others gives."""

_OF_NUMBERS = frozenset(
    {"abs", "clip", "clip_by_value", "float", "float32", "float64", "max", "maximum", "min", "minimum"}
)
"""Functions of numbers."""

_LOSSES = ("loss", "target", "ys")
_FED = frozenset({"tensorflow.Session.run", *(f"tensorflow.keras.Model.{name}" for name in ("fit", "train_on_batch"))})
_FEEDS = ("feed_dict", "x", "y")
"""How the parameters are called by which steps get a loss, or samples."""

_ORDERS = ("permutation", "sample", "shuffle")
_DRAWS = ("numpy.random.", "random.", "tensorflow.random.")


@dataclass(frozen=True, eq=False)
class Renewal:
    """A call or assignment that gives a variable, rows of an array, or a number that a loop keeps, a value.

    `in_part` says that it changes what was there, or some rows of it; `nodes` is what the value is computed from. That
    of a number is `kept`: who reads the number computes with it.
    """

    document: Document
    node: ast.AST
    target: ast.expr
    in_part: bool
    nodes: frozenset[ast.AST]
    kept: ast.expr | None = None


@answered_once
def renewed_by_batches(script: Script) -> Renewal | None:
    """Give the first renewal from samples of state that lasts, of what a training computes with; None without one."""
    lasting = _lasting(script)
    read = [node for document, start in _computed(script) if lasting for node in _made_of(script, document, start)]
    found: list[Renewal] = []
    while more := [each for each in lasting if each not in found and _is_read(script, each, read)]:
        found += more
        read = [node for each in more for node in each.nodes]
    numbers = _numbers(script)
    fed = {node for document, start in _trained_by(script) if numbers for node in _made_of(script, document, start)}
    found += [each for each in numbers if each.kept in fed]
    return next((each for each in (*lasting, *numbers) if each in found), None)


@answered_once
def added_to_samples(script: Script) -> Renewal | None:
    """Give the first renewal, by gradients, of a variable that is added to samples: each of its rows belongs to one.

    Gradients that are averaged over the processes are those of no sample.
    """
    added = [
        other
        for document in script.documents
        for node in document.nodes(ast.BinOp)
        for one, other in (((node.left, node.right), (node.right, node.left)) if isinstance(node, ast.BinOp) else ())
        if _is_read_in(script, one)
    ]
    return next((each for each in _by_gradients(script) if added and _is_among(script, each.target, added)), None)


def _by_gradients(script: Script) -> Iterator[Renewal]:
    """Yield the renewals that are computed from gradients which an optimizer computes: those of its weights, too."""
    for each in _renewals(script):
        calls = (call for node in each.nodes if (call := script.call(node)) is not None)
        if any(call.attribute == "compute_gradients" and not call.functions for call in calls):
            yield each


def _is_read_in(script: Script, node: ast.expr) -> bool:
    """Say whether an expression is what a graph, or a loop, gets for samples, as it comes."""
    made = (script.creation(each) for each in script.values(node) if isinstance(each, Instance))
    return any(call is not None and not call.names.isdisjoint(_READERS) for call in made)


@answered_once
def weights_given_back(script: Script) -> tuple[Call, ...]:
    """Give the calls that read weights which the script keeps, to give them back to a model or to variables later."""
    read = [call for call in script.calls if _reads_weights(script, call)]
    given = [each for call in script.calls if read for each in _taken_back(script, call)]
    nodes = {node for document, value in given for node in script.slices.of(document, value).nodes}
    return tuple(call for call in read if call.node in nodes)


def weights_given(script: Script, training: Training) -> Iterator[Call]:
    """Yield the calls that give the models of a training other weights: those of a file, or kept ones."""
    for call in script.calls:
        if call.attribute in _GIVES_WEIGHTS and not call.functions and isinstance(call.node.func, ast.Attribute):
            models = {each for each in script.values(call.node.func.value) if isinstance(each, Instance)}
            if not models.isdisjoint(training.models):
                yield call


def _reads_weights(script: Script, call: Call) -> bool:
    if call.functions:
        return False
    return call.attribute == "get_weights" or _fetches_variables(script, call)


def _fetches_variables(script: Script, call: Call) -> bool:
    """Say whether a session gives the values of variables, and computes nothing."""
    fetched = fetches_of_call(call) if "tensorflow.Session.run" in call.names else None
    values = script.values(fetched) if fetched is not None else frozenset()
    held = [each for value in values for each in (script.elements(value) if isinstance(value, Container) else (value,))]
    return bool(held) and all(script.role_of(each) == "variable" for each in held)


def _taken_back(script: Script, call: Call) -> Iterator[tuple[Document, ast.expr]]:
    """Yield what a call gives a model for its weights, or feeds to a session that takes no step of a training by it."""
    if call.attribute == "set_weights" and not call.functions:
        yield from ((call.document, each) for each in call.arguments)
    elif "tensorflow.Session.run" in call.names and not any(call in each.runs for each in script.trainings):
        given = call.argument("feed_dict")
        if given is not None:
            yield call.document, given


def _lasting(script: Script) -> list[Renewal]:
    """Give the renewals from samples that depend on what was there before: on more than the last batch."""
    loops = frozenset(_loops(script))
    found = [
        each
        for each in _renewals(script)
        if _is_of_samples(script, each.nodes) and _is_in_training(script, each, loops)
    ]
    found = [
        each
        for each in found
        if not _is_made_anew(script, each.target, loops) and not _is_of_one_run(script, each, loops)
    ]
    kept = [each for each in found if each.in_part or _is_among(script, each.target, each.nodes)]
    return [each for each in found if each in kept or any(_is_among(script, one.target, each.nodes) for one in kept)]


def _is_made_anew(script: Script, target: ast.expr, loops: Collection[ast.AST]) -> bool:
    """Say whether each turn of the loops that drive trainings makes an array for itself: none lasts any longer."""
    made = [script.creation(each) for each in script.instances(target, "array")]
    return bool(made) and all(
        call is not None and any(place.node in loops for place in all_loops(script, call.document, call.node))
        for call in made
    )


def _is_of_one_run(script: Script, renewal: Renewal, loops: frozenset[ast.AST]) -> bool:
    """Say whether a function makes what it renews for itself each time it runs, and no loop in it drives a training.

    A graph runs what it is built of once, and keeps its variables.
    """
    document, target = renewal.document, renewal.target
    function = script.function(document, renewal.node)
    home = script.scope(document, target).home(target.id) if isinstance(target, ast.Name) else None
    if (
        function is None
        or home is None
        or home.node is not function
        or not loops.isdisjoint(document.ancestors(target))
    ):
        return False
    made = {*script.instances(target, "array"), *script.instances(target, "variable")}
    kept = {each for given in script.def_use.attributes.values() for one in given for each in script.values(one.value)}
    run = frozenset(run_by(script, function))
    return bool(made) and made.isdisjoint(kept) and all(_is_made_by(script, each, function, run) for each in made)


def _is_made_by(script: Script, value: Instance, function: ast.AST, run: Collection[ast.AST]) -> bool:
    creation = script.creation(value)
    scope = script.function(creation.document, creation.node) if creation is not None else None
    if script.role_of(value) == "variable":
        graph = script.is_for_version_1 or any(each.train_ops for each in script.trainings)
        return scope is function and not graph
    return scope in run


def _renewals(script: Script) -> Iterator[Renewal]:
    for call in script.calls:
        if call.attribute in _ANEW | _IN_PART and not call.functions:
            yield from _of_variable(script, call)
    for document in script.documents:
        for node in document.nodes(ast.Assign):
            if script.may_run(document, node):
                yield from _of_rows(script, document, node)


def _numbers(script: Script) -> list[Renewal]:
    """Give the renewals, by what a model gives, of numbers that a loop keeps from one training step to the next."""
    loops = [(document, loop) for loop in dict.fromkeys(_loops(script)) if (document := script.home(loop)) is not None]
    in_loops = (
        renewal
        for document, loop in loops
        for statement in document.within(loop, ast.Assign, ast.AugAssign)
        for renewal in _of_number(script, document, loop, statement)
    )
    handed_on = (
        renewal
        for where, loop in loops
        for document, function, name in _handed_on(script, where, loop)
        for statement in document.within(function, ast.Assign, ast.AugAssign)
        if ast.unparse(_binding(statement)[0]) == name
        for renewal in _of_number(script, document, function, statement)
    )
    return [renewal for renewal in (*in_loops, *handed_on) if _is_of_samples(script, renewal.nodes)]


def _handed_on(script: Script, document: Document, loop: ast.AST) -> Iterator[tuple[Document, FunctionNode, str]]:
    """Yield the functions that a loop gives a number and takes the next one from, with the parameter: `k = step(k)`."""
    for statement in document.within(loop, ast.Assign):
        assert isinstance(statement, ast.Assign)
        call, bound = script.call(statement.value), _bound_names(statement)
        for function in script.entered(call) if call is not None else ():
            home = script.home(function)
            for name in (each.arg for each in parameters(function)) if home is not None else ():
                given = argument_for(script, call, function, name) if call is not None else None
                if home is not None and given is not None and ast.unparse(given[1]) in bound:
                    yield home, function, name


def _of_number(script: Script, document: Document, loop: ast.AST, statement: ast.AST) -> Iterator[Renewal]:
    """Yield the renewal of a number by arithmetic with what it was, if each turn of a loop goes on with the last one's.

    What a step is given and gives back, such as the state of a recurrent layer, belongs to its samples.
    """
    if _renews_itself(script, document, statement):
        target, value = _binding(statement)
        name = ast.unparse(target)
        bound = [each for each in document.within(loop, ast.Assign, ast.AugAssign) if name in _bound_names(each)]
        if all(_renews_itself(script, document, each) or _is_conditional(document, each, loop) for each in bound):
            yield Renewal(document, statement, target, True, _made_of(script, document, value), value)


def numbers_chosen(script: Script) -> Iterator[tuple[Document, ast.stmt]]:
    """Yield where loops that drive trainings give what losses are computed with another value, under a condition alone.

    What a turn gives a value on no condition, or what has none before the loop, is that turn's own.
    """
    trained = {node for document, start in _trained_by(script) for node in script.slices.of(document, start)}
    driving_loops = ((script.home(loop), loop) for loop in _loops(script))
    loops = (outermost_loop(document, loop) or loop for document, loop in driving_loops if document is not None)
    bodies = [frozenset(run_by(script, loop)) for loop in dict.fromkeys(loops)]
    for document in script.documents if trained else ():
        bindings = _bindings(document)
        chosen = [
            (statement, bindings[_home(document, target), ast.unparse(target)])
            for statement in document.nodes(ast.Assign, ast.AugAssign)
            for target, value in [_binding(statement)]
            if value in trained and isinstance(target, ast.Name | ast.Attribute)
        ]
        for run in bodies:
            for statement, same in chosen:
                if _is_chosen(document, statement, same, run):
                    yield document, document.statement(statement)


def _bindings(document: Document) -> Mapping[tuple[ast.AST | None, str], list[ast.AST]]:
    """Give the statements of a file that bind a name, or an attribute, by where that belongs and its text."""
    found = defaultdict[tuple[ast.AST | None, str], list[ast.AST]](list)
    for statement in document.nodes(ast.Assign, ast.AugAssign):
        home = _home(document, _binding(statement)[0])
        for name in _bound_names(statement):
            found[home, name].append(statement)
    return found


def _is_chosen(document: Document, statement: ast.AST, same: Sequence[ast.AST], run: Collection[ast.AST]) -> bool:
    """Say whether a loop runs a statement, and those that bind the `same`, under conditions alone."""
    turned = [(each, body) for each in same if (body := _body(document, each, run)) is not None]
    inside = any(each is statement for each, _ in turned)
    return inside and len(turned) < len(same) and all(_is_conditional(document, *each) for each in turned)


def _home(document: Document, target: ast.expr) -> ast.AST | None:
    """Give the function that a name belongs to, or the class that an attribute is set in; None for a module."""
    kinds = ast.ClassDef if isinstance(target, ast.Attribute) else FunctionNode
    return next((each for each in document.ancestors(target) if isinstance(each, kinds)), None)


def _body(document: Document, node: ast.AST, bodies: Collection[ast.AST]) -> ast.AST | None:
    """Give the innermost of some loops and functions that a node stands in."""
    return next((each for each in document.ancestors(node) if each in bodies), None)


def _is_conditional(document: Document, statement: ast.AST, loop: ast.AST) -> bool:
    """Say whether a statement stands under a condition in a loop."""
    return any(isinstance(each.by, ast.If) for each in passing_over(document, statement, loop))


def _binding(statement: ast.AST) -> tuple[ast.expr, ast.expr]:
    assert isinstance(statement, ast.Assign | ast.AugAssign)
    return (statement.targets[0] if isinstance(statement, ast.Assign) else statement.target), statement.value


def _bound_names(statement: ast.AST) -> frozenset[str]:
    """Give the names and attributes in the targets of a statement, as they are written."""
    targets = statement.targets if isinstance(statement, ast.Assign) else [_binding(statement)[0]]
    stored = (each for target in targets for each in ast.walk(target) if isinstance(each, ast.Name | ast.Attribute))
    return frozenset(map(ast.unparse, stored))


def _renews_itself(script: Script, document: Document, statement: ast.AST) -> bool:
    """Say whether a statement computes a name or attribute from its own value, also by way of other names."""
    match statement:
        case ast.AugAssign(ast.Name() | ast.Attribute()):
            return True
        case ast.Assign([ast.Name() | ast.Attribute() as target], value):
            name = ast.unparse(target)
            return any(ast.unparse(each) == name for each in _terms(script, document, value))
    return False


def _terms(script: Script, document: Document, node: ast.expr) -> Iterator[ast.expr]:
    """Yield the names and attributes that arithmetic, and functions of numbers, are about, here or by way of names."""
    if isinstance(node, ast.Name | ast.Attribute):
        yield node
    parts: Sequence[ast.expr] = ()
    match script.slices.bound_in_turn(document, node):
        case ast.BinOp(left, _, right):
            parts = [left, right]
        case ast.UnaryOp(operand=inner):
            parts = [inner]
        case ast.IfExp(_, body, orelse):
            parts = [body, orelse]
        case ast.Call(ast.Name(name) | ast.Attribute(attr=name), given) if name in _OF_NUMBERS:
            parts = given
    for each in parts:
        yield from _terms(script, document, each)


def _trained_by(script: Script) -> Iterator[tuple[Document, ast.expr]]:
    """Yield the losses of trainings, and what their steps are fed."""
    runs = {call for training in script.trainings for call in training.step_calls}
    for call in script.calls:
        taken = call.entry.facts.get("gradients") if call.entry is not None else None
        names = (*(_LOSSES if taken in ("compute", "minimize") else ()), *(_FEEDS if call in runs else ()))
        yield from ((call.document, each) for name in names if (each := call.argument(name)) is not None)


def _of_variable(script: Script, call: Call) -> Iterator[Renewal]:
    """Yield the renewal by a method of a variable, or by a function that gets one first."""
    called = [call.node.func.value] if isinstance(call.node.func, ast.Attribute) else []
    for target, given in ((each, call.arguments) for each in (*called, *call.node.args[:1])):
        held = target.value if isinstance(target, ast.Subscript) else target
        if script.instances(held, "variable"):
            nodes = frozenset().union(*(_made_of(script, call.document, each) for each in given if each is not target))
            in_part = call.attribute in _IN_PART or held is not target
            yield Renewal(call.document, call.node, held, in_part, nodes)
            return


def _of_rows(script: Script, document: Document, statement: ast.AST) -> Iterator[Renewal]:
    """Yield the renewal of rows of an array by what a model gives; not of places that are drawn, as in a pool."""
    match statement:
        case ast.Assign([ast.Subscript(ast.Name() | ast.Attribute() as held, slice=place)], value):
            nodes = _made_of(script, document, value)
            computed = script.instances(held, "array") and any(_is_output(script, each) for each in nodes)
            if computed and not _is_of_pool(script, document, place):
                yield Renewal(document, statement, held, True, nodes)


def _is_of_pool(script: Script, document: Document, place: ast.expr) -> bool:
    """Say whether a place is drawn, counted on, or written down: it belongs to no sample, as what is looked up may."""
    nodes = _made_of(script, document, place)
    looked_up = {each.slice for each in nodes if isinstance(each, ast.Subscript)}
    homes = ((script.home(node), node) for node in script.slices.of(document, place).before_reaching(place, looked_up))
    counted = any(home is not None and augmented_by(home, node) is not None for home, node in homes)
    return isinstance(place, ast.Constant) or counted or any(_is_drawn(script, node) for node in nodes)


def _made_of(script: Script, document: Document, start: ast.expr) -> frozenset[ast.AST]:
    """Give what an expression is computed from, without what only tells sizes, and the first values of variables."""
    whole = script.slices.of(document, start)
    return whole.before_reaching(start, {node for node in whole.nodes if _is_left(script, node)})


def _is_left(script: Script, node: ast.AST) -> bool:
    match node:
        case ast.Attribute(attr=name) | ast.Call(ast.Name(name) | ast.Attribute(attr=name)) if name in _SIZES:
            return True
        case ast.Call():
            return any(each.site.node is node for each in script.instances(node, "variable"))
    return False


def _is_of_samples(script: Script, nodes: Collection[ast.AST]) -> bool:
    """Say whether something is computed from samples: not by their gradients, nor from what all processes average."""
    calls = [call for call in map(script.call, nodes) if call is not None]
    if any(call.entry is not None and call.entry.facts.get("gradients") == "compute" for call in calls):
        return False
    if any(name.startswith("horovod.") for call in calls for name in call.names):
        return False
    return any(_gives_samples(script, each) or _is_output(script, each) for each in nodes)


def _gives_samples(script: Script, node: ast.AST) -> bool:
    match node:
        case ast.Call():
            call = script.call(node)
            return call is not None and not call.names.isdisjoint(_READERS)
        case ast.Name(name, ast.Load()) if (document := script.home(node)) is not None:
            home = script.scope(document, node).home(name)
            method = home.node if home is not None else None
            if isinstance(method, ast.FunctionDef) and method.name in _OF_MODELS:
                own = {each.arg for each in parameters(method)} - _NO_SAMPLES
                return name in own and isinstance(document.parent(method), ast.ClassDef)
            return bool(script.instances(node, "dataset"))
    return False


def _is_output(script: Script, node: ast.AST) -> bool:
    """Say whether a call gives what a model, a layer or a session computes: more than the values of variables."""
    call = script.call(node)
    if call is None or call.functions:
        return False
    applied = any(script.instances(call.node.func, role) for role in ("layer", "model"))
    if applied or call.attribute in _OUTPUTS:
        return True
    return "tensorflow.Session.run" in call.names and not _fetches_variables(script, call)


def _is_drawn(script: Script, node: ast.AST) -> bool:
    call = script.call(node)
    drawn = call is not None and any(name.startswith(_DRAWS) for name in call.names)
    return drawn and call is not None and call.attribute not in _ORDERS


def _computed(script: Script) -> Iterator[tuple[Document, ast.expr]]:
    """Yield the losses of trainings, what they are fed, and what the methods of layers and models give."""
    for call in script.calls:
        taken = call.entry.facts.get("gradients") if call.entry is not None else None
        given = [call.argument(name) for name in _LOSSES] if taken in ("compute", "minimize") else []
        if call.attribute == "add_loss" and not call.functions:
            given += call.arguments
        elif call.names & _FED:
            given += [call.argument(name) for name in _FEEDS]
        yield from ((call.document, each) for each in given if each is not None)
    for document in script.documents:
        for method in document.nodes(ast.FunctionDef):
            if getattr(method, "name", "") == "call" and isinstance(document.parent(method), ast.ClassDef):
                yield from ((document, each) for each in script.slices.returned(method))


def _is_read(script: Script, renewal: Renewal, nodes: Collection[ast.AST]) -> bool:
    """Say whether some nodes read what is renewed, in the training: not in a branch that is taken in place of it."""
    return any(
        _is_same(script, renewal.target, node) and not _is_instead(script, renewal, node)
        for node in nodes
        if node is not renewal.target
    )


def _is_among(script: Script, target: ast.expr, nodes: Collection[ast.AST]) -> bool:
    return any(_is_same(script, target, node) for node in nodes)


def _is_same(script: Script, target: ast.expr, node: ast.AST) -> bool:
    """Say whether a node reads the variable or array that a target stands for."""
    if not isinstance(node, ast.Name | ast.Attribute) or not isinstance(node.ctx, ast.Load):
        return False
    if _is_handed_on(script, node):
        return False
    held = {each for each in script.values(target) if isinstance(each, Instance | Container)}
    read = {each for each in script.values(node) if isinstance(each, Instance | Container)}
    return bool(read) and read <= held and not _are_named_apart(script, target, node)


def _are_named_apart(script: Script, *nodes: ast.expr) -> bool:
    """Say whether a function of the project makes what nodes stand for, each by its own name: `variable("mean", 8)`."""
    names = [_given_names(script, each) for each in nodes]
    return all(names) and sum(map(len, names)) == len(frozenset().union(*names))


def _given_names(script: Script, node: ast.expr) -> frozenset[str]:
    """Give the names by which functions make what a node stands for: the first text that each is given, if all are."""
    document = script.home(node)
    made = script.slices.bound(document, node) if document is not None else None
    call = script.call(made) if made is not None else None
    return _names_of(script, call) if call is not None else frozenset()


def _names_of(script: Script, call: Call) -> frozenset[str]:
    """Give the name that a call makes a variable by; where that is a parameter, those that the callers give for it."""
    texts = [each.value for each in call.node.args if isinstance(each, ast.Constant) and isinstance(each.value, str)]
    if texts and call.functions:
        return frozenset(texts[:1])
    first = next(iter(call.node.args), None)
    return _text_of(script, call.document, first, frozenset()) if isinstance(first, ast.Name) else frozenset()


def _is_parameter(document: Document, name: ast.Name, function: FunctionNode) -> bool:
    """Say whether a function leaves a parameter as it was given."""
    stored = (each for each in document.within(function, ast.Name) if isinstance(each, ast.Name))
    return not any(each.id == name.id and isinstance(each.ctx, ast.Store) for each in stored)


def _text_of(script: Script, document: Document, node: ast.expr, seen: frozenset[ast.AST]) -> frozenset[str]:
    """Give the texts that an argument may be: one that is written, or those that callers give for a parameter."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return frozenset({node.value})
    function = script.function(document, node)
    if not isinstance(node, ast.Name) or not isinstance(function, FunctionNode) or function in seen:
        return frozenset()
    if node.id not in {each.arg for each in parameters(function)} or not _is_parameter(document, node, function):
        return frozenset()
    given = [argument_for(script, each, function, node.id) for each in script.callers(function)]
    found = [_text_of(script, *each, seen | {function}) if each is not None else frozenset() for each in given]
    return frozenset().union(*found) if all(found) else frozenset()


def _is_handed_on(script: Script, node: ast.AST) -> bool:
    """Say whether a function only gives what it has made, and each caller gives that a name, by which it is read."""
    document = script.home(node)
    function = script.function(document, node) if document is not None else None
    if document is None or function is None or not isinstance(document.parent(node), ast.Return):
        return False
    callers = script.callers(function)
    return bool(callers) and all(isinstance(each.document.parent(each.node), ast.Assign) for each in callers)


def _is_instead(script: Script, renewal: Renewal, node: ast.AST) -> bool:
    """Say whether a node is in a branch, or in a function for one, that may be taken where the renewal is not."""
    document = script.home(node)
    if document is None:
        return False
    renewing = {renewal.node, *renewal.document.ancestors(renewal.node)}
    for outer in document.ancestors(node):
        chosen = _alternatives(script, outer)
        if chosen and outer not in renewing and any(call.attribute in _ALTERNATIVES for call in chosen):
            return True
    renewed = ways_to(script, renewal.document, renewal.node)
    return any(
        scope is other and _is_apart(where, here, there)
        for where, scope, here in renewed
        for _, other, there in ways_to(script, document, node)
    )


def _is_apart(document: Document, renewing: ast.AST, reading: ast.AST) -> bool:
    """Say whether of two nodes of a scope each has conditions of its own, or one is behind a branch of the other's."""
    if exclude(document, renewing, reading) or exclude(document, reading, renewing):
        return True
    around, others = ({node, *document.ancestors(node)} for node in (renewing, reading))
    if any(_is_for_evaluation(outer, others) for outer in others - around):
        return True
    tested, tested_too = (any(isinstance(each, ast.If) for each in one) for one in (around - others, others - around))
    return (tested and tested_too) or _is_after_return(document, around, reading)


def _is_for_evaluation(outer: ast.AST, inside: Collection[ast.AST]) -> bool:
    """Say whether code stands in the branch of an `if` that is taken where a flag for the training is not set."""
    match outer:
        case ast.If(ast.UnaryOp(ast.Not(), flag), body=branch) | ast.If(flag, orelse=branch):
            named = isinstance(flag, ast.Name | ast.Attribute) and "train" in ast.unparse(flag).rpartition(".")[2]
            return named and any(each in inside for each in branch)
    return False


def _alternatives(script: Script, node: ast.AST) -> Sequence[Call]:
    """Give the calls that may choose what stands in a node, or what a function gives."""
    if isinstance(node, ast.Lambda | ast.FunctionDef):
        return script.takers(node)
    call = script.call(node)
    return [call] if call is not None else []


def _is_after_return(document: Document, renewing: Collection[ast.AST], node: ast.AST) -> bool:
    """Say whether a node stands behind a branch that ends its function and has what renews."""
    for inner in document.ancestors(node):
        block = document.block(inner) if isinstance(inner, ast.stmt) else []
        for before in block[: block.index(inner)] if isinstance(inner, ast.stmt) and inner in block else ():
            if isinstance(before, ast.If) and _returns(before.body) and any(each in renewing for each in before.body):
                return True
    return False


def _returns(block: Sequence[ast.stmt]) -> bool:
    """Say whether a block ends its function."""
    last = block[-1]
    return isinstance(last, ast.Return) or (isinstance(last, ast.With) and _returns(last.body))


def _is_in_training(script: Script, renewal: Renewal, loops: Collection[ast.AST]) -> bool:
    """Say whether a renewal is made beside the steps: in their loop, by a method that Keras calls, in a graph."""
    document, node = renewal.document, renewal.node
    if isinstance(node, ast.Call) and any(each.train_ops for each in script.trainings):
        return not (isinstance(document.parent(node), ast.Expr) and _is_of_graphs_alone(script))
    if any(place.node in loops for place in all_loops(script, document, node)):
        return True
    return any(getattr(scope, "name", "") in _OF_MODELS for _, scope, _ in ways_to(script, document, node))


def _is_of_graphs_alone(script: Script) -> bool:
    """Say whether all that trains are graphs of TensorFlow 1: they run no operation that nothing asks for."""
    return script.is_for_version_1 and all(each.train_ops for each in script.trainings)


def _loops(script: Script) -> Iterator[ast.AST]:
    """Yield the loops that drive trainings."""
    for training in script.trainings:
        for step in training.step_calls:
            for chain in chains(script, step.document, step.node):
                place = driving(script, chain)
                if place is not None:
                    yield place.node
