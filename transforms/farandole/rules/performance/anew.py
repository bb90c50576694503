"""What a function makes anew at each call: whether that is the same each time, and costs something."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from math import prod

from farandole.analysis.points_to.values import Bound, Class, Constant, Unknown
from farandole.analysis.program import Call
from farandole.frameworks.script import Script
from farandole.options import Speculation
from farandole.rules.performance.found import facts_of, runs_eagerly
from farandole.rules.performance.sharing import taken_by, uses_of
from farandole.rules.rule import Assumption
from farandole.source import Document

Function = ast.FunctionDef | ast.AsyncFunctionDef

_MOVES = ("to", "cuda", "type_as")
_CONVERSIONS = (
    "torch.tensor",
    "torch.FloatTensor",
    "torch.LongTensor",
    "torch.from_numpy",
    "torch.as_tensor",
    "tensorflow.constant",
    "tensorflow.convert_to_tensor",
)
_GIVEN = {"numpy.array", "numpy.ndarray.astype", "numpy.float32", "numpy.float64", "numpy.int32", "numpy.int64"}
"""What makes an array of as many elements as it is given."""
_WHOLE = ("bool", "byte", "int", "long")
_FEWEST_CONVERTED = 256
_FEWEST_ELEMENTS = 4096
"""What is smaller is made in less time than a layer takes to start."""


@dataclass(frozen=True)
class Made:
    """A tensor and the function that makes it anew at each call."""

    script: Script
    document: Document
    node: ast.Call | ast.BinOp
    function: Function

    @property
    def text(self) -> str:
        """What makes it."""
        return self.document.segment(self.node)

    @property
    def is_moved(self) -> bool:
        """Whether all that takes it moves it to a device first: where it is made, or where its name is read."""
        uses: list[ast.expr] = [self.node]
        match self.document.statement(self.node):
            case ast.Assign([ast.Name() as target], value) if value is self.node:
                uses = list(uses_of(self.script, self.document, target))
        parents = [(use, self.document.parent(use)) for use in uses]
        return bool(parents) and all(
            isinstance(parent, ast.Attribute)
            and parent.value is use
            and parent.attr in _MOVES
            and not self._is_cast(self.document.parent(parent))
            for use, parent in parents
        )

    def _is_cast(self, call: ast.AST) -> bool:
        """Say whether a call of `to` names a type alone."""
        return isinstance(call, ast.Call) and len(call.args) == 1 and bool(self.script.names_of(call.args[0]))


def costs(made: Made) -> bool:
    """Say whether making a tensor takes time beside what a function does with it: by a copy, or by its size."""
    inside = [each for each in ast.walk(made.node) if isinstance(each, ast.expr)]
    calls = [call for each in inside if (call := made.script.call(each)) is not None]
    if any(name.startswith("torch.") for call in calls for name in call.names) and made.is_moved:
        return True
    graph = facts_of(made.script).graph
    sizes = [prod(shape) for each in inside if (shape := graph.shape(each))]
    sizes += [size for call in calls if (size := _range(made.script, call)) is not None]
    listed = sum(isinstance(each, ast.Constant) for each in inside)
    names = {name for call in calls for name in call.names}
    if names & set(_CONVERSIONS):
        computed = not sizes and any(name.startswith("numpy.") for name in names - _GIVEN)
        return computed or max([listed, *sizes]) >= _FEWEST_CONVERTED
    operations = sum(graph.operation(each) is not None for each in inside)
    return operations > 1 and (max(sizes) >= _FEWEST_ELEMENTS if sizes else True)


def _range(script: Script, call: Call) -> int | None:
    """Give the number of elements of a range whose end is known."""
    if not call.names & {"torch.arange", "tensorflow.range", "numpy.arange"} or not call.node.args:
        return None
    ends = [each for each in script.constants(call.node.args[:2][-1]) if isinstance(each, int)]
    return max(ends, default=None)


def is_eager(made: Made, owner: Class | None) -> bool:
    """Say whether the operations compute at each call, and are not constants of a graph."""
    script = made.script
    if script.traced_function(made.document, made.node) is not None:
        return False
    role = script.role_of_class(owner) if owner is not None else None
    if role == "torch-module" or not any(
        name.startswith("tensorflow.")
        for each in ast.walk(made.node)
        if (call := script.call(each)) is not None
        for name in call.names
    ):
        return True
    inside = next(each for each in ast.walk(made.node) if isinstance(each, ast.Call))
    by_keras = any(call.attribute in ("fit", "compile", "predict", "evaluate") for call in script.calls)
    symbolic = any(name.rpartition(".")[2] in ("Input", "function") for call in script.calls for name in call.names)
    return runs_eagerly(script, inside) and not by_keras and not symbolic and not script.flow.traced


def assumptions(made: Made, owner: Class | None) -> tuple[Assumption, ...] | None:
    """Give what it rests on; None where it may be another one at another call, or be changed or kept by someone."""
    takers = taken_by(made.script, made.document, made.node)
    rests = [_leaf(made, owner, each) for each in leaves(made)]
    if takers is None or None in rests:
        return None
    found = {each.message: each for each in rests if isinstance(each, Assumption)}
    for each in takers:
        said = f"assumes that {made.document.quote(each.func)} does not change the tensor in place"
        found[said] = Assumption(made.document, made.document.span(each), said, Speculation.UNREAD)
    if made.is_moved and owner is not None and not _is_whole(made.node):
        said = "assumes that the model is not converted to another type, by `half()` or `double()`"
        found[said] = Assumption(made.document, made.document.span(made.node), said, Speculation.UNREAD)
    return tuple(found.values())


def leaves(made: Made) -> Iterator[ast.Name | ast.Attribute]:
    """Yield the names that it is made from, each with the attributes that are read of it, but for those of libraries."""
    for each in ast.walk(made.node):
        if isinstance(each, ast.Name) and not made.script.names_of(each):
            whole: ast.Name | ast.Attribute = each
            while isinstance(parent := made.document.parent(whole), ast.Attribute) and not _is_called(made, parent):
                whole = parent
            yield whole


def _is_called(made: Made, node: ast.expr) -> bool:
    parent = made.document.parent(node)
    return isinstance(parent, ast.Call) and parent.func is node


def _leaf(made: Made, owner: Class | None, leaf: ast.Name | ast.Attribute) -> Assumption | bool | None:
    """Give what has to be assumed of a name or attribute, True where it is known to be the same, None otherwise."""
    script, document = made.script, made.document
    name = leaf
    chain: list[ast.Attribute] = []
    while isinstance(name, ast.Attribute):
        chain.append(name)
        assert isinstance(name.value, ast.Name | ast.Attribute)
        name = name.value
    if (not chain) if name.id == "self" else not _is_fixed_name(script, document, name):
        return None
    if not all(_is_fixed_attribute(script, owner, each.attr, of_self=each.value is name) for each in chain):
        return None
    values = [each for each in script.values(leaf) if not isinstance(each, Bound)]  # what a base class may have
    if values and all(isinstance(each, Constant) for each in values):
        return True
    if not all(isinstance(each, Unknown | Constant) for each in values):
        return None
    text = document.segment(leaf)
    said = f"assumes that `{text}` is a number that nothing changes"
    holds = f"isinstance({text}, (int, float))"
    return Assumption(document, document.span(leaf), said, Speculation.ACCESS, holds, document.statement(made.node))


def _is_fixed_name(script: Script, document: Document, name: ast.Name) -> bool:
    """Say whether a name gets its value once, and not by a loop."""
    home = script.scope(document, name).home(name.id)
    if home is None:
        return False
    definitions = script.def_use.names.get((home, name.id), ())
    if len(definitions) != 1:
        return False
    by = getattr(definitions[0], "by", definitions[0].target)
    around = definitions[0].document.ancestors(definitions[0].target)
    in_loop = any(isinstance(outer, ast.For | ast.While | ast.AsyncFor) for outer in around)
    return isinstance(by, ast.Assign | ast.arg | ast.alias) and not in_loop


def _is_fixed_attribute(script: Script, owner: Class | None, name: str, of_self: bool) -> bool:
    """Say whether an attribute gets its value where objects are made, and once in the class's own `__init__` if it is its own."""
    family = [base.site.node for base in script.flow.mro(owner) if isinstance(base, Class)] if owner is not None else []
    own = 0
    for each in script.def_use.attributes.get(name, ()):
        method = each.document.scope(each.target)
        outer = each.document.owner(method) if isinstance(method, Function) else None
        of_method = isinstance(each.target, ast.Attribute) and is_self(each.target.value)
        if not isinstance(outer, ast.ClassDef) or not of_method:
            return False
        if of_self and outer not in family:
            continue
        made = getattr(method, "name", "") == "__init__" and isinstance(each.by, ast.Assign)
        if not made or (of_self and outer is not family[0]):
            return False
        own += 1
    return own == 1 or not of_self


def is_self(node: ast.expr) -> bool:
    """Say whether an expression is the name `self`."""
    return isinstance(node, ast.Name) and node.id == "self"


def _is_whole(node: ast.expr) -> bool:
    """Say whether a tensor is known to be of truths or whole numbers, which conversions of a model leave alone."""
    match node:
        case ast.Call(ast.Attribute(attr=method)) if method in _WHOLE:
            return True
        case ast.Call(ast.Attribute(attr="to"), [ast.Attribute(attr=kind)]):
            return kind in _WHOLE or kind.startswith(("int", "uint"))
        case ast.Call(ast.Attribute(attr="LongTensor")):
            return True
        case ast.Call(keywords=keywords):
            given = [each.value for each in keywords if each.arg == "dtype"]
            return any(isinstance(each, ast.Attribute) and each.attr in (*_WHOLE, "int64", "int32") for each in given)
    return False
