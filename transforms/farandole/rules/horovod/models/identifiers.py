"""Optimizers that `compile` gets by name, as a configuration, or not at all: written out, scaled and wrapped at once."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import replace

from farandole.analysis.call_order import is_open_parameter
from farandole.analysis.points_to.containers import ITEM
from farandole.analysis.points_to.values import Bound, Constant, Instance, Library, Value
from farandole.analysis.program import Call
from farandole.analysis.slicing import argument_for
from farandole.catalog import Entry
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.keras import Kind
from farandole.frameworks.tensorflow.optimizers import COMPILE_DEFAULT, identified, is_distributed, optimizers, others
from farandole.frameworks.tensorflow.training import COMPILE
from farandole.options import Options
from farandole.rules.horovod.names import Name, horovod_keras, optimizers_name
from farandole.rules.horovod.rates.default_rate import differs, scaling_function
from farandole.rules.horovod.rates.places import configured_rate
from farandole.rules.horovod.scaling import factor
from farandole.source import Document, Edit, EditSet, layout


def optimizer_class(script: Script, compiled: Call) -> Entry | None:
    """Give the class of the optimizer that a `compile` gets by name or by default; None when that is not known."""
    argument = compiled.argument("optimizer")
    if argument is None:
        return None if compiled.may_hide("optimizer") else script.catalog.identified(COMPILE_DEFAULT, "optimizer")
    if any(is_open_parameter(script, compiled.document, each) for each in ast.walk(argument)):
        return None
    shared = compiled.document is not script.entry and script.receiving(compiled.document, argument) is not None
    if shared and not named_at(script, compiled):  # other scripts may give the function other names
        return None
    classes = [identified(script, value) for value in script.values(argument)]
    return classes[0] if len({entry.name if entry else "" for entry in classes}) == 1 else None


def named_at(script: Script, compiled: Call) -> tuple[tuple[Document, ast.expr], ...]:
    """Give the strings, with their files, that callers name the optimizer by which a `compile` gets as a parameter.

    None of them, where one is not seen, is of another Keras, or names something that is not only compiled with.
    """
    argument = compiled.argument("optimizer")
    if not isinstance(argument, ast.Name):
        return ()
    kind = script.keras[compiled.document.tree]
    places = _named_at(script, compiled.document, argument, frozenset()) or ()
    return places if all(script.keras[document.tree] is kind for document, _ in places) else ()


def _named_at(
    script: Script, document: Document, node: ast.expr, seen: frozenset[ast.AST]
) -> tuple[tuple[Document, ast.expr], ...] | None:
    """Follow parameters to the strings that are given for them; None when one may be given by something else."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return ((document, node),)
    function = script.receiving(document, node)
    if function is None or not isinstance(node, ast.Name) or not _is_only_compiled_with(script, document, node):
        return None
    if function in seen:
        return ()
    found: list[tuple[Document, ast.expr]] = []
    for call in script.callers(function):
        given = argument_for(script, call, function, node.id)
        is_written = given is not None and given[1] in call.arguments  # a default is for callers of other scripts, too
        places = _named_at(script, *given, seen | {function}) if given is not None and is_written else None
        if places is None:
            return None
        found += places
    return tuple(found)


def _is_only_compiled_with(script: Script, document: Document, node: ast.Name) -> bool:
    """Say whether all that reads a name gives it to `compile` as the optimizer."""
    home = script.scope(document, node).home(node.id)
    return home is not None and all(
        use is node or _is_compiled_with(script, document, use) for use in script.def_use.uses.get((home, node.id), ())
    )


def _is_compiled_with(script: Script, document: Document, use: ast.AST) -> bool:
    """Say whether a use of a name gives it to `compile`, that of the base class too, as the optimizer."""
    holder = document.parent(use)
    call = script.call(document.parent(holder) if isinstance(holder, ast.keyword) else holder)
    match call.node.func if call is not None else None:
        case ast.Attribute(ast.Call(ast.Name("super")), "compile"):
            return True
    return call is not None and COMPILE in call.names and call.argument("optimizer") is use


_OPTIONS = ("argparse.", "absl.", "tensorflow.flags.", "tensorflow.app.")
"""How the names of what a command line gives begin: texts, where an optimizer is asked for."""


def is_given(script: Script, compiled: Call) -> bool:
    """Say whether a `compile` gets its optimizer from settings: by names, or as an item or attribute of what is read.

    So it does by a name of a module that is not read.
    """
    values = script.values(compiled.argument("optimizer"))
    return bool(values) and all(_is_text(value) or _is_setting(script, value) for value in values)


def is_given_or_made(script: Script, compiled: Call) -> bool:
    """Say whether a name that a `compile` gets may be a text as well as an optimizer of the script, and nothing else."""
    argument = compiled.argument("optimizer")
    texts, made = others(script, argument), optimizers(script, argument)
    plain = bool(made) and all(_is_plain(script, each) for each in made)
    return isinstance(argument, ast.Name) and plain and bool(texts) and all(map(_is_text, texts))


def _is_plain(script: Script, optimizer: Instance) -> bool:
    creation = script.creation(optimizer)
    named = creation is not None and any(name.startswith("tensorflow.keras.optimizers.") for name in creation.names)
    return named and not is_distributed(script, optimizer)


def doubt(script: Script, compiled: Call) -> str:
    """Say what must hold of the optimizer that a `compile` gets from settings; nothing where they are texts."""
    argument = compiled.argument("optimizer")
    assert argument is not None
    values = script.values(argument)
    if all(map(_is_text, values)):
        return ""
    kept = any(isinstance(each, Library) for each in values)  # by a module, for all that compile with it
    told = (
        f"{compiled.document.quote(argument)} must be the name of an optimizer, or one whose learning rate is a number"
    )
    return f"{told}, and that no other model is compiled with" if kept else told


def _is_text(value: Value) -> bool:
    return (isinstance(value, Constant) and isinstance(value.value, str)) or _is_option(value)


def _is_setting(script: Script, value: Value) -> bool:
    match value:
        case Instance(_, Library(name)):
            return name == ITEM or _is_looked_up(script, value)
        case Bound(Instance(_, Library()), Library()):
            return True
        case Library(name):
            return script.is_unknown(name)
    return False


def _is_looked_up(script: Script, value: Instance) -> bool:
    """Say whether a value is what `get` of an object finds by a name, as that of a dictionary of settings."""
    creation = script.creation(value)
    names = creation.node.args[:1] if creation is not None and creation.attribute == "get" else []
    return any(isinstance(each, ast.Constant) and isinstance(each.value, str) for each in names)


def _is_option(value: Value) -> bool:
    owner = value.receiver if isinstance(value, Bound) else None
    return isinstance(owner, Instance) and isinstance(owner.of, Library) and owner.of.name.startswith(_OPTIONS)


def fix(script: Script, compiled: Call, options: Options, *, wrapped: bool = True) -> EditSet:
    """Write the optimizer of a `compile` out, with its rate scaled, and wrap it, unless a tape averages its gradients.

    An optimizer that is not known here is built by `optimizers.get`, which takes names, configurations and objects; the
    rate that one from settings has then is scaled.
    """
    document = compiled.document
    argument = compiled.argument("optimizer")
    hvd = horovod_keras(script, document)
    entry = optimizer_class(script, compiled)
    places = named_at(script, compiled)
    if entry is not None and (places or argument is None or isinstance(argument, ast.Constant)):
        sets = []
        for where, node in places or ((document, argument),):
            hvd, keras = horovod_keras(script, where), optimizers_name(script, where)
            construction = _construction(script, where, entry, options)
            made = construction.text
            text = f"{hvd.text}.DistributedOptimizer({made})" if wrapped else made
            written = (
                layout.add_argument(where, compiled.node, f"optimizer={text}")
                if node is None
                else layout.replace(where, node, text)
            )
            added = (*construction.edits, *written)
            sets.append(EditSet.of(where, [*hvd.edits, *keras.edits, *(replace(edit, once=True) for edit in added)]))
        return EditSet.union(sets)
    assert argument is not None
    keras = optimizers_name(script, document)
    rate = configured_rate(argument)
    scale = factor(hvd.text, options)
    edits: tuple[Edit, ...] = ()
    before, after = f"{keras.text}.optimizers.get(", ")"
    if scale and is_given_or_made(script, compiled):
        name, function = document.segment(argument), scaling_function(script, document, scale)
        text = f"{function.text}({before}{name}{after}) if isinstance({name}, str) else {name}"
        text = f"{hvd.text}.DistributedOptimizer({text})" if wrapped else text
        edits = (*function.edits, *layout.replace(document, argument, text))
        return EditSet.of(document, [*hvd.edits, *keras.edits, *(replace(edit, once=True) for edit in edits)])
    if rate is None and scale and is_given(script, compiled):
        function = scaling_function(script, document, scale)
        before, after, edits = f"{function.text}({before}", f"{after})", function.edits
    if wrapped:
        before, after = f"{hvd.text}.DistributedOptimizer({before}", f"{after})"
    if wrapped or edits:
        edits += layout.wrap(document, argument, before, after)
    if rate is not None and scale:
        edits += layout.wrap(document, rate, "", scale, ast.Mult)
    return EditSet.of(document, [*hvd.edits, *keras.edits, *(replace(edit, once=True) for edit in edits)])


def _construction(script: Script, document: Document, entry: Entry, options: Options) -> Name:
    """Give what makes an optimizer of a class that `compile` was given by its name, with its default rate, scaled.

    In the stand-alone Keras 2.11 and 2.12 a name stands for a newer class than that of the same name in
    `keras.optimizers`, with another formula or roundings; in `tensorflow.python.keras` the classes are elsewhere in each
    version. There `optimizers.get` gives the one that `compile` takes.
    """
    module = f"{optimizers_name(script, document).text}.optimizers"
    scale = factor(horovod_keras(script, document).text, options)
    kind = script.keras[document.tree]
    if kind is Kind.TENSORFLOW or (kind is not Kind.PRIVATE and script.is_for_version_1):
        made = maker = f"{module}.{entry.name.rpartition('.')[2]}"
        made += "()"
    else:
        made = f'{module}.get("{entry.facts["identifier"]}")'
        maker = f"type({made})"
    if not scale:
        return Name(made, ())
    if differs(script, document, entry):
        function = scaling_function(script, document, scale)
        return Name(f"{function.text}({made})", function.edits)
    return Name(f"{maker}({default_rate(entry)}{scale})", ())


def default_rate(entry: Entry) -> str:
    """Give the default learning rate of an optimizer class, as text."""
    rate = entry.facts["learning-rate"]
    assert isinstance(rate, Mapping)
    return repr(rate["default"])
