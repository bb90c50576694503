"""How what a function makes anew at each call is made once: an attribute of its object, or an argument of the function."""

from __future__ import annotations

import ast
from functools import partial

from farandole.analysis.points_to.values import Class
from farandole.analysis.scopes import parameters
from farandole.frameworks.lookup import classes
from farandole.frameworks.script import Script
from farandole.rules.performance.anew import Made, is_self, leaves
from farandole.rules.performance.found import Found
from farandole.rules.performance.hoisting import LATE, comment_behind, is_only_assignment, on_one_line, word
from farandole.source import Document, Edit, EditSet, layout

_DEFAULTS = ("torch.set_default_dtype", "torch.set_default_device", "torch.set_default_tensor_type")
_WITHOUT_EFFECT = ("torch.no_grad", "torch.inference_mode", "torch.enable_grad", "tensorflow.GradientTape")
_MEMBERS = frozenset(
    {
        *("add_module", "apply", "bfloat16", "buffers", "build", "call", "children", "compile", "compute_mask", "cpu"),
        *("cuda", "double", "dtype", "eval", "extra_repr", "float", "forward", "half", "inputs", "ipu", "losses"),
        *("load_state_dict", "metrics", "modules", "mtia", "name", "outputs", "parameters", "save", "share_memory"),
        *("state_dict", "stateful", "summary", "to", "to_empty", "train", "training", "type", "variables", "weights"),
        *("xpu", "zero_grad"),
    }
)
"""What modules and layers have themselves."""


def make_once(result: Found, made: Made, owner: Class | None) -> partial[EditSet] | None:
    """Give the edits that make it once, or None where they can't be written safely."""
    document = made.document
    if not on_one_line(made.node) or _is_under_with(made.script, document, made.node, made.function):
        return None
    if made.script.calls_to(*_DEFAULTS) or any(_chooses_device(made.script, each) for each in made.script.documents):
        return None
    if isinstance(document.owner(made.function), ast.ClassDef):
        return _fix_of_method(result, made, owner) if owner is not None else None
    return _fix_of_function(result, made)


def _chooses_device(script: Script, document: Document) -> bool:
    """Say whether a `with` of a file may put what is made in it on another device, as that of `__init__` may be."""
    given = (script.call(item.context_expr) for each in document.nodes(ast.With) for item in each.items)
    return any(call is not None and call.names & {"torch.device", "tensorflow.device"} for call in given)


def _is_under_with(script: Script, document: Document, node: ast.AST, end: ast.AST) -> bool:
    """Say whether a `with` may name a device or a graph, or what is to be computed before."""
    for outer in document.ancestors(node):
        if outer is end:
            return False
        if isinstance(outer, ast.With | ast.AsyncWith):
            given = [script.call(item.context_expr) for item in outer.items]
            if not all(call is not None and call.names and call.names <= set(_WITHOUT_EFFECT) for call in given):
                return True
    return False


# Methods: an attribute that `__init__` sets.


def _fix_of_method(result: Found, made: Made, owner: Class) -> partial[EditSet] | None:
    outer = owner.site.node
    assert isinstance(outer, ast.ClassDef)
    own = [each for each in outer.body if isinstance(each, ast.FunctionDef) and each.name == "__init__"]
    if outer.decorator_list or made.function.decorator_list or len(own) != 1 or own[0].decorator_list:
        return None
    if not _is_plain(made.script, owner) or [each.arg for each in parameters(made.function)][:1] != ["self"]:
        return None
    place = _place(made, own[0])
    if place is None or [each.arg for each in parameters(own[0])][:1] != ["self"]:
        return None
    name = _attribute_name(result, made)
    return partial(_kept, made, place, name, made.is_moved and made.script.role_of_class(owner) == "torch-module")


def _is_plain(script: Script, owner: Class) -> bool:
    """Say whether a class derives from PyTorch's or Keras' alone, no class derives from it, and it looks up nothing itself."""
    bases = [each for each in script.flow.mro(owner) if isinstance(each, Class) and each != owner]
    derived = [each for each in classes(script) if each != owner and owner in script.flow.mro(each)]
    known = all(
        script.catalog.role(name) in ("torch-module", "model", "layer") or name == "builtins.object"
        for name in script.library_ancestors(owner)
    )
    direct = script.library_ancestors(owner)[:1]
    torch = direct == ("torch.nn.Module",) or (direct != () and direct[0].startswith(("tensorflow.", "keras.")))
    assert isinstance(owner.site.node, ast.ClassDef)
    special = any(
        isinstance(each, ast.FunctionDef) and each.name in ("__getattr__", "__setattr__", "__getattribute__", "__new__")
        for each in owner.site.node.body
    )
    looked_up = script.calls_to("builtins.setattr", "torch.nn.utils.skip_init", "accelerate.init_empty_weights")
    meta = any(call.attribute == "to_empty" for call in script.calls)
    return not (bases or derived or special or looked_up or meta) and known and torch


def _place(made: Made, init: ast.FunctionDef) -> ast.stmt | None:
    """Give the statement of `__init__` behind which all is there that it is made from, where nothing has run the class yet."""
    document = made.document
    needed = {
        leaf.attr
        for each in leaves(made)
        for leaf in [each, *(inner for inner in ast.walk(each))]
        if isinstance(leaf, ast.Attribute) and is_self(leaf.value)
    }
    last = -1
    for number, statement in enumerate(init.body):
        begins = isinstance(statement, ast.Expr) and _is_base_call(statement.value)
        sets = {
            each.attr
            for each in document.within(statement, ast.Attribute)
            if isinstance(each, ast.Attribute) and isinstance(each.ctx, ast.Store) and is_self(each.value)
        }
        if (begins and last < 0) or sets & needed:
            if not begins and not isinstance(statement, ast.Assign):
                return None
            if last < 0 and not begins:
                return None
            last = number
            needed -= sets
    if last < 0 or needed or any(isinstance(each, ast.Return) for each in document.within(init)):
        return None
    bound = {each.arg for each in parameters(init)} | {
        each.id for each in document.within(init, ast.Name) if isinstance(each, ast.Name) and _is_bound(each)
    }
    bound |= {
        alias.asname or alias.name.partition(".")[0]
        for each in document.within(init, ast.Import, ast.ImportFrom)
        if isinstance(each, ast.Import | ast.ImportFrom)
        for alias in each.names
    }
    read = {each.id for each in ast.walk(made.node) if isinstance(each, ast.Name)} - {"self"}
    before = [call for each in init.body[: last + 1] for call in document.within(each, ast.Call)]
    runs = any(_runs_class(call) for call in before if isinstance(call, ast.Call))
    return None if bound & read or runs else init.body[last]


def _is_base_call(node: ast.expr) -> bool:
    match node:
        case ast.Call(ast.Attribute(ast.Call(ast.Name("super")), "__init__")):
            return True
        case ast.Call(ast.Attribute(_, "__init__"), [ast.Name("self"), *_]):
            return True
    return False


def _runs_class(call: ast.Call) -> bool:
    """Say whether a call may run a method of the object, or hands the object over to one who may."""
    match call:
        case ast.Call(ast.Name("super")) | ast.Call(ast.Attribute(_, "__init__")):
            return False
        case ast.Call(ast.Name("self")) | ast.Call(ast.Attribute(ast.Name("self"))):
            return True
    return any(is_self(each) for each in call.args) or any(is_self(each.value) for each in call.keywords)


def _is_bound(node: ast.Name) -> bool:
    return not isinstance(node.ctx, ast.Load)


def _attribute_name(result: Found, made: Made) -> str:
    """Give the name of the new attribute, which nothing has yet: that of the variable that gets it, or the word for what makes it."""
    whole: ast.AST = made.node
    while isinstance(parent := made.document.parent(whole), ast.Attribute | ast.Subscript) or (
        isinstance(parent, ast.Call) and parent.func is whole
    ):
        whole = parent
    match made.document.statement(made.node):
        case ast.Assign([ast.Name(name)], value) if value is whole:
            wanted = name
        case _:
            wanted = word(made.document, made.node)
    wanted = wanted if wanted.islower() else "constant"
    taken = _MEMBERS.union(*(_members(each) for each in made.script.documents))
    return result.new_attribute(made.node, wanted, taken)


def _members(document: Document) -> set[str]:
    """Give what is an attribute or the name of a function or class member anywhere in a file."""
    found: set[str] = set()
    for each in document.nodes(ast.Attribute, ast.FunctionDef, ast.ClassDef):
        match each:
            case ast.Attribute(value=ast.Name("self"), attr=name) | ast.FunctionDef(name):
                found.add(name)
            case ast.ClassDef(body=body):
                found |= {
                    target.id
                    for statement in body
                    if isinstance(statement, ast.Assign)
                    for target in statement.targets
                    if isinstance(target, ast.Name)
                }
    return found


def _kept(made: Made, place: ast.stmt, name: str, as_buffer: bool) -> EditSet:
    line = (
        f'self.register_buffer("{name}", {made.text}, persistent=False)' if as_buffer else f"self.{name} = {made.text}"
    )
    edits = (
        layout.insert_after(made.document, place, [line]),
        layout.replace(made.document, made.node, f"self.{name}"),
    )
    return EditSet.of(made.document, [edit for each in edits for edit in each])


# Functions: an argument that is made before the loop.


def _fix_of_function(result: Found, made: Made) -> partial[EditSet] | None:
    script, document, function = made.script, made.document, made.function
    given = function.args
    extra = given.vararg or given.kwarg or given.kwonlyargs or given.posonlyargs or given.defaults
    home = script.scope(document, function).home(function.name) if document.scope(function) else None
    uses = script.def_use.uses.get((home, function.name), ()) if home is not None else ()
    definitions = script.def_use.names.get((home, function.name), ()) if home is not None else ()
    calls = script.callers(function)
    if extra or not given.args or function.decorator_list or len(definitions) != 1 or len(calls) != 1:
        return None
    call = calls[0]
    if len(uses) != 1 or call.node.func is not uses[0] or call.document is not document or call.hides_arguments:
        return None
    loop = _outermost_loop(document, call.node)
    if loop is None or _is_under_with(script, document, call.node, loop):
        return None
    caller = script.scope(document, loop)
    read = [each for each in ast.walk(made.node) if isinstance(each, ast.Name)]
    if any(caller.home(each.id) is not script.scope(document, each).home(each.id) for each in read):
        return None
    if not all(_is_before(script, document, each, loop) for each in read):
        return None
    name, statement = _argument_name(result, made)
    return partial(_handed, made, call.node, loop, name, statement)


def _outermost_loop(document: Document, node: ast.AST) -> ast.stmt | None:
    """Give the outermost loop of the function around a node that has it in its body."""
    found = None
    for outer in document.ancestors(node):
        if isinstance(outer, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef):
            return found
        if isinstance(outer, LATE):
            return None
        if isinstance(outer, ast.For | ast.While | ast.AsyncFor):
            found = outer
    return found


def _is_before(script: Script, document: Document, name: ast.Name, loop: ast.stmt) -> bool:
    """Say whether a name has its value where a loop begins: it is of an outer scope, or stands above in the same."""
    home = script.scope(document, name).home(name.id)
    if home is None or home.node is not document.scope(loop):
        return home is not None
    return script.def_use.first(home, name.id) < loop.lineno


def _argument_name(result: Found, made: Made) -> tuple[str, ast.Assign | None]:
    """Give the name of the new argument, with the assignment of that name that it makes needless."""
    document, statement = made.document, made.document.statement(made.node)
    match statement:
        case ast.Assign([ast.Name(name)], value) if value is made.node:
            is_argument = any(each.arg == name for each in document.nodes(ast.arg))
            if not is_argument and is_only_assignment(document, statement):
                return name, statement
    return result.new_name(document, made.node, word(document, made.node)), None


def _handed(made: Made, call: ast.Call, loop: ast.stmt, name: str, statement: ast.Assign | None) -> EditSet:
    document = made.document
    comment = comment_behind(document, statement) if statement is not None else ""
    end = document.span(made.function.args.args[-1]).end
    edits = (
        layout.delete(document, statement) if statement is not None else layout.replace(document, made.node, name),
        (Edit(end, end, f", {name}"),),
        layout.add_argument(document, call, f"{name}={name}"),
        layout.insert_before(document, loop, [f"{name} = {made.text}" + (f"  {comment}" if comment else "")]),
    )
    return EditSet.of(document, [edit for each in edits for edit in each])
