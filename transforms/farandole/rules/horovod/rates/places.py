"""The expressions that give a training its learning rate."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from farandole.analysis.def_use import Assignment, Definition
from farandole.analysis.defaults import given_constants
from farandole.analysis.nodes import own_nodes
from farandole.analysis.points_to.values import Bound, Class, Constant, Container, Function, Instance, Site, Value
from farandole.analysis.program import Call
from farandole.analysis.scopes import FunctionNode, parameters, positional
from farandole.analysis.slicing import methods_of
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.optimizers import handing_on, innermost, methods, optimizers, others, unfollowed
from farandole.frameworks.tensorflow.training import Pattern
from farandole.rules.horovod.names import STANDALONE_KERAS, keras_module
from farandole.rules.horovod.patterns import GRAPHS
from farandole.rules.horovod.rates.default_rate import differs, functions_around, of_several, scaling_function
from farandole.source import Document, Edit, layout
from farandole.source.binding import names_in

RATE_NAMES = ("learning_rate", "lr")

_SETTING = frozenset({"assign", "assign_add", "assign_sub"})
_SETTERS = frozenset({"tensorflow.keras.backend.set_value"})
"""The methods and functions by which a script gives a variable another value."""


class Form(Enum):
    """What stands at a place, and so how it is scaled."""

    RATE = "a rate"
    RATES = "a list of rates"
    FUNCTION = "a function of no arguments that gives the rate"
    VARIABLE = "a variable that the script gives other rates while it trains"
    EPOCH_FUNCTION = "a function of the epoch that gives the rate"
    MISSING = "a call without a rate"
    AT_DEFAULT = "a call without a rate, whose default is another one in older versions"
    AMONG = "a dictionary that may have the rate"


@dataclass(frozen=True)
class Place:
    """A place to scale: `node` is the expression, or the call that lacks the argument `parameter`, the first if empty.

    Of a dictionary that may have the rate, `parameter` is its key, and `default` the rate where it has none. Of a function
    of the epoch `parameter` is what it gets besides, the rate before, empty where that is nothing. `doubt` is what a person
    has to confirm.
    """

    document: Document
    node: ast.expr
    form: Form
    parameter: str = ""
    default: str = ""
    doubt: str = ""


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
        yield from of_rate(script, creation.document, configured)
        return
    identifier = creation.argument("identifier")
    if identifier is not None:
        yield from _of_identified(script, creation, identifier)
        return
    if not isinstance(facts, Mapping):
        facts = {}
        if _rate_of_its_own(script, optimizer) is None:
            yield Hidden(creation.document, creation.node, "the catalogue does not know where its learning rate is")
            return
    names = (str(facts["parameter"]), *(str(alias) for alias in facts.get("aliases", ()))) if facts else RATE_NAMES
    own = _initialiser(script, optimizer)
    if isinstance(optimizer.of, Class) and own is not None and not _takes_rate(creation, own, names):
        handing = handing_on(script, optimizer.of, own)
        hidden = _why_hidden(script, optimizer.of, own, handing, names)
        if handing is None or hidden:
            yield Hidden(creation.document, creation.node, hidden)
            return
        creation, own = _giving_rate(creation, own, handing, names)
    argument, default = _argument(creation, own, names)
    if argument is not None:
        yield from of_rate(script, creation.document, argument)
    elif any(map(creation.may_hide, names)):
        yield _unseen(script, creation, names[0], facts.get("default"))
    else:
        text = default if default is not None else facts.get("default")
        is_unknown = text is None and creation.entry is not None and creation.entry.facts.get("api") == "keras"
        is_one = not is_unknown and not of_several(script, creation)
        if default is None and (not is_one or differs(script, creation.document, creation.entry)):
            yield Place(creation.document, creation.node, Form.AT_DEFAULT)
        elif text is not None:
            by_place = own is None and not creation.passes_object and _is_standalone(script, creation)
            yield Place(creation.document, creation.node, Form.MISSING, "" if by_place else names[0], str(text))


def _of_identified(script: Script, creation: Call, identifier: ast.expr) -> Iterator[Place | Hidden]:
    """Yield the places of the rate of an optimizer that is got by a name, whose class has a rate of its own.

    What is got by an optimizer is that optimizer: its rate must not grow where it is created, and here again.
    """
    given = optimizers(script, identifier)
    if _is_text_there(creation, identifier):
        yield Place(creation.document, creation.node, Form.AT_DEFAULT)
    elif given and not others(script, identifier):
        for each in given:
            for inner in innermost(script, each):
                yield from of_optimizer(script, inner)
    elif any(_grows(script, inner) for each in given for inner in innermost(script, each)):
        reason = f"{creation.document.quote(identifier)} may be an optimizer whose rate grows where it is created"
        yield Hidden(creation.document, creation.node, reason)
    elif reason := unfollowed(script, identifier):
        yield Hidden(creation.document, identifier, reason)
    else:
        yield Place(creation.document, creation.node, Form.AT_DEFAULT)


def _is_text_there(creation: Call, identifier: ast.expr) -> bool:
    """Say whether a call is made only where what it is given is a text: `get(x) if isinstance(x, str) else x`."""
    inner: ast.AST = creation.node
    for outer in creation.document.ancestors(inner):
        match outer:
            case ast.IfExp(ast.Call(ast.Name("isinstance"), [asked, ast.Name("str")]), body) if inner is body:
                return ast.dump(asked) == ast.dump(identifier)
            case ast.stmt():
                return False
        inner = outer
    return False


def _grows(script: Script, optimizer: Instance) -> bool:
    """Say whether the rate of an optimizer is scaled where it is created, or will be for a training that takes it."""
    taken = (inner for each in script.trainings for outer in each.optimizers for inner in innermost(script, outer))
    places = of_optimizer(script, optimizer)
    return optimizer in taken or any(isinstance(each, Place) and is_scaled(script, each) for each in places)


def _rate_of_its_own(script: Script, optimizer: Instance) -> str | None:
    """Give the parameter by which an optimizer that the project defines from scratch is given its learning rate."""
    own = _initialiser(script, optimizer)
    return next((each.arg for each in (parameters(own) if own is not None else ()) if each.arg in RATE_NAMES), None)


def _is_standalone(script: Script, creation: Call) -> bool:
    """Say whether a rate has other names in other versions: in the stand-alone Keras, where it is first."""
    return keras_module(script, creation.document) == STANDALONE_KERAS


def _unseen(script: Script, creation: Call, name: str, default: object) -> Place | Hidden:
    """Give the place of a rate that may be among arguments that are not seen: Keras' optimizers tell theirs."""
    by = "`*` or `**`" if creation.hides_arguments else "`functools.partial`"
    if creation.entry is None or creation.entry.facts.get("api") != "keras":
        hidden = Hidden(creation.document, creation.node, f"its learning rate may be given by {by}")
        return _among(script, creation, name, default) or hidden
    made = f"{creation.document.quote(creation.node)} in {creation.document.place_of(creation.node)}"
    doubt = f"the learning rate that {made} may be given by {by} must be a number"
    return Place(creation.document, creation.node, Form.AT_DEFAULT, doubt=doubt)


def _among(script: Script, creation: Call, name: str, default: object) -> Place | None:
    """Give the place of a rate that a single dictionary brings by `**`, under its name: a number, as far as is seen.

    Behind what it brings the rate may be written once more.
    """
    if any(isinstance(each, ast.Starred) for each in creation.node.args):
        return None
    match [each.value for each in creation.node.keywords if each.arg is None]:
        case [ast.Dict([*_, None, ast.Constant(last)], [*_, rate])] if last == name:
            return Place(creation.document, rate, Form.RATE)
        case [given] if _is_read(given):
            found = _rates_among(script, given, name)
        case _:
            return None
    if found is not None and any(isinstance(each, Instance) and script.role_of(each) for each in found):
        return None  # a schedule or a variable has its own places
    if found is None and default is None:
        return None
    told = found is not None and all(isinstance(each, Constant) for each in found)
    made = f"{creation.document.quote(creation.node)} in {creation.document.place_of(creation.node)}"
    doubt = "" if told else f"the learning rate that {made} is given by `**` must be a number"
    text = str(default) if found is None else ""
    return Place(creation.document, given, Form.AMONG, name, text, doubt)


def _is_read(node: ast.expr) -> bool:
    """Say whether an expression only reads names, attributes and items, and so may be written twice."""
    inner = (ast.Name, ast.Attribute, ast.Subscript, ast.Constant, ast.Load)
    return not isinstance(node, ast.Constant) and all(isinstance(each, inner) for each in ast.walk(node))


def _rates_among(script: Script, given: ast.expr, name: str) -> frozenset[Value] | None:
    """Give what dictionaries have under the name of a rate; None where one may not have it."""
    found: frozenset[Value] = frozenset()
    values = script.values(given)
    for each in values:
        items = script.flow.items(each) if isinstance(each, Container) else {}
        if name not in items:
            return None
        found |= items[name]
    return found or None


def _giving_rate(
    creation: Call, own: ast.FunctionDef, handing: Call, names: tuple[str, ...]
) -> tuple[Call, ast.FunctionDef | None]:
    """Give the call by which an own optimizer gets its rate, and the initialiser that it runs, None for the library's.

    That is the call that creates it, if its initialiser hands on what it has no parameters for, else that by which this
    runs the library's.
    """
    if _hands_all_on(handing, own):
        return creation, None
    if _given_rate(handing, names) is not None or not handing.hides_arguments:
        return handing, None
    return creation, own


def _takes_rate(creation: Call, own: ast.FunctionDef, names: tuple[str, ...]) -> bool:
    """Say whether the initialiser of an optimizer of the project has a parameter for its rate, or is given one by name."""
    every = {*names, *RATE_NAMES}
    return any(each.arg in every for each in parameters(own)) or any(
        keyword.arg in every for keyword in creation.node.keywords
    )


def _why_hidden(
    script: Script, owner: Class, own: ast.FunctionDef, handing: Call | None, names: tuple[str, ...]
) -> str:
    """Say why the rate of an optimizer can't be scaled where its initialiser hands it on; an empty text where it can."""
    name = getattr(owner.site.node, "name", "")
    if handing is None:
        return f"it is not seen which rate `{name}.__init__` hands on"
    if next(methods_of(script, owner, ("get_config",)), None) is not None:
        return f"`{name}.get_config` may give the rate that `{name}.__init__` hands on"  # to be scaled once more
    handed = _given_rate(handing, names)
    told, inside = names_in(handed) if handed is not None else set(), set(ast.walk(handing.node))
    read = (each for each in ast.walk(own) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Load))
    if any(each.id in told and each not in inside for each in read):
        return f"`{name}.__init__` does something else, too, with the rate that it hands on"
    return ""


def _hands_all_on(handing: Call, own: ast.FunctionDef) -> bool:
    """Say whether an initialiser passes on all that it is given as it is: `*args` and `**kwargs`, and nothing besides."""
    signature = own.args
    if len(signature.posonlyargs) + len(signature.args) > 1 or signature.vararg is None or signature.kwarg is None:
        return False
    given = [*handing.positional, *(each.value for each in handing.node.keywords)]
    expected = [f"*{signature.vararg.arg}", signature.kwarg.arg]
    return [ast.unparse(each) for each in given] == expected and handing.node.keywords[0].arg is None


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


def _given_rate(creation: Call, names: tuple[str, ...]) -> ast.expr | None:
    return next((found for name in names if (found := creation.argument(name)) is not None), None)


def _argument(
    creation: Call, own: ast.FunctionDef | None, names: tuple[str, ...]
) -> tuple[ast.expr | None, str | None]:
    """Give the argument of a call that is the learning rate, or the default that the project's class states for it."""
    if own is None:
        return _given_rate(creation, names), None
    signature = [parameter.arg for parameter in positional(own)][1:]
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
    return methods(script, optimizer.of).get("__init__") if isinstance(optimizer.of, Class) else None


def of_rate(
    script: Script, document: Document, node: ast.expr, around: frozenset[Instance] = frozenset()
) -> Iterator[Place | Hidden]:
    """Yield the places behind an expression that is a rate, a schedule or a function; `around` are schedules of it."""
    values = script.values(node)
    schedules = [value for value in values if isinstance(value, Instance) and script.role_of(value) == "schedule"]
    functions = [value for value in values if isinstance(value, Function | Bound) and _function(value) is not None]
    if schedules:
        first = _first_values(script, values - set(schedules) - {Constant(None)})
        tensors = all(_is_tensor(script, each) for each in schedules)
        begins = first is None and (around.issuperset(schedules) or tensors)  # what a schedule around it begins with
        if begins or (tensors and not around and _is_computed_with(script, schedules)):
            yield Place(document, node, Form.RATE)
            return
        if first is None and isinstance(node, ast.IfExp):
            for each in _branches(node):
                yield from of_rate(script, document, each, around)
            return
        if first is None:
            yield from _of_renewed(script, document, node, schedules) or [
                Hidden(document, node, "it is a schedule on one way to here and a number on another")
            ]
            return
        yield from first
        for schedule in sorted(set(schedules) - around, key=lambda each: getattr(each.site.node, "lineno", 0)):
            yield from _of_schedule(script, document, node, schedule, around | {schedule})
    elif functions:
        yield Place(document, node, Form.FUNCTION)
    elif any(_is_object_of_unread_class(script, value) for value in values):
        yield Hidden(
            document, node, f"{script.describe_unread(values)}: it may be a schedule, which no number multiplies"
        )
    elif not _runs_graphs(script) and any(_is_set_anew(script, value) for value in values):
        if any(training.pattern is Pattern.KERAS for training in script.trainings):
            yield Hidden(
                document,
                node,
                "it is a variable, of which hvd.DistributedOptimizer keeps the value of the beginning only",
            )
        else:
            yield Place(document, node, Form.VARIABLE)
    else:
        yield Place(document, node, Form.RATE)


def _is_set_anew(script: Script, value: Value) -> bool:
    """Say whether a value is a variable that a call gives another value."""
    if not isinstance(value, Instance) or script.role_of(value) != "variable":
        return False
    setting = (call for call in script.calls if call.attribute in _SETTING or call.names & _SETTERS)
    return any(
        value in given for call in setting for given in (call.receivers, *map(script.values, call.arguments[:1]))
    )


def _of_renewed(
    script: Script, document: Document, node: ast.expr, schedules: Sequence[Instance]
) -> list[Place | Hidden]:
    """Give the places of what a name or attribute stands for that is a schedule on some ways and a number on others.

    Both are scaled where they are assigned, as in `if …: rate = Decay(0.1)` and `else: rate = 0.1`, or in the branches of
    an expression; a schedule that begins with the number, `rate = Decay(rate)`, is so already. None where it is used
    otherwise.
    """
    bound = _bound(script, document, node)
    if bound is None:
        return []
    found, read = bound
    plain = [
        each for each in found if isinstance(each, Assignment) and isinstance(each.by, ast.Assign) and not each.part
    ]
    given = [(each.document, value) for each in plain for value in _branches(each.value)]
    numbers = [(home, value) for home, value in given if script.values(value).isdisjoint(schedules)]
    inner = [place for each in schedules for place in _of_schedule(script, document, node, each, frozenset(schedules))]
    begun = {place.node for place in inner if place.node in read}
    if len(plain) < len(found) or not numbers or not read <= begun | _given_as_rates(script):
        return []
    places = [Place(home, value, Form.RATE) for home, value in numbers]
    return [*places, *(place for place in inner if place.node not in begun)]


def _branches(node: ast.expr) -> Iterator[ast.expr]:
    """Yield what a conditional expression may give, or the expression itself."""
    if isinstance(node, ast.IfExp):
        yield from _branches(node.body)
        yield from _branches(node.orelse)
    else:
        yield node


def _bound(
    script: Script, document: Document, node: ast.expr
) -> tuple[Sequence[Definition], frozenset[ast.expr]] | None:
    """Give all definitions and reads of a name of its own scope, or of the attributes of that name."""
    match node:
        case ast.Name(name) if (scope := script.scope(document, node)).home(name) is scope:
            return script.def_use.names.get((scope, name), ()), frozenset(script.def_use.uses.get((scope, name), ()))
        case ast.Attribute(attr=name):
            named = [each for home in script.documents for each in home.attributes(name)]
            read = frozenset(each for each in named if isinstance(each.ctx, ast.Load))
            return script.def_use.attributes.get(name, ()), read
    return None


def _given_as_rates(script: Script) -> frozenset[ast.expr]:
    """Give what optimizers are created with as their rates."""
    made = (call for call in script.calls if call.entry is not None and call.entry.role == "optimizer")
    given = (call.argument(name) for call in made for name in RATE_NAMES)
    return frozenset(each for each in given if each is not None)


def _is_computed_with(script: Script, schedules: Sequence[Instance]) -> bool:
    """Say whether the rate of another optimizer is computed from schedules, as by `0.1 * rate`: they must not grow twice."""
    made = {each.site.node for each in schedules}
    others = (each for each in _given_as_rates(script) if script.values(each).isdisjoint(schedules))
    homes = ((script.home(each), each) for each in others)
    return any(home is not None and not made.isdisjoint(script.slices.of(home, each)) for home, each in homes)


def _is_object_of_unread_class(script: Script, value: Value) -> bool:
    """Say whether a value is made by what is not read and is named as a class: numbers are not made so."""
    creation = script.creation(value) if isinstance(value, Instance) and script.is_unread(value) else None
    name = creation.node.func if creation is not None else None
    last = name.attr if isinstance(name, ast.Attribute) else name.id if isinstance(name, ast.Name) else ""
    return last[:1].isupper()


def _is_tensor(script: Script, schedule: Instance) -> bool:
    """Say whether a schedule is a tensor of a graph, which can be multiplied: what a function of TensorFlow 1 gives."""
    creation = script.creation(schedule)
    entry = creation.entry if creation is not None else None
    return _runs_graphs(script) and entry is not None and not entry.bases


def _runs_graphs(script: Script) -> bool:
    return script.is_for_version_1 or all(training.pattern in GRAPHS for training in script.trainings)


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
    yield from _at_default(script, creation, [each for each in arguments.values() if each is not None])
    start = _start_of_warmup(script, creation.document, arguments)
    for name in rates:
        argument = arguments[name]
        if argument is None or argument is start:
            continue
        if given_constants(script, creation.document, argument) != {None}:
            yield from of_rate(script, creation.document, argument, around)
    for name in lists:
        argument = arguments[name]
        if isinstance(argument, ast.List | ast.Tuple) and not any(isinstance(e, ast.Starred) for e in argument.elts):
            yield from (Place(creation.document, element, Form.RATE) for element in argument.elts)
        elif argument is not None:
            yield Place(creation.document, argument, Form.RATES)


def _at_default(script: Script, creation: Call, given: Sequence[ast.expr]) -> Iterator[Place]:
    """Yield the rate of a schedule that is not given: it grows with the `given` ones, unless those have grown."""
    fact = creation.entry.facts.get("default-rate") if creation.entry is not None else None
    if not isinstance(fact, Mapping) or not given:
        return
    name = str(fact["parameter"])
    grown = any(is_scaled(script, Place(creation.document, each, Form.RATE)) for each in given)
    if not grown and creation.argument(name) is None and not creation.may_hide(name):
        yield Place(creation.document, creation.node, Form.MISSING, name, str(fact["value"]))


def _start_of_warmup(script: Script, document: Document, rates: Mapping[str, ast.expr | None]) -> ast.expr | None:
    """Give the rate of one process from which a schedule grows to one for all processes.

    That is what it warms up to, or the same one times the number of processes.
    """
    start, *others = rates.values() or (None,)
    reached = rates.get("warmup_target")
    if reached is not None and is_scaled(script, Place(document, reached, Form.RATE)):
        return start
    match start, others:
        case ast.expr(), [ast.BinOp(left, ast.Mult(), right) as reached, *_]:
            same = any(ast.dump(start) == ast.dump(each) for each in (left, right))
            return start if same and is_scaled(script, Place(document, reached, Form.RATE)) else None
    return None


def _returned_by_call(script: Script, owner: Class) -> Iterator[Place]:
    site = called_function(script, owner)
    if site is not None:
        assert isinstance(site.node, ast.FunctionDef)
        yield from returned_rates(site.module.document, site.node)


def called_function(script: Script, owner: Class) -> Site | None:
    """Give the function that runs when an object of a project's class is called."""
    for ancestor in script.flow.mro(owner):
        if not isinstance(ancestor, Class) or not ancestor.site.module.own:
            continue
        for statement in getattr(ancestor.site.node, "body", []):
            if isinstance(statement, ast.FunctionDef) and statement.name == "__call__":
                return script.flow.site(ancestor.site.module, statement)
    return None


def returned_rates(document: Document, function: FunctionNode) -> Iterator[Place]:
    """Yield the places of what a function returns, each a rate."""
    if isinstance(function, ast.Lambda):
        yield Place(document, function.body, Form.RATE)
        return
    for node in own_nodes(function):
        if isinstance(node, ast.Return) and node.value is not None:
            yield Place(document, node.value, Form.RATE)


def _function(value: Value) -> FunctionNode | None:
    match value:
        case Function(site) | Bound(_, Function(site)) if isinstance(site.node, FunctionNode):
            return site.node
    return None


def _texts(value: object) -> tuple[str, ...]:
    return tuple(str(each) for each in value) if isinstance(value, tuple | list) else ()


def is_scaled(script: Script, place: Place) -> bool:
    """Say whether an expression is computed from Horovod's `size()` already."""
    if place.form is Form.MISSING:
        return False

    def is_size(value: Value) -> bool:
        call = script.creation(value) if isinstance(value, Instance) else None
        return call is not None and any(n.startswith("horovod.") and n.endswith(".size") for n in call.names)

    read = [place.node] if place.form is not Form.AT_DEFAULT else functions_around(script, place.document, place.node)
    inner = [node for each in read for node in ast.walk(each) if isinstance(node, ast.expr)]
    return any(script.origins(script.values(node), is_size) for node in inner)


def scaled(  # noqa: PLR0911
    script: Script, place: Place, scale: str
) -> tuple[Edit, ...]:
    """Give the edits that scale a place; `scale` is the text of the factor with its operator, ` * hvd.size()`."""
    document, node = place.document, place.node
    match place.form:
        case Form.RATE:
            return layout.wrap(document, node, "", scale, ast.Mult)
        case Form.RATES:
            return layout.wrap(document, node, f"[rate{scale} for rate in ", "]")
        case Form.VARIABLE:
            return layout.wrap(document, node, "lambda: ", scale)
        case Form.FUNCTION if isinstance(node, ast.Lambda):
            return layout.wrap(document, node.body, "", scale, ast.Mult)
        case Form.FUNCTION:
            return layout.wrap(document, node, "lambda: ", f"(){scale}")
        case Form.EPOCH_FUNCTION:
            given = ", ".join(filter(None, ("epoch", place.parameter)))
            return layout.wrap(document, node, f"lambda {given}: ", f"({given}){scale}")
        case Form.AMONG:
            held, key = document.segment(node), f'"{place.parameter}"'
            rate = f"{held}.get({key}, {place.default})" if place.default else f"{held}[{key}]"
            return layout.wrap(document, node, "{**", f", {key}: {rate}{scale}}}")
        case Form.AT_DEFAULT:
            function = scaling_function(script, document, scale)
            edits = (*function.edits, *layout.wrap(document, node, f"{function.text}(", ")"))
            return tuple(replace(edit, once=True) for edit in edits)
        case Form.MISSING:
            assert isinstance(node, ast.Call)
            name = f"{place.parameter}=" if place.parameter else ""
            return layout.add_argument(document, node, f"{name}{place.default}{scale}", first=not name)
