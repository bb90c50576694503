"""Loops that draw their samples by chance, from generators that the script seeds alike in all processes."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, replace

from farandole.analysis.call_order import calls_below, is_generator, run_by, run_by_any
from farandole.analysis.defaults import NoDefault, default, may_be_none
from farandole.analysis.loops import Chain, LoopAt, counters
from farandole.analysis.points_to.values import Class, Instance, Library, Value
from farandole.analysis.program import Call
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.optimizer_steps import METHODS, gradients_of
from farandole.frameworks.tensorflow.training import MINIMIZE, Pattern, Training
from farandole.rules.horovod.division.given import is_given_unseen
from farandole.rules.horovod.names import Name, horovod, library
from farandole.source import Document, Edit, layout
from farandole.source.binding import names_in

SEEDS_ALL = "tensorflow.keras.utils.set_random_seed"
"""What seeds Python's, NumPy's and TensorFlow's generators of the process at once."""

_SEEDERS = {
    "numpy.random.seed": ("numpy", "np", "random.seed"),
    "random.seed": ("random", "random", "seed"),
    SEEDS_ALL: ("tensorflow", "tf", "keras.utils.set_random_seed"),
    "tensorflow.random.set_seed": ("tensorflow", "tf", "random.set_seed"),
}
"""The functions that seed a generator of the whole process: their module, its usual name, and their path in it."""

PRODUCERS = tuple(f"tensorflow.train.{kind}input_producer" for kind in ("", "range_", "slice_", "string_"))
RANDOM = ("tensorflow.RandomShuffleQueue", "tensorflow.queue.RandomShuffleQueue")
MIXERS = (
    *RANDOM,
    "tensorflow.train.shuffle_batch",
    "tensorflow.train.shuffle_batch_join",
)
"""The queues of TensorFlow 1: those that begin a pipeline, and those that shuffle what comes through them."""

ORDERLY = tuple(
    f"tensorflow.{module}{kind}Queue" for module in ("", "queue.") for kind in ("FIFO", "PaddingFIFO", "Priority")
)
"""The queues of TensorFlow 1 that give what they are filled with in the order of that."""

IN_PYTHON = ("tensorflow.py_function", "tensorflow.numpy_function", "tensorflow.py_func")
"""The operations of a graph that run a function of Python."""

GRAPH_SEEDERS = ("tensorflow.set_random_seed", "tensorflow.random.set_seed")

_MODULES = ("numpy.random.", "random.", "tensorflow.random.")
"""The modules whose functions draw from the generators that `_SEEDERS` seed."""

_OF_SAMPLERS = {"numpy.random.", "random."}
"""The modules that a sampler of some library is likely to draw by."""

_KNOWN = (
    "builtins.",
    *(
        f"{module}."
        for module in (
            *("absl", "argparse", "cmath", "configparser", "copy", "decimal", "fractions", "json", "math", "operator"),
            *("re", "statistics", "yaml"),
        )
    ),
    "time.",
    "numpy.",
    "tensorflow.",
    "keras.",
    "horovod.",
    "matplotlib.",
    "logging.",
    "os.",
    "multiprocessing.cpu_count",
    "scipy.linalg.",
    "scipy.ndimage.",
    "scipy.signal.",
    "scipy.spatial.",
    "scipy.special.",
    "sklearn.metrics.",
    "tqdm.",
    "progress.",
    "progressbar.",
)
"""The libraries whose functions give nothing new from turn to turn, but for those that draw."""

OF_ARRAYS_ALONE = ("scipy.", "PIL.", "cv2.", "skimage.", "imageio.", "h5py.", "pickle.", "six.")
"""Libraries that know nothing of tensors: what they give to a graph stays in it."""

_PLAIN = ("builtins.", "numpy.", "random.", "sklearn.model_selection.", "sklearn.utils.")
"""Libraries whose functions draw, if at all, when they are called."""

_FRESH = (
    "builtins.next",
    "tensorflow.keras.preprocessing.image.Iterator.next",
    *(f"tensorflow.{module}." for module in ("data", "examples", "contrib", "io", "train")),
    *(f"{queue}." for queue in (*ORDERLY, *RANDOM)),
    *IN_PYTHON,
)

_KEEPING = tuple(
    f"tensorflow.train.{name}" for name in ("Saver", "Checkpoint", "get_checkpoint_state", "latest_checkpoint")
)
"""What saves variables, and finds what is saved: no samples."""

_GIVES_NEW = frozenset({"get", "pop", "popitem"})
_OF_CONTAINERS = frozenset(name for kind in (str, bytes, list, set, dict) for name in dir(kind)) - _GIVES_NEW
_OF_ARRAYS = frozenset({"argmax", "argmin", "argsort", "astype", "flatten", "max", "mean", "min", "ravel", "reshape"})
_INPUTS = ("x", "y", "sample_weight", "feed_dict")
"""Arguments of a step that have what it trains on."""

_METHODS = _OF_CONTAINERS | _OF_ARRAYS | {"round", "squeeze", "std", "sum", "tolist", "transpose"}
"""Methods of texts, containers and arrays that give nothing new from turn to turn; a queue's `get` does."""

_RUN = "tensorflow.Session.run"
_QUEUES = ("multiprocessing.", "queue.")
"""The modules of the queues that threads and processes fill, which have begun before the loop that takes from them."""

_VARIABLES = frozenset({"tensorflow.Variable", "tensorflow.get_variable"})
_COLLECTED = ("tensorflow.get_collection", "tensorflow.losses.get_", "tensorflow.get_default_graph")

_GENERATORS = frozenset({"numpy.random.default_rng", "numpy.random.RandomState", "random.Random"})


@dataclass(frozen=True)
class Seeding:
    """A call that seeds a generator, `name` that of the generator it makes, and its seed as other lines may give it.

    `name` is empty for a generator of the whole process, which `function` seeds; `seed` where it can't be given.
    """

    call: Call
    name: str
    seed: str
    function: str = ""


def seedings(script: Script, chain: Chain) -> tuple[Seeding, ...]:
    """Give what seeds the generators that the loops of a chain draw samples by, for the outermost of them.

    What is seeded by the rank already, or anew before the loops, is left out.
    """
    outermost = chain[-1]
    nodes = tuple(reached(script, outermost.node))
    read = {node.id for node in nodes if isinstance(node, ast.Name)}
    modules, generators = _drawn(script, nodes)
    found = []
    for call in script.calls_to(*_SEEDERS, *_GENERATORS):
        given = call.arguments
        if call.node not in generators and not _seeds(call, modules):
            continue
        if len(given) == 1 and not _is_ranked(script, call) and not _is_seeded_anew(script, outermost, call):
            name = _assigned_name(call)
            own = call.node in generators
            fixable = call.node not in nodes and (not own or (name in read and _is_in_scope(script, outermost, call)))
            fixable = fixable and not _is_late(script, call)
            seed = _seed(script, outermost.document, outermost.node, call, name) or "0" if fixable else ""
            if script.constants(given[0]) != {None}:
                function = "" if name else next((each for each in _SEEDERS if each in call.names), "")
                found.append(Seeding(call, name, seed, function))
    return (*found, *_seeded_by_data(script, outermost))


def _seeded_by_data(script: Script, outermost: LoopAt) -> Iterator[Seeding]:
    """Yield the calls that load data and seed a generator of the whole process: by a seed of their own, or the graph's."""
    graph = [
        call
        for call in script.calls_to(*GRAPH_SEEDERS)
        if call.arguments and script.constants(call.arguments[0]) != {None}
    ]
    for call in script.calls:
        facts = call.entry.facts if call.entry is not None else {}
        function = facts.get("seeds")
        given = [call] if given_seed(script, call) is not None else graph
        if isinstance(function, str) and given and script.may_run(call.document, call.node):
            seed = "0" if given == [call] else _seed(script, outermost.document, outermost.node, given[-1], "") or "0"
            yield Seeding(call, "", seed, function)


def given_seed(script: Script, call: Call) -> ast.expr | None:
    """Give the argument that a call takes for its seed, unless that is None."""
    facts = call.entry.facts if call.entry is not None else {}
    seed = call.argument(str(facts["seed"])) if "seed" in facts else None
    return seed if seed is not None and script.constants(seed) != {None} else None


def _is_late(script: Script, call: Call) -> bool:
    """Say whether a call stands in a generator function, which runs when its first sample is drawn."""
    function = script.function(call.document, call.node)
    return function is not None and is_generator(function)


def _is_in_scope(script: Script, place: LoopAt, call: Call) -> bool:
    """Say whether a loop stands in the scope of a call's statement: what is assigned before it is the same name."""
    return call.document is place.document and script.scope(call.document, call.node) is script.scope(
        place.document, place.node
    )


def _is_ranked(script: Script, call: Call) -> bool:
    """Say whether a call's seed is computed from the rank of the process."""
    computed = (script.call(node) for each in call.arguments for node in script.slices.of(call.document, each))
    names = (name for each in computed if each is not None for name in each.names)
    return any(name.startswith("horovod.") and name.endswith(".rank") for name in names)


def _is_seeded_anew(script: Script, place: LoopAt, call: Call) -> bool:
    """Say whether what a call seeds is seeded by the rank once more above a loop, in the block that has both."""
    document, block = place.document, place.document.block(place.node)
    if call.document is not document:
        return False
    above = block[: block.index(place.node)]
    held = next((number for number, each in enumerate(above) if document.contains(each, call.node)), len(above))
    again = (each for each in script.calls_to(*(call.names & _SEEDERS.keys())) if _is_ranked(script, each))
    return any(document.contains(later, each.node) for each in again for later in above[held + 1 :])


def seeders(script: Script) -> Iterator[Call]:
    """Yield the calls that seed a generator of the whole process, and may give it the same seed in all processes."""
    yield from _seeding_alike(script, (*_SEEDERS, *GRAPH_SEEDERS))


def seeders_in_python(script: Script) -> Iterator[Call]:
    """Yield the calls that may give a generator from which Python code draws the same seed in all processes."""
    yield from _seeding_alike(
        script, (*(name for name, found in _SEEDERS.items() if found[0] != "tensorflow"), SEEDS_ALL, *_GENERATORS)
    )


def _seeding_alike(script: Script, names: Iterable[str]) -> Iterator[Call]:
    for call in script.calls_to(*names):
        given = call.arguments[:1]
        is_alike = bool(given) and script.constants(given[0]) != {None} and not _is_ranked(script, call)
        if is_alike and not _is_taken_back(script, call):
            yield call


def _is_taken_back(script: Script, call: Call) -> bool:
    """Say whether a generator gets a seed for a few calls of libraries alone, and one by chance behind them."""
    document, statement = call.document, call.document.statement(call.node)
    block = document.block(statement)
    unseeded = {
        document.statement(each.node)
        for each in script.calls_to(*(call.names & _SEEDERS.keys()))
        if each.document is document and not any(script.constants(given) != {None} for given in each.arguments)
    }
    behind = block[block.index(statement) + 1 :]
    end = next((number for number, each in enumerate(behind) if each in unseeded), None)
    between = (inner for each in behind[:end] for inner in document.within(each, ast.Call))
    return end is not None and all(_is_of_arrays(script, each) for each in between)


def _is_of_arrays(script: Script, node: ast.AST) -> bool:
    call = script.call(node)
    return call is not None and bool(call.names) and all(name.startswith(_PLAIN) for name in call.names)


def graph_seedings(script: Script, document: Document, statement: ast.stmt, seeds: Iterable[Call]) -> Iterator[Seeding]:
    """Yield what seeds TensorFlow's generator, for a statement before which that alone is seeded once more.

    Of the seeds that stand in the block of the statement, the last one before it holds, whatever has been set earlier;
    those behind it come too late, where the block is the file's own.
    """
    found = [call for call in seeds if len(call.arguments) == 1 and script.constants(call.arguments[0]) != {None}]
    block = document.block(statement)
    place = block.index(statement)
    beside = {each: call for call in found if call.document is document for each in [document.statement(call.node)]}
    holding = [beside[each] for each in block[:place] if each in beside]
    late = [beside[each] for each in block[place:] if each in beside] if block is document.tree.body else []
    for call in holding[-1:] or [each for each in found if each not in late]:
        seed = _seed(script, document, statement, call, "") or "0"
        yield Seeding(call, "", seed, "tensorflow.random.set_seed")


def seeds_draw(script: Script, seeding: Seeding, draw: Call) -> bool:
    """Say whether a generator that is seeded is the one that a call draws from."""
    made = [script.creation(value) for value in draw.receivers if isinstance(value, Instance)]
    if any(each is not None and each.node is seeding.call.node for each in made):
        return True
    modules = tuple(f"{name.rpartition('.')[0]}." for name in seeding.call.names if name.endswith("seed"))
    everything = SEEDS_ALL in seeding.call.names
    return not made and is_random(draw) and (everything or any(name.startswith(modules) for name in draw.names))


def serves_only(script: Script, call: Call, place: LoopAt) -> bool:
    """Say whether the generator that a call makes is drawn from by a loop alone, and not made anew in it."""
    nodes = set(reached(script, place.node))
    made = [value for value in script.values(call.node) if isinstance(value, Instance) and value.site.node is call.node]
    users = [each for each in script.calls if not each.receivers.isdisjoint(made)]
    return bool(users) and call.node not in nodes and all(each.node in nodes for each in users)


def draws(script: Script, loop: ast.AST) -> Iterator[Call]:
    """Yield the calls of a loop, and of the functions that it calls, that may give something new in each turn."""
    for node in reached(script, loop):
        call = script.call(node)
        if call is not None and not is_the_same(call):
            yield call


def is_random(call: Call) -> bool:
    """Say whether a call draws from a generator of random numbers."""
    return any(name.startswith(_MODULES) for name in call.names)


def is_by_chance(script: Script, call: Call) -> bool:
    """Say whether a call draws random numbers, or gives its samples in an order of chance that no seed of its own fixes."""
    shuffles = call.entry is not None and call.entry.kind == "function" and call.entry.facts.get("shuffles")
    return is_random(call) or (bool(shuffles) and given_seed(script, call) is None)


def is_unread(call: Call) -> bool:
    """Say whether a call may give something new in each turn, and is of a module that is not read."""
    return not is_the_same(call) and not any(name.startswith((*_KNOWN, *_MODULES)) for name in call.names)


def takes_unread(script: Script, call: Call) -> bool:
    """Say whether a call takes the next of what is not seen, of a module or a caller, or what others put into a queue."""
    if call.attribute == "get" and any(name.startswith(_QUEUES) for name in call.names):
        return True
    match call.node:
        case ast.Call(ast.Name("next"), [source, *_]) | ast.Call(ast.Attribute(source, "__next__"), []):
            made = (script.call(each) for each in script.slices.of(call.document, source))
            unread = any(each is not None and is_unread(each) for each in made)
            return unread or is_given_unseen(script, call.document, source)
    return False


def takes_the_same(script: Script, training: Training, place: LoopAt) -> bool:
    """Say whether every turn of a loop trains on the same samples: nothing that it calls gives others.

    A graph that is fed nothing has its samples in itself: they are the same when nothing that its loss is computed from
    draws or reads others. With tapes, only what their gradients are computed from counts; a model or a loss makes no samples.
    """
    nodes = list(reached(script, place.node))
    calls = [call for node in nodes if (call := script.call(node)) is not None]
    runs = [call for call in calls if _RUN in call.names]
    if runs and all(call.argument("feed_dict") is None for call in runs):
        return _is_constant(script, training)
    kept = [node for node in nodes if _keeps_state(node)]
    differentiated = list(losses(training)) if training.pattern is Pattern.GRADIENT_TAPE else []
    if differentiated:
        used = {node for document, loss in differentiated for node in script.filling.made_of(document, [loss])}
        used -= {
            loss for document, given in differentiated if (loss := _of_predictions(script, document, given)) is not None
        }
        calls = [call for call in calls if call.node in used and not computes(script, call)]
        read = {node.attr for node in used if isinstance(node, ast.Attribute)}
        kept = [node for node in kept if not isinstance(node, ast.Attribute) or node.attr in read]
    elif training.runs:
        feeds = ((run.document, run.argument("feed_dict")) for run in training.runs)
        fed = {
            node for document, feed in feeds if feed is not None for node in script.filling.made_of(document, [feed])
        }
        if _reads_by_turn(script, place, fed):
            return False
        read = {node.attr for node in fed if isinstance(node, ast.Attribute)}
        kept = [node for node in kept if not isinstance(node, ast.Attribute) or node.attr in read]
    elif given := [each for step in training.steps for each in inputs(step)]:
        used = {node for document, each in given for node in script.filling.made_of(document, [each])}
        calls = [call for call in calls if call.node in used or may_change(call, used)]
        read = {node.attr for node in used if isinstance(node, ast.Attribute)}
        kept = [node for node in kept if not isinstance(node, ast.Attribute) or node.attr in read]
    return not kept and all(map(is_the_same, calls))


def _reads_by_turn(script: Script, place: LoopAt, nodes: Collection[ast.AST]) -> bool:
    """Say whether some nodes read items at places that a loop's counter tells."""
    turns = counters(script, place)
    inside = (each for each in nodes if place.document.contains(place.node, each))
    told = (getattr(each, "slice", None) or getattr(each, "generators", None) for each in inside)
    return any(not names_in(*(each if isinstance(each, list) else [each])).isdisjoint(turns) for each in told if each)


def inputs(step: Call) -> Iterator[tuple[Document, ast.expr]]:
    """Yield what a step is given to train on."""
    yield from ((step.document, given) for name in _INPUTS if (given := step.argument(name)) is not None)


def may_change(call: Call, used: Set[ast.AST]) -> bool:
    """Say whether a call is made for what it does, to one of the names that some nodes read: it may shuffle what they hold."""
    if not isinstance(call.document.parent(call.node), ast.Expr):
        return False
    given = names_in(*call.arguments, *([call.receiver] if call.receiver is not None else []))
    return any(isinstance(node, ast.Name) and node.id in given for node in used)


def losses(training: Training) -> Iterator[tuple[Document, ast.expr]]:
    """Yield what a training with tapes differentiates, or lets its optimizer minimize."""
    for gradient in training.gradients:
        yield gradient.document, gradient.argument("target") or gradient.node
    for step in training.steps:
        loss = step.argument("loss") if MINIMIZE in step.names else None
        if loss is not None and not isinstance(loss, ast.Lambda):
            yield step.document, loss


def _of_predictions(script: Script, document: Document, loss: ast.expr) -> ast.expr | None:
    """Give the call that computes a loss from what a model gives; such a function makes no samples, whatever it is."""
    call = _made_by(script, document, loss)
    given = [_made_by(script, call.document, each) for each in call.arguments] if call is not None else []
    return call.node if call is not None and any(each and computes(script, each) for each in given) else None


def _made_by(script: Script, document: Document, node: ast.expr) -> Call | None:
    """Give the call whose result an expression is, by itself or by its name."""
    bound = script.slices.bound(document, node)
    return script.call(bound) if bound is not None else None


def computes(script: Script, call: Call) -> bool:
    """Say whether a call is that of a model, or of an object of Keras such as a loss, with what it is given."""
    return script.must_be(call.node.func, lambda value: script.role_of(value) == "model" or _is_of_keras(value))


def _is_of_keras(value: Value) -> bool:
    return (
        isinstance(value, Instance) and isinstance(value.of, Library) and value.of.name.startswith("tensorflow.keras.")
    )


def _is_constant(script: Script, training: Training) -> bool:
    """Say whether the losses of a training's graph are computed from what was there before it, and nothing else."""
    losses = [step for step in training.train_ops if gradients_of(script, step) == "minimize"]
    if not losses or len(losses) < len(training.train_ops):
        return False
    return not any(True for step in losses for _ in _may_differ(script, step))


def unseen_in_graph(script: Script, training: Training) -> tuple[Call, ...]:
    """Give the calls of objects that are not seen, where nothing else may give a graph other samples in each run."""
    found = [each for step in training.train_ops for each in _may_differ(script, step)]
    return () if any(each.names for each in found) else tuple(dict.fromkeys(found))


def _may_differ(script: Script, step: Call) -> Iterator[Call]:
    """Yield what a step's loss is computed from that may not stay the same once a graph is made.

    First values do, and so do arrays that a session has given before.
    """
    behind = script.slices.of(step.document, step.node)
    calls = [call for node in behind if (call := script.call(node)) is not None]
    given = {call.node for call in calls if _RUN in call.names}
    reached = behind.before_reaching(step.node, given)
    for call in calls:
        if call.node in reached and not _is_initial(script, call):
            yield from _sources(script, call)


def _sources(script: Script, call: Call, seen: frozenset[ast.AST] = frozenset()) -> Iterator[Call]:
    """Yield a call, unless what it gives stays the same once a graph is made: a value of NumPy's, or no source of samples.

    Of an object of a project's class it is what the class calls; `seen` are classes that are looked at already.
    """
    if call.functions or call.attribute in (*_METHODS, *METHODS) or (call.entry and call.entry.role == "optimizer"):
        return
    if isinstance(call.document.parent(call.node), ast.withitem | ast.Expr):
        return  # it is entered, or done for what else it does
    classes = {value.site.node for value in script.values(call.node.func) if isinstance(value, Class)}
    if classes and len(classes) == len(script.values(call.node.func)):
        nodes = (node for each in classes - seen for node in ast.walk(each))
        calls = [each for node in nodes if (each := script.call(node)) is not None]
        for each in calls:
            if not _is_initial(script, each):
                yield from _sources(script, each, seen | classes)
        return
    names = [name for name in call.names if name.startswith("tensorflow.")]
    drawn = any(script.catalog.fact(name, "random") or name.startswith((*_FRESH, *_COLLECTED)) for name in names)
    known = (*_KNOWN, *_MODULES, *OF_ARRAYS_ALONE)
    if not call.names or drawn or not all(name.startswith(known) for name in call.names):
        yield call


def _is_initial(script: Script, call: Call) -> bool:
    """Say whether a call stands in what a variable begins with, itself or by a name that stands nowhere else."""
    document = call.document
    if _begins_variable(script, document, call.node):
        return True
    match document.statement(call.node):
        case ast.Assign([ast.Name(name)]):
            scope = document.scope(call.node)
            uses = [each for each in document.names(name) if document.scope(each) is scope]
            loads = [each for each in uses if isinstance(each.ctx, ast.Load)]
            return bool(loads) and all(_begins_variable(script, document, each) for each in loads)
    return False


def _begins_variable(script: Script, document: Document, node: ast.AST) -> bool:
    outer = (script.call(each) for each in document.ancestors(node))
    return any(each is not None and not each.names.isdisjoint(_VARIABLES) for each in outer)


def _keeps_state(node: ast.AST) -> bool:
    """Say whether a node changes what a later turn may read: an attribute, or a variable of the module."""
    match node:
        case ast.Attribute(ctx=ast.Store() | ast.Del()) | ast.Global() | ast.Nonlocal():
            return True
    return False


def is_the_same(call: Call) -> bool:
    """Say whether a call gives nothing new from turn to turn by itself."""
    known = bool(call.names) and all(_gives_the_same(name) for name in call.names)
    return bool(call.functions) or call.attribute in _METHODS or known


def _gives_the_same(name: str) -> bool:
    return name.startswith(_KEEPING) or (name.startswith(_KNOWN) and not name.startswith((*_MODULES, *_FRESH)))


def _drawn(script: Script, nodes: Iterable[ast.AST]) -> tuple[set[str], set[ast.AST]]:
    """Give the modules by which nodes draw from generators of the whole process, and the calls that make the others.

    What draws settings is left out: all processes must draw these alike.
    """
    modules: set[str] = set()
    generators: set[ast.AST] = set()
    drawing = (call for call in map(script.call, nodes) if call is not None and call not in script.settings.drawn)
    for call in drawing:
        made = [script.creation(value) for value in call.receivers if isinstance(value, Instance)]
        generators.update(each.node for each in made if each is not None and not each.names.isdisjoint(_GENERATORS))
        if not call.receivers:
            modules.update(module for module in _MODULES if any(name.startswith(module) for name in call.names))
    return modules if generators or modules & _OF_SAMPLERS else modules | _OF_SAMPLERS, generators


def _seeds(call: Call, modules: set[str]) -> bool:
    """Say whether a call seeds what some of these modules draw from."""
    everything = SEEDS_ALL in call.names
    return everything or any(name in _SEEDERS and name.startswith(tuple(modules)) for name in call.names)


def seeding_edits(
    script: Script, document: Document, statement: ast.stmt, found: Sequence[Seeding]
) -> tuple[Edit, ...]:
    """Give the edits that let each process draw samples of its own from a statement on; a single one draws as before."""
    hvd = horovod(script, document)
    edits = list(hvd.edits)
    lines: dict[str, str] = {}
    for seeding in found:
        if seeding.name:
            function = f"{seeding.name} = {document.segment(seeding.call.node.func)}"
        else:
            named = seeder(script, document, seeding.function)
            edits += named.edits
            function = named.text
        seed = f"{hvd.text}.rank()" if seeding.seed == "0" else f"{seeding.seed} + {hvd.text}.rank()"
        lines[function] = f"    {function}({seed})"  # the last one counts
    edits += layout.insert_before(document, statement, [f"if {hvd.text}.size() > 1:", *lines.values()])
    return tuple(replace(edit, once=True) for edit in edits)


def seeded_anew(script: Script, document: Document, statement: ast.stmt, call: Call, function: str) -> Seeding:
    """Give what seeds a generator once more before a statement, by the seed that a call has given it, or others with it."""
    return Seeding(call, "", _seed(script, document, statement, call, "") or "0", function)


def seeder(script: Script, document: Document, function: str) -> Name:
    """Give a file's name for a function that seeds a generator of the whole process."""
    module, usual, path = _SEEDERS[function]
    named = library(script, document, module, usual)
    return Name(f"{named.text}.{path}", named.edits)


def _assigned_name(call: Call) -> str:
    """Give the name that a generator is assigned to, or an empty text."""
    match call.document.statement(call.node):
        case ast.Assign([ast.Name(name)], value) if value is call.node:
            return name
    return ""


def _seed(script: Script, document: Document, statement: ast.stmt, call: Call, name: str) -> str:
    """Give a call's seed as a statement may have it before it: as it is, or its value; an empty text where neither can be."""
    node = call.arguments[0]
    if not is_number(script, call.document, node):
        return ""
    if script.scope(call.document, call.node) is script.scope(document, statement):
        return call.document.segment(node) if call.node.lineno < statement.lineno else ""
    values = script.constants(node)
    return repr(next(iter(values))) if len(values) == 1 and not name else ""


def is_number(script: Script, document: Document, seed: ast.expr) -> bool:
    """Say whether a seed is surely a whole number: one that is written, or an option that is one if it is left out."""
    values = script.constants(seed)
    if values and len(script.values(seed)) == len(values):
        return all(isinstance(value, int) for value in values)
    try:
        return isinstance(default(script, document, seed), int)
    except NoDefault:
        return False


def reached(script: Script, node: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of a loop and of the project's functions that it calls."""
    for body in run_by(script, node, calls_below):
        yield from script.within(body)


def reached_by(script: Script, nodes: Iterable[ast.AST]) -> set[ast.AST]:
    """Give the nodes of some code and of the project's functions that it calls."""
    found: set[ast.AST] = set()
    for body in run_by_any(script, (node for node in nodes if node not in found), calls_below):
        found.update(script.within(body))
    return found


def ranked_seed_edits(script: Script, document: Document, seed: ast.expr) -> tuple[Edit, ...]:
    """Give the edits that add the rank to a seed; one that is left out, or may be, stays away."""
    hvd = horovod(script, document)
    unseen = isinstance(seed, ast.Attribute | ast.Subscript) and not is_number(script, document, seed)
    omitted = unseen or may_be_none(script, document, seed)
    before = f"None if {document.segment(seed)} is None else " if omitted else ""
    edits = (*hvd.edits, *layout.wrap(document, seed, before, f" + {hvd.text}.rank()"))
    return tuple(replace(edit, once=True) for edit in edits)
