"""Schedules of an own class: what lets Keras, and so Horovod, make them anew from their configuration."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from farandole.analysis.points_to.values import Class, Function, Library
from farandole.analysis.program import Call
from farandole.analysis.scopes import FunctionNode, parameters
from farandole.frameworks.horovod.support import known_version
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.optimizers import schedules_not_told, tells_configuration
from farandole.rules.horovod.names import keras_name
from farandole.source import Document, Edit, EditSet, layout

_CONVERTING = frozenset(
    {
        *("builtins.float", "numpy.float32", "numpy.float64"),
        *(f"tensorflow.{name}" for name in ("cast", "constant", "convert_to_tensor", "to_float")),
    }
)
"""Functions that give the number that they are given first, as another type."""

_WITH_DECORATOR = (2, 1)


def told_edits(script: Script, creation: Call) -> EditSet | None:
    """Give the edits by which the own schedules of an optimizer tell their configuration, and are registered with Keras.

    None where it is not seen in which attributes one keeps what it is made with, or where Keras could not make one anew:
    its `get_config` lacks arguments, it is made with functions, or its name may be registered twice.
    """
    told = [_told(script, schedule) for schedule in schedules_not_told(script, creation)]
    found = [edits for edits in told if edits is not None]
    return EditSet.union(found) if len(found) == len(told) else None


def _told(script: Script, schedule: Class) -> EditSet | None:
    """Give the edits by which a class tells the configuration of its objects, and is registered with Keras."""
    document, node = schedule.site.module.document, schedule.site.node
    if not isinstance(node, ast.ClassDef) or node.decorator_list or not schedule.site.module.own:
        return None
    if not _is_one(script, document, node) or _takes_functions(script, document, node):
        return None
    methods = {each.name: each for each in node.body if isinstance(each, ast.FunctionDef)}
    keras = keras_name(script, document)
    registered = _registered(script, document, node, keras.text)
    if tells_configuration(node):
        return EditSet.of(document, [*keras.edits, *registered])
    seen = "get_config" not in methods and "__init__" in methods
    kept = _kept(script, document, node, methods["__init__"]) if seen else None
    if kept is None:
        return None
    given = {name: told or f"self.{_free(document, node, name)}" for name, told in kept.items()}
    lines = [f"{given[name]} = {name}" for name, told in kept.items() if not told]
    keeping = layout.insert_before(document, _first_set(methods["__init__"]), lines, once=True) if lines else ()
    items = ", ".join(f'"{name}": {told}' for name, told in given.items())
    lines = ["", "def get_config(self):", f"    return {{{items}}}"]
    return EditSet.of(
        document,
        [*keras.edits, *registered, *keeping, *layout.insert_after(document, node.body[-1], lines, once=True)],
    )


def _registered(script: Script, document: Document, owner: ast.ClassDef, keras: str) -> tuple[Edit, ...]:
    """Give the edits that register a class with Keras: by a decorator, which TensorFlow has since version 2.1."""
    version = known_version(script)
    if script.is_for_version_1 or (version is not None and version < _WITH_DECORATOR):
        line = f'{keras}.utils.get_custom_objects()["{owner.name}"] = {owner.name}'
        return tuple(layout.insert_after(document, owner, ["", "", line], layer=1, once=True))
    return tuple(layout.insert_before(document, owner, [f"@{keras}.utils.register_keras_serializable()"], once=True))


def _free(document: Document, owner: ast.ClassDef, name: str) -> str:
    """Give an attribute for an argument that a class has not yet, neither as a method."""
    methods = {each.name for each in owner.body if isinstance(each, ast.FunctionDef)}
    taken = methods | {each.attr for each in document.within(owner, ast.Attribute) if isinstance(each, ast.Attribute)}
    return name if name not in taken else _free(document, owner, f"_{name}")


def _first_set(init: ast.FunctionDef) -> ast.stmt:
    """Give the first statement of an `__init__` that sets an attribute, or else its last one."""
    setting = (
        each
        for each in init.body
        if any(isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) for node in ast.walk(each))
    )
    return next(setting, init.body[-1])


def _is_one(script: Script, document: Document, owner: ast.ClassDef) -> bool:
    """Say whether a class is made once, and no other has its name: Keras registers a name once."""
    others = (each for other in script.documents for each in other.nodes(ast.ClassDef) if each is not owner)
    in_function = any(isinstance(each, FunctionNode) for each in document.ancestors(owner))
    return not in_function and all(getattr(each, "name", "") != owner.name for each in others)


def _takes_functions(script: Script, document: Document, owner: ast.ClassDef) -> bool:
    """Say whether a class may be made with functions, of which Keras keeps the names alone."""
    inits = [each for each in owner.body if isinstance(each, ast.FunctionDef) and each.name == "__init__"]
    given = (value for each in inits for node in document.within(each, ast.Name) for value in script.values(node))
    return any(isinstance(value, Function) and value.site.module.own for value in given)


def _kept(script: Script, document: Document, owner: ast.ClassDef, init: ast.FunctionDef) -> Mapping[str, str] | None:
    """Give what has the value of each argument that a class is made with: an attribute, or the number in one that is a tensor.

    Of an argument that is not kept so this is an empty text, where the class is the library's but for what is seen here.
    None where an argument is set anew, or takes what has no name.
    """
    if init.args.vararg or init.args.kwarg or init.decorator_list:
        return None
    assigned: dict[str, list[ast.expr]] = {}
    for attribute, value, method in _assigned(document, owner):
        assigned.setdefault(attribute, []).append(value if method is init else ast.Constant(None))
    found: dict[str, str] = {}
    for name in (each.arg for each in parameters(init)[1:]):
        kept = next(
            (
                attribute
                for attribute, values in assigned.items()
                if all(_is_argument(script, value, name, attribute) for value in values)
            ),
            None,
        )
        uses = [each for each in document.within(init, ast.Name) if isinstance(each, ast.Name) and each.id == name]
        if any(not isinstance(each.ctx, ast.Load) for each in uses):
            return None
        converted = kept is not None and any(isinstance(value, ast.Call) for value in assigned[kept])
        # what is used otherwise as well need not take a float, and a graph has no numbers
        if kept is None or (converted and (len(uses) > 1 or script.is_for_version_1)):
            found[name] = ""
        else:
            found[name] = f"float(self.{kept})" if converted else f"self.{kept}"
    return found if all(found.values()) or _is_of_library(script, owner) else None


def _is_of_library(script: Script, owner: ast.ClassDef) -> bool:
    """Say whether all bases of a class are a library's."""
    values = [script.values(base) for base in owner.bases]
    return all(each and all(isinstance(value, Library) for value in each) for each in values)


def _assigned(document: Document, owner: ast.ClassDef) -> Iterator[tuple[str, ast.expr, ast.AST]]:
    """Yield the attributes that the methods of a class set, with what they are given, and the method."""
    for method in owner.body:
        for statement in document.within(method, ast.Assign, ast.AugAssign):
            match statement:
                case ast.Assign([ast.Attribute(ast.Name("self"), name)], value):
                    yield name, value, method
                case _:
                    for target in ast.walk(statement):
                        if isinstance(target, ast.Attribute) and isinstance(target.ctx, ast.Store):
                            yield target.attr, ast.Constant(None), method


def _is_argument(script: Script, value: ast.expr, name: str, attribute: str) -> bool:
    """Say whether a value is an argument, or what an attribute has of it, as it is or as another type of number."""
    match value:
        case ast.Name(given):
            return given == name
        case ast.Attribute(ast.Name("self"), given):
            return given == attribute
        case ast.Call(args=[first, *_]):
            call = script.call(value)
            converts = call is not None and bool(call.names) and call.names <= _CONVERTING
            return converts and _is_argument(script, first, name, attribute)
    return False
