"""The expressions that give a training its learning rate."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from farandole.analysis.access_paths import is_plain
from farandole.analysis.def_use import DefUse
from farandole.analysis.nodes import own_nodes
from farandole.analysis.points_to.values import Bound, Class, Constant, Function, Instance, Site, Value
from farandole.analysis.program import Call
from farandole.analysis.scopes import FunctionNode
from farandole.analysis.slicing import PARTIAL
from farandole.catalog import Entry
from farandole.frameworks.lookup import classes
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.optimizers import ROLES
from farandole.rules.horovod.names import STANDALONE_KERAS, keras_module
from farandole.source import Document, Edit, layout
from farandole.source.binding import names_in

RATE_NAMES = ("learning_rate", "lr")


class Form(Enum):
    """What stands at a place, and so how it is scaled."""

    RATE = "a rate"
    RATES = "a list of rates"
    FUNCTION = "a function of no arguments that gives the rate"
    EPOCH_FUNCTION = "a function of the epoch that gives the rate"
    MISSING = "a call without a rate"


@dataclass(frozen=True)
class Place:
    """A place to scale: `node` is the expression, or the call that lacks the argument `parameter`, the first if empty."""

    document: Document
    node: ast.expr
    form: Form
    parameter: str = ""
    default: str = ""


@dataclass(frozen=True)
class Hidden:
    """A rate that can't be seen, and why."""

    document: Document
    node: ast.expr
    reason: str


def of_optimizer(script: Script, optimizer: Instance) -> Iterator[Place | Hidden]:
    """Yield the places of the learning rate of an optimizer created in the project, schedules followed."""
    creation = script.creation(optimizer)
    if creation is None:
        return
    facts = creation.entry.facts.get("learning-rate") if creation.entry is not None else None
    configured = configured_rate(creation.node.args[0] if creation.node.args else None)
    if configured is not None:
        yield from _of_rate(script, creation.document, configured)
        return
    if not isinstance(facts, Mapping):
        yield Hidden(creation.document, creation.node, "the catalogue does not know where its learning rate is")
        return
    names = (str(facts["parameter"]), *(str(alias) for alias in facts.get("aliases", ())))
    argument, default = _argument(script, creation, optimizer, names)
    if argument is not None:
        yield from _of_rate(script, creation.document, argument)
    elif creation.hides_arguments:
        yield Hidden(creation.document, creation.node, "its learning rate may be hidden in the arguments `*` or `**`")
    else:
        text = default if default is not None else facts.get("default")
        uncertain = uncertain_default(script, creation.document, creation.entry) if default is None else ""
        if uncertain:
            yield Hidden(creation.document, creation.node, uncertain)
        elif text is not None:
            parameter = "" if _is_called_otherwise(script, creation, optimizer) else names[0]
            yield Place(creation.document, creation.node, Form.MISSING, parameter, str(text))


def _is_called_otherwise(script: Script, creation: Call, optimizer: Instance) -> bool:
    """Say whether an optimizer's rate has other names in other versions: in the stand-alone Keras, where it is first."""
    return _initialiser(script, optimizer) is None and keras_module(script, creation.document) == STANDALONE_KERAS


def configured_rate(argument: ast.expr | None) -> ast.expr | None:
    """Give the learning rate written in an optimizer's configuration, `{"class_name": …, "config": {…}}`."""
    if not isinstance(argument, ast.Dict):
        return None
    config = _item(argument, "config")
    if not isinstance(config, ast.Dict):
        return None
    return _item(config, "learning_rate") or _item(config, "lr")


def _item(node: ast.Dict, name: str) -> ast.expr | None:
    for key, value in zip(node.keys, node.values, strict=True):
        if isinstance(key, ast.Constant) and key.value == name:
            return value
    return None


def uncertain_default(script: Script, document: Document, optimizer: Entry | None) -> str:
    """Say why the default rate of an optimizer class is not known: the stand-alone Keras had another one before."""
    facts = optimizer.facts.get("learning-rate") if optimizer is not None else None
    if not isinstance(facts, Mapping) or "older" not in facts or keras_module(script, document) != STANDALONE_KERAS:
        return ""
    return f"it is {facts['older']} by default before Keras 2.4, and {facts['default']} since: pass it to the optimizer"


def _argument(
    script: Script, creation: Call, optimizer: Instance, names: tuple[str, ...]
) -> tuple[ast.expr | None, str | None]:
    """Give the argument of a call that is the learning rate, or the default that the project's class states for it."""
    own = _initialiser(script, optimizer)
    if own is None:
        return next((found for name in names if (found := creation.argument(name)) is not None), None), None
    signature = [parameter.arg for parameter in (*own.args.posonlyargs, *own.args.args)][1:]
    for name in (*names, *RATE_NAMES):
        keyword = creation.keyword(name)
        if keyword is not None:
            return keyword.value, None
        if name in signature and signature.index(name) < len(creation.node.args):
            return creation.node.args[signature.index(name)], None
    defaults = dict(zip(reversed(signature), reversed(own.args.defaults), strict=False))
    stated = next((defaults[name] for name in (*names, *RATE_NAMES) if name in defaults), None)
    return None, ast.unparse(stated) if stated is not None else None


def _initialiser(script: Script, optimizer: Instance) -> ast.FunctionDef | None:
    if not isinstance(optimizer.of, Class):
        return None
    for ancestor in script.flow.mro(optimizer.of):
        if isinstance(ancestor, Class):
            for statement in getattr(ancestor.site.node, "body", []):
                if isinstance(statement, ast.FunctionDef) and statement.name == "__init__":
                    return statement
    return None


def _of_rate(
    script: Script, document: Document, node: ast.expr, around: frozenset[Instance] = frozenset()
) -> Iterator[Place | Hidden]:
    """Yield the places behind an expression that is a rate, a schedule or a function; `around` are schedules of it."""
    values = script.values(node)
    schedules = [value for value in values if isinstance(value, Instance) and script.role_of(value) == "schedule"]
    functions = [value for value in values if isinstance(value, Function | Bound) and _function(value) is not None]
    if schedules:
        first = _first_values(script, values - set(schedules) - {Constant(None)})
        if first is None:
            yield Hidden(document, node, "it is a schedule on one way to here and a number on another")
            return
        yield from first
        for schedule in sorted(set(schedules) - around, key=lambda each: getattr(each.site.node, "lineno", 0)):
            yield from _of_schedule(script, document, node, schedule, around | {schedule})
    elif functions:
        yield Place(document, node, Form.FUNCTION)
    else:
        yield Place(document, node, Form.RATE)


def _first_values(script: Script, values: frozenset[Value]) -> list[Place] | None:
    """Give the places of the first values of variables that are rates; None when some value is no such variable."""
    variables = [value for value in values if isinstance(value, Instance) and script.role_of(value) == "variable"]
    creations = [creation for variable in variables if (creation := script.creation(variable)) is not None]
    places = [
        Place(creation.document, creation.node.args[0], Form.RATE)
        for creation in sorted(creations, key=lambda each: each.node.lineno)
        if creation.node.args
    ]
    return places if len(places) == len(values) else None


def _of_schedule(
    script: Script, document: Document, node: ast.expr, schedule: Instance, around: frozenset[Instance]
) -> Iterator[Place | Hidden]:
    """Yield the rates of a schedule; those of a project's own class are what its `__call__` returns."""
    if isinstance(schedule.of, Class):
        found: list[Place | Hidden] = list(_returned_by_call(script, schedule.of))
        yield from found or [Hidden(document, node, "the schedule's `__call__` is not found in the project")]
        return
    creation = script.creation(schedule)
    if creation is None or creation.entry is None:
        yield Hidden(document, node, "the schedule is created outside the project's files")
        return
    rates, lists = (_texts(creation.entry.facts.get(name)) for name in ("rates", "rate-lists"))
    arguments = {name: creation.argument(name) for name in (*rates, *lists)}
    if creation.hides_arguments and not any(arguments.values()):
        yield Hidden(creation.document, creation.node, "the schedule's rates may be hidden in `*` or `**`")
    start = _start_of_warmup(script, creation.document, [arguments[name] for name in rates])
    for name in rates:
        argument = arguments[name]
        if argument is not None and argument is not start and script.constants(argument) != {None}:
            yield from _of_rate(script, creation.document, argument, around)
    for name in lists:
        argument = arguments[name]
        if isinstance(argument, ast.List | ast.Tuple) and not any(isinstance(e, ast.Starred) for e in argument.elts):
            yield from (Place(creation.document, element, Form.RATE) for element in argument.elts)
        elif argument is not None:
            yield Place(creation.document, argument, Form.RATES)


def _start_of_warmup(script: Script, document: Document, rates: Sequence[ast.expr | None]) -> ast.expr | None:
    """Give the rate of one process from which a schedule grows to the same one times the number of processes."""
    match rates:
        case [ast.expr() as start, ast.BinOp(left, ast.Mult(), right) as reached, *_]:
            same = any(ast.dump(start) == ast.dump(each) for each in (left, right))
            return start if same and is_scaled(script, Place(document, reached, Form.RATE)) else None
    return None


def _returned_by_call(script: Script, owner: Class) -> Iterator[Place]:
    site = _called(script, owner)
    if site is not None:
        assert isinstance(site.node, ast.FunctionDef)
        yield from _returned(site.module.document, site.node)


def _called(script: Script, owner: Class) -> Site | None:
    """Give the function that runs when an object of a project's class is called."""
    for ancestor in script.flow.mro(owner):
        if not isinstance(ancestor, Class) or not ancestor.site.module.own:
            continue
        for statement in getattr(ancestor.site.node, "body", []):
            if isinstance(statement, ast.FunctionDef) and statement.name == "__call__":
                return Site(ancestor.site.module, statement)
    return None


def _returned(document: Document, function: FunctionNode) -> Iterator[Place]:
    if isinstance(function, ast.Lambda):
        yield Place(document, function.body, Form.RATE)
        return
    for node in own_nodes(function):
        if isinstance(node, ast.Return) and node.value is not None:
            yield Place(document, node.value, Form.RATE)


def of_callback(script: Script, creation: Call) -> Iterator[Place | Hidden]:
    """Yield the places of the absolute rates that a callback such as `LearningRateScheduler` sets.

    What its function computes from the rate before, its second argument, is relative, and stays.
    """
    argument = creation.argument("schedule")
    if argument is None:
        return
    functions = {
        site: rate
        for value in script.values(argument)
        if (found := _schedule(script, argument, value))
        for site, rate in [found]
    }
    if not functions:
        yield Hidden(creation.document, argument, "the function that sets the learning rate is not found")
        return
    returned = [_by_kind(script, site, rate) for site, rate in functions.items()]
    if not any(kinds.absolute or kinds.unclear for kinds in returned):
        return
    if not any(kinds.relative or kinds.unclear for kinds in returned):
        if isinstance(argument, ast.Lambda):
            yield from _returned(creation.document, argument)
        else:
            yield Place(creation.document, argument, Form.EPOCH_FUNCTION)
        return
    for site, kinds in zip(functions, returned, strict=True):
        document = site.module.document
        assert isinstance(site.node, FunctionNode)
        only = not isinstance(argument, ast.Lambda) and not script.callers(site.node) and site.module.own
        if kinds.unclear or not only:
            node = kinds.unclear[0] if kinds.unclear else argument
            where = document if kinds.unclear else creation.document
            yield Hidden(where, node, "some of what its function gives comes from the rate before, and some does not")
        else:
            yield from (Place(document, node, Form.RATE) for node in kinds.absolute)


@dataclass(frozen=True)
class _Returned:
    """What a schedule returns: expressions without the rate before, with it, and such as have it on some ways only."""

    absolute: tuple[ast.expr, ...]
    relative: tuple[ast.expr, ...]
    unclear: tuple[ast.expr, ...]


def _by_kind(script: Script, site: Site, rate: str) -> _Returned:
    """Tell the results of a schedule apart by whether they are computed from the rate before, its parameter `rate`."""
    assert isinstance(site.node, FunctionNode)
    document = site.module.document
    results = [place.node for place in _returned(document, site.node)]
    definitions = script.def_use if site.module.own else DefUse.of([document], script.flow.scopes)
    assigned: dict[str, list[ast.expr]] = {}
    for each in definitions.assigned_in(document, site.node):
        if isinstance(each.target, ast.Name) and document.scope(each.target) is site.node:
            changes = isinstance(each.by, ast.AugAssign)  # what it was before is in what it is then
            assigned.setdefault(each.target.id, []).append(each.target if changes else each.value)
    absolute: list[ast.expr] = []
    relative: list[ast.expr] = []
    unclear: list[ast.expr] = []
    for node in results:
        ways = _has(node, rate, assigned, frozenset())
        (unclear if len(ways) > 1 else relative if True in ways else absolute).append(node)
    return _Returned(tuple(absolute), tuple(relative), tuple(unclear))


def _has(node: ast.expr, rate: str, assigned: Mapping[str, list[ast.expr]], seen: frozenset[str]) -> set[bool]:
    """Say on which ways an expression is computed from a parameter: always, never, or both; a ring says nothing."""
    match node:
        case ast.IfExp(_, body, orelse):
            return _has(body, rate, assigned, seen) | _has(orelse, rate, assigned, seen)
        case ast.Name(name):
            own = {name == rate} if name == rate or name not in assigned else set[bool]()
            values = () if name in seen else assigned.get(name, ())
            ring = own if name not in seen else set[bool]()
            return ring.union(*(_has(value, rate, assigned, seen | {name}) for value in values))
    inner = [_has(child, rate, assigned, seen) for child in ast.walk(node) if isinstance(child, ast.Name)]
    if {True} in inner:
        return {True}
    return set[bool]().union(*inner) or ({False} if not inner else set())


def _schedule(script: Script, argument: ast.expr, value: Value) -> tuple[Site, str] | None:
    """Give a function that sets rates, and the parameter by which it gets the rate before, empty when it has none."""
    if isinstance(value, Instance) and isinstance(value.of, Class):
        called = _called(script, value.of)
        if called is not None and (is_plain(argument) or _keeps_nothing(called.node)):
            value = Function(called)
    match value:
        case Function(site) | Bound(_, Function(site)) if isinstance(site.node, FunctionNode):
            arguments = site.node.args
            names = [each.arg for each in (*arguments.posonlyargs, *arguments.args)]
            names = names[1:] if isinstance(value, Bound) or names[:1] == ["self"] else names
            call = script.call(argument)
            if call is not None and PARTIAL in call.names:
                given = {keyword.arg for keyword in call.node.keywords}
                names = [name for name in names[len(call.node.args) - 1 :] if name not in given]
            return site, names[1] if len(names) > 1 else ""
    return None


def _keeps_nothing(function: ast.AST) -> bool:
    """Say whether what a method gives never depends on calls before it: it sets nothing, and calls nothing of its object."""
    for node in ast.walk(function):
        match node:
            case ast.Attribute(ctx=ast.Store() | ast.Del()) | ast.Subscript(ctx=ast.Store() | ast.Del()):
                return False
            case ast.Call(func) if "self" in names_in(func):
                return False
    return True


def _function(value: Value) -> FunctionNode | None:
    match value:
        case Function(site) | Bound(_, Function(site)) if isinstance(site.node, FunctionNode):
            return site.node
    return None


def assigned(script: Script, document: Document) -> Iterator[Place | Hidden]:
    """Yield the absolute rates that a file assigns to an optimizer while it trains."""
    for node in document.nodes(ast.Assign, ast.Call):
        match node:
            case ast.Assign(targets=[ast.Attribute(value=owner, attr=attribute)], value=value):
                pass
            case ast.Call(func=ast.Attribute(ast.Attribute(value=owner, attr=attribute), "assign"), args=[value, *_]):
                pass
            case ast.Call(args=[ast.Attribute(value=owner, attr=attribute), value]) if _sets_value(script, node):
                pass
            case _:
                continue
        if attribute in RATE_NAMES and _is_optimizer(script, document, owner) and not _is_self(document, owner):
            yield from _set_to(script, document, value)


def _sets_value(script: Script, node: ast.Call) -> bool:
    call = script.call(node)
    return call is not None and "tensorflow.keras.backend.set_value" in call.names


def _set_to(script: Script, document: Document, value: ast.expr) -> Iterator[Place | Hidden]:
    """Yield a rate that is set, unless it comes from the one before; one that a function makes of that can't be seen."""
    given = _given(script, document, value)
    if isinstance(given, ast.Call) and any(_reads_rate(script, document, each) for each in given.args):
        call = script.call(given)
        if call is None or call.functions or not call.names:
            yield Hidden(document, value, f"`{ast.unparse(given.func)}` may give the rate before or another one")
    elif not _reads_rate(script, document, given):
        yield Place(document, value, Form.RATE)


def _given(script: Script, document: Document, node: ast.expr) -> ast.expr:
    """Give what a name stands for, where its function assigns it once, or the expression itself."""
    function = script.function(document, node)
    if not isinstance(node, ast.Name) or function is None:
        return node
    found = [
        each.value
        for each in script.def_use.assigned_in(document, function, (ast.Assign,))
        if isinstance(each.target, ast.Name)
        and each.target.id == node.id
        and isinstance(document.parent(each.target), ast.Assign)
        and document.scope(each.target) is function
    ]
    return found[0] if len(found) == 1 else node


def _is_optimizer(script: Script, document: Document, node: ast.expr) -> bool:
    if any(script.role_of(value) in ROLES for value in script.values(node)):
        return True
    match node:
        case ast.Attribute(value=owner, attr="optimizer") if any(
            script.role_of(value) == "model" for value in script.values(owner)
        ):
            return True
        case ast.Attribute(ast.Attribute(ast.Name("self"), "model"), "optimizer"):
            return _is_in_callback(script, document, node)
    return False


def _is_self(document: Document, node: ast.expr) -> bool:
    """Say whether a name is the instance in a method: an optimizer's own class keeps the rate that it was given."""
    method = next((each for each in document.ancestors(node) if isinstance(each, ast.FunctionDef)), None)
    if method is None or not isinstance(document.parent(method), ast.ClassDef):
        return False
    return isinstance(node, ast.Name) and any(node.id == each.arg for each in method.args.args[:1])


def _is_in_callback(script: Script, document: Document, node: ast.AST) -> bool:
    owner = next((each for each in document.ancestors(node) if isinstance(each, ast.ClassDef)), None)
    return any(each.site.node is owner and script.role_of_class(each) == "callback" for each in classes(script))


def _reads_rate(script: Script, document: Document, node: ast.expr) -> bool:
    """Say whether an expression reads the rate that an optimizer has, itself or by a name of its function."""
    for each in ast.walk(node):
        read = _given(script, document, each) if isinstance(each, ast.Name) else each
        if any(isinstance(part, ast.Attribute) and part.attr in RATE_NAMES for part in ast.walk(read)):
            return True
    return False


def _texts(value: object) -> tuple[str, ...]:
    return tuple(str(each) for each in value) if isinstance(value, tuple | list) else ()


def is_scaled(script: Script, place: Place) -> bool:
    """Say whether an expression is computed from Horovod's `size()` already."""
    if place.form is Form.MISSING:
        return False

    def is_size(value: Value) -> bool:
        call = script.creation(value) if isinstance(value, Instance) else None
        return call is not None and any(n.startswith("horovod.") and n.endswith(".size") for n in call.names)

    inner = [node for node in ast.walk(place.node) if isinstance(node, ast.expr)]
    return any(script.origins(script.values(node), is_size) for node in inner)


def scaled(script: Script, place: Place, scale: str) -> tuple[Edit, ...]:
    """Give the edits that scale a place; `scale` is the text of the factor with its operator, ` * hvd.size()`."""
    document, node = place.document, place.node
    match place.form:
        case Form.RATE:
            return layout.wrap(document, node, "", scale, ast.Mult)
        case Form.RATES:
            return layout.wrap(document, node, f"[rate{scale} for rate in ", "]")
        case Form.FUNCTION if isinstance(node, ast.Lambda):
            return layout.wrap(document, node.body, "", scale, ast.Mult)
        case Form.FUNCTION:
            return layout.wrap(document, node, "lambda: ", f"(){scale}")
        case Form.EPOCH_FUNCTION:
            return layout.wrap(document, node, "lambda epoch: ", f"(epoch){scale}")
        case Form.MISSING:
            assert isinstance(node, ast.Call)
            name = f"{place.parameter}=" if place.parameter else ""
            return layout.add_argument(document, node, f"{name}{place.default}{scale}", first=not name)
