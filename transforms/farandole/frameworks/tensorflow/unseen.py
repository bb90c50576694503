"""Trainings that are there and can't be seen into: what says that something is trained, and no more."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

from farandole.analysis.call_order import is_seen, run_by
from farandole.analysis.points_to import containers
from farandole.analysis.points_to.values import Bound, Class, Constant, Function, Instance, Library, Unknown, Value
from farandole.analysis.program import Call, Program
from farandole.frameworks.tensorflow.optimizer_steps import STEPS, gradients_of
from farandole.frameworks.tensorflow.optimizers import ROLES
from farandole.frameworks.tensorflow.session_runs import fetched_parts
from farandole.frameworks.tensorflow.training import (
    GRADIENT,
    Pattern,
    Training,
    gradient_calls,
    gradients_in,
    hands_on,
    is_handed_on,
    is_left,
    is_run,
    new_training,
    own_apply,
)
from farandole.frameworks.tensorflow.versions import eager_calls
from farandole.project.imports import imported_modules
from farandole.project.libraries import BUILT_ON_TENSORFLOW

_PACKAGES = ("tensorflow", "keras", "tf_keras")
_KERAS_ONLY = frozenset({"fit_generator", "train_on_batch"})
_TRAINING = _KERAS_ONLY | {"fit"}
"""The methods by which a model is trained, none of which other layers have."""

_UPDATES = frozenset({"assign", "assign_add", "assign_sub", "update_add", "update_sub", "set_weights"})
"""The methods and functions that give variables, or a model, other values."""

_GRADIENTS = frozenset({"tensorflow.gradients", "tensorflow.keras.backend.gradients", GRADIENT})
_TRAIN_OP = re.compile(
    r"(^|_)(train(ing)?(_?(ops?|step|operation))?|opt(im(izer)?)?(_?op)?|minimi[sz]e"
    r"|adadelta|adagrad|adam|ftrl|gradientdescent|momentum|rmsprop)$",
    re.IGNORECASE,
)
"""How names end of what takes a step in a session, of a script or of optimizers: `train_op`, `D_train_op`, `Adam`."""

_LOOK_UPS = frozenset({"as_graph_element", "get_collection", "get_operation_by_name", "get_tensor_by_name"})
"""The methods by which a graph is asked for operations by their name."""

_TRAINS = re.compile(r"(^|_)train(ing)?$")
_IS_TO_TRAIN = re.compile(r"(fit|train)(_|$)")
"""How methods that train begin."""

_READ_ELSEWHERE = frozenset(
    {*_PACKAGES, "abc", "builtins", "gym", "lightning", "pytorch_lightning", "sklearn", "torch"}
)
"""The packages whose classes are known, or train nothing by TensorFlow."""

_UNSEEN = "what trains, and how, is not seen"

_TRAINERS = frozenset({"train", "trainer", "trainers", "training"})
"""How a function that trains is called, and the modules that have one."""

_UPDATING = "get_updates"
"""The method by which an optimizer of Keras gives what changes variables in a step."""

_IMPORTING = ("importlib.import_module", "builtins.__import__")
_NOT_RUN = "a module that is imported by a name may run what is made by"
_OF_KERAS = frozenset({"epochs", "nb_epoch", "steps_per_epoch", "validation_data"})
_FIT_KEYWORDS = _OF_KERAS | {"batch_size", "callbacks"}
_ASKING = frozenset({"builtins", "functools", "inspect", "operator", "types"})
"""The modules whose functions ask what they are given, or give back what may call it: that call is looked at."""

_HANDING_ON = ("cloudpickle.", "collections.", "dill.", "functools.", "joblib.", "numpy.", "pickle.", "queue.")
"""How the names of calls begin that give back an object of any kind that was put in, here or in another program."""


def find_unseen(program: Program, known: Iterable[Training]) -> list[Training]:
    """Give the trainings, of unknown pattern, that a script has besides the known ones."""
    steps = {step.node for training in known for step in (*training.steps, *training.runs, *training.train_ops)}
    steps |= {gradient.node for training in known for gradient in training.gradients}
    if not _names_tensorflow(program):
        return []
    runs = any(is_run(program, step) for training in known for step in training.steps)

    def why(program: Program, call: Call) -> str:
        if runs and is_left(program, call):
            return ""
        return (_why(program, call) if call.node not in steps else "") or _method_given(program, call)

    found = _told(program, why)
    made = _train_ops(program) if not steps and not found else frozenset()
    later = (
        partial(_given_to_unread, made),
        _trained_by_unread,
        _trained_by_base,
        partial(_run_unseen, made),
        _imported_by_name,
    )
    for each in later if not steps else ():
        found = found or _told(program, each)
    return found if steps else found or _applied_by_hand(program)


def _told(program: Program, why: Callable[[Program, Call], str]) -> list[Training]:
    """Give a training of unknown pattern for each call of which something says why it trains."""
    told = ((call, why(program, call)) for call in program.calls)
    return [new_training(program, Pattern.UNKNOWN, [call], unseen=text) for call, text in told if text]


def _given_to_unread(made: frozenset[Value], program: Program, call: Call) -> str:
    given = _optimizer_given(program, call) or _train_op_given(program, call, made)
    if not given:
        return ""
    name = ast.unparse(call.node.func)
    return f"`{name}` is of a library that is not read, and gets `{given}`: {_UNSEEN}"


def _trained_by_unread(_: Program, call: Call) -> str:
    name = ast.unparse(call.node.func)
    return f"`{name}` is of a library that is not read: {_UNSEEN}" if _is_trainer(call) else ""


def _trained_by_base(program: Program, call: Call) -> str:
    """Say so where a method trains, by its name, that a class of the project has from a library which is not read."""
    match call.node.func:
        case ast.Attribute(owner, name) if _IS_TO_TRAIN.match(name) and not call.functions and call.entry is None:
            classes = (each.of for each in program.values(owner) if isinstance(each, Instance))
        case _:
            return ""
    bases = (base for each in classes if isinstance(each, Class) for base in program.library_ancestors(each))
    unread = next((base for base in bases if base.partition(".")[0] not in _READ_ELSEWHERE), "")
    return f"`{ast.unparse(call.node.func)}` is of `{unread}`, which is not read: {_UNSEEN}" if unread else ""


def _run_unseen(made: frozenset[Value], program: Program, call: Call) -> str:
    name = ast.unparse(call.node.func)
    if not made:
        return ""
    if _hides_fetches(program, call):
        return f"it is not seen what `{name}` is given to run, by `*` or `**`"
    op = _train_op_run(program, call, made)
    return f"it is not seen in which session `{name}` runs `{op}`" if op else ""


def _imported_by_name(program: Program, call: Call) -> str:
    takes_steps = gradients_of(program, call) in STEPS and not call.functions
    named = takes_steps and bool(program.calls_to(*_IMPORTING))
    return f"{_NOT_RUN} `{ast.unparse(call.node.func)}`" if named else ""


def _applied_by_hand(program: Program) -> list[Training]:
    """Give the training whose gradients are given to variables by no optimizer, if there is one."""
    updates = [call for call in program.calls if _applies_gradients(program, call)]
    if not updates:
        return []
    why = f"the gradients are applied by `{ast.unparse(updates[0].node.func)}`, not by an optimizer"
    return [new_training(program, Pattern.UNKNOWN, updates, unseen=why)]


def _is_trainer(call: Call) -> bool:
    """Say whether a call is one of a module called `train` or `trainer`, of a package that is not read, that trains."""
    if call.entry is not None or call.functions or not _TRAINS.search(call.attribute):
        return False
    modules = {name.split(".")[0] for name in call.names}
    parts = {part for name in call.names for part in name.split(".")[1:-1]}
    return not modules & {*_PACKAGES, "torch", "sklearn", "builtins"} and bool(parts & _TRAINERS)


def _applies_gradients(program: Program, call: Call) -> bool:
    """Say whether a call that the script makes gives variables values that are computed from gradients."""
    if call.attribute not in _UPDATES or call.functions:
        return False
    computed = bool(gradients_in(program, call.arguments, _GRADIENTS))
    return computed and is_seen(program, call.document, call.node)


def _train_op_unseen(program: Program, call: Call) -> str:
    """Give what a session runs that is called a train op and can't be followed; else an empty text."""
    nodes = fetched_parts(program, call) if "tensorflow.Session.run" in call.names else ()
    return next(_unseen_train_ops(program, list(nodes)), "")


def _unseen_train_ops(program: Program, nodes: Sequence[ast.expr]) -> Iterator[str]:
    """Yield those of some expressions, and what stands in them, that are called train ops and can't be followed."""
    keys = {key for each in nodes if isinstance(each, ast.Dict) for key in each.keys}
    for node in nodes:
        if node in keys or not any(map(_TRAIN_OP.search, _names(program, node))):
            continue
        if all(_is_unseen(program, value) or _is_looked_up(program, value) for value in program.values(node)):
            yield ast.unparse(node)


def _names(program: Program, node: ast.expr) -> Iterator[str]:
    """Yield the name that an expression is, and those of operations that a text gives, or by which a graph is asked."""
    match node:
        case ast.Attribute(attr=name) | ast.Name(name):
            yield name
        case ast.Constant(str(text)):
            yield _operation(text)
    made = filter(None, (_look_up(program, value) for value in program.values(node)))
    asked = (argument for call in made for argument in call.arguments[:1])
    yield from (_operation(each) for node in asked for each in program.constants(node) if isinstance(each, str))


def _operation(text: str) -> str:
    """Give the name of the operation in the name of a tensor, without its scopes."""
    return text.partition(":")[0].rpartition("/")[2]


def _is_looked_up(program: Program, value: Value) -> bool:
    """Say whether a value is an operation that a graph is asked for by its name, or what a text names."""
    return isinstance(value.value, str) if isinstance(value, Constant) else _look_up(program, value) is not None


def _look_up(program: Program, value: Value) -> Call | None:
    """Give the call by which a graph is asked for a value, if it is."""
    made = program.creation(value) if isinstance(value, Instance) else None
    return made if made is not None and made.attribute in _LOOK_UPS and not made.functions else None


def _is_unseen(program: Program, value: Value) -> bool:
    """Say whether nothing is known of a value: of an object of what is not read, or of an attribute of one."""
    match value:
        case Unknown() | Instance(_, Library(containers.ITEM)):
            return True
        case Bound(Instance(_, Library(name)), Library()):
            return not name.partition(".")[0].isidentifier() or not program.catalog.knows(name)
        case Bound(Instance(_, Class()), Library(name)):  # its own dictionary or the like, with items as attributes
            return name.startswith("builtins.")
    return program.is_unread(value)


def _why(program: Program, call: Call) -> str:
    """Say why a call trains something of which the steps can't be told; nothing when it trains nothing."""
    fact = call.entry.facts.get("trains-unseen") if call.entry is not None else None
    text = ast.unparse(call.node.func)
    if fact or _is_of_trainer(call):
        return f"`{text}` trains by {fact or 'a library that takes the steps itself'}"
    if _trains_a_function(program, call):
        return f"`{text}` takes the steps itself: each process would follow the line search of its own gradients"
    run_later = _is_of_optimizer(program, call) and gradients_of(program, call) in STEPS
    graph = run_later and not eager_calls(program)
    applied = "" if graph else _why_applied(program, call)
    if applied:
        return applied
    op = _train_op_unseen(program, call)
    if op:
        return f"it is not seen what `{op}` is, which a session runs"
    named = any(not name.startswith(_HANDING_ON) for name in call.names)
    named = named and (call.entry is not None or call.attribute not in _KERAS_ONLY)
    receiver = call.receiver if not call.functions and not named else None
    keywords = call.named.keys() & _FIT_KEYWORDS
    fits = call.attribute in _KERAS_ONLY or (call.attribute == "fit" and (len(keywords) > 1 or keywords & _OF_KERAS))
    if receiver is not None and fits and not any(_is_known(program, each) for each in call.receivers):
        return f"it is not seen what `{ast.unparse(receiver)}` is, which `{call.attribute}` trains"
    return _why_within(program, call)


def _is_of_trainer(call: Call) -> bool:
    """Say whether a call is of a library built on TensorFlow and trains, by its name; `train()` only sets a mode."""
    names = ((name.partition(".")[0], name.rpartition(".")[2]) for name in call.names)
    trains = any(library in BUILT_ON_TENSORFLOW and _IS_TO_TRAIN.match(name) for library, name in names)
    return trains and bool(call.arguments)


def _why_within(program: Program, call: Call) -> str:
    """Say that a call trains a layer that a model is asked for, and which so is a model itself; else an empty text."""
    if call.attribute not in _TRAINING or call.entry is not None or call.functions:
        return ""
    if not any(program.role_of(each) == "layer" for each in call.receivers):
        return ""
    text = ast.unparse(call.node.func.value)  # type: ignore[attr-defined]
    return f"it is not seen which model `{text}` is, a layer of another one that `{call.attribute}` trains"


def _is_of_optimizer(program: Program, call: Call) -> bool:
    return any(program.role_of(each) in ROLES for each in call.receivers)


def _leads_to_updates(program: Program, call: Call) -> bool:
    """Say whether an optimizer of the project asks another, or the class above it, for its updates."""
    return getattr(program.function(call.document, call.node), "name", "") == _UPDATING


def _why_applied(program: Program, call: Call) -> str:
    """Say why it is not known which gradients a call applies; nothing when they are known, or there are none."""
    if call.attribute == _UPDATING and _is_of_optimizer(program, call) and not _leads_to_updates(program, call):
        return f"`{ast.unparse(call.node.func)}` only gives the updates of a step, which a function of Keras takes"
    if call.attribute != "apply_gradients" or not call.arguments or _leads_on(program, call):
        return ""
    text = ast.unparse(call.node.func)
    if own_apply(program, call) is not None:
        return f"`{text}` applies what its optimizer makes of the gradients of one process, before they are averaged"
    return (
        "" if gradient_calls(program, call) else f"it is not seen where the gradients come from that `{text}` applies"
    )


def _leads_on(program: Program, apply: Call) -> bool:
    """Say whether an `apply_gradients` only leads to the one that takes the step, or is led to."""
    return (bool(apply.functions) and not is_handed_on(program, apply)) or hands_on(program, apply)


def _train_ops(program: Program) -> frozenset[Value]:
    """Give what the calls that build train ops give."""
    steps = (call for call in program.calls if gradients_of(program, call) in STEPS)
    return frozenset(value for step in steps for value in program.values(step.node))


def _train_op_given(program: Program, call: Call, made: frozenset[Value]) -> str:
    """Give what a function that is not read gets that is one of some train ops; else an empty text."""
    if not made or call.functions or call.entry is not None or not call.names:
        return ""
    if not all(program.is_unknown(name) for name in call.names) and not _TRAINS.search(call.attribute):
        return ""
    given = (node for node in call.arguments if not made.isdisjoint(program.values(node)))
    return next(map(ast.unparse, given), "")


def _train_op_run(program: Program, call: Call, made: frozenset[Value]) -> str:
    """Give which of some train ops the `run` of an object is given that is not seen; else an empty text."""
    if call.attribute != "run" or call.functions or call.entry is not None:
        return ""
    if not is_run(program, call):
        return ""  # a class that the script imports, and makes no use of
    given = list(fetched_parts(program, call))
    seen = next((ast.unparse(node) for node in given if not made.isdisjoint(program.values(node))), "")
    return seen or next(_unseen_train_ops(program, given), "")


def _hides_fetches(program: Program, call: Call) -> bool:
    """Say whether a session is given what it runs by `*` or `**`."""
    hidden = "tensorflow.Session.run" in call.names and call.argument("fetches") is None and call.hides_arguments
    return hidden and is_seen(program, call.document, call.node)


def _optimizer_given(program: Program, call: Call) -> str:
    """Give what an unread library gets that is an optimizer on which nothing else is called; else an empty text."""
    if call.functions or not call.names or not all(program.is_unknown(name) for name in call.names):
        return ""
    used = {each for other in program.calls for each in other.receivers}
    for node in call.arguments:
        optimizers = {value for value in program.values(node) if program.role_of(value) in ROLES}
        if optimizers and optimizers.isdisjoint(used):
            return ast.unparse(node)
    return ""


def _method_given(program: Program, call: Call) -> str:
    """Say that a library is given a method by which a model is trained, and may call it; else an empty text."""
    modules = {name.partition(".")[0] for name in call.names - {"builtins.map"}}
    if call.functions or not modules.isdisjoint(_ASKING):
        return ""
    for node in call.arguments:
        for value in program.values(node):
            member = value.member.name if isinstance(value, Bound) and isinstance(value.member, Library) else ""
            entry = program.catalog.entry(member) if member else None
            if entry is not None and entry.facts.get("trains"):
                text = ast.unparse(call.node.func)
                return f"`{ast.unparse(node)}` is given to `{text}`: when it is called, and with what, is not seen"
    return ""


def _trains_a_function(program: Program, call: Call) -> bool:
    """Say whether a call minimises a function of the project that takes gradients, or gives variables other values."""
    parameter = call.entry.facts.get("minimises") if call.entry is not None else None
    values = program.values(call.argument(str(parameter))) if parameter else ()
    functions = program.origins(values, lambda value: isinstance(value, Function))
    return any(
        isinstance(each, ast.Call) and (made := program.call(each)) is not None and _is_of_training(made)
        for function in functions
        if isinstance(function, Function)
        for body in run_by(program, function.site.node)
        for each in ast.walk(body)
    )


def _is_of_training(call: Call) -> bool:
    """Say whether a call takes gradients, or gives variables other values."""
    return not call.names.isdisjoint(_GRADIENTS) or (call.attribute in _UPDATES and not call.functions)


def _is_known(program: Program, value: object) -> bool:
    return isinstance(value, Instance) and program.role_of(value) is not None


def _names_tensorflow(program: Program) -> bool:
    """Say whether a file of the project imports TensorFlow or Keras, or a library that trains by it."""
    packages = {*_PACKAGES, *BUILT_ON_TENSORFLOW}
    names = (name for document in program.documents for name in imported_modules(document))
    return any(name.partition(".")[0] in packages for name in names)
