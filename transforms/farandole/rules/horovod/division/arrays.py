"""Arrays in memory are divided by a slice: every `size`-th sample, equally many in each process."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from farandole.analysis.points_to.calls import COMPUTED
from farandole.analysis.points_to.values import Constant, Container, Instance, Library, Value
from farandole.analysis.scopes import Comprehension
from farandole.frameworks.script import Script
from farandole.rules.horovod.division.outcome import Slice
from farandole.rules.horovod.names import horovod
from farandole.source import Document, Edit, layout
from farandole.source.binding import access_paths_in, names_in, variables_in

_TENSORS = ("tensorflow.", "numpy.", "pandas.", "sklearn.", "scipy.", "h5py.")
_NUMBERS = ("math.", "builtins.int()", "builtins.float()", "builtins.bool()", "builtins.str()")
_MAPPINGS = frozenset(
    {"builtins.dict", "collections.OrderedDict", "collections.defaultdict", "pandas.DataFrame.to_dict"}
)
_NOT_SLICED = frozenset({"tensorflow.keras.utils.HDF5Matrix"})

_SPARSE = ("scipy.sparse.", "sklearn.feature_extraction.", "sklearn.preprocessing.OneHotEncoder.")
_DENSE = frozenset({"toarray", "todense"})
"""What makes matrices of few numbers, whose `len` fails, and what makes arrays of those."""


@dataclass(frozen=True)
class Part:
    """An expression that holds samples, and the text around it that takes those of this process."""

    node: ast.expr
    before: str
    after: str
    known: bool


@dataclass(frozen=True)
class Sharded:
    """Arrays whose samples are dealt out by one slice.

    Of `lists` among the nodes the items are samples; `several` are taken for lists of arrays, of which a model has several
    inputs or outputs. `batch` is the size of the batches, where each process must have
    whole ones. `beside` are the slices of other work, which keep their names. Where the lengths are `unequal`, none of
    them tells how many samples the others have. What is `asked` must hold of them.
    """

    nodes: Sequence[ast.expr]
    lists: Collection[ast.expr] = ()
    several: Collection[ast.expr] = ()
    batch: ast.expr | None = None
    beside: Sequence[Slice] = ()
    unequal: bool = False
    asked: str = ""


def parts(script: Script, node: ast.expr, name: str) -> Iterator[Part]:
    """Yield the arrays that an argument is made of; `name` is that of the slice."""
    if is_none(script, node):
        return
    held = _arrays_in(script, node)
    match node:
        case ast.Tuple(elements) | ast.List(elements) if held is not None or any(
            _is_named(script, element) for element in elements
        ):
            for element in elements:
                yield from parts(script, element, name)
        case ast.Dict(_, values) if held is not None:
            for value in values:
                yield from parts(script, value, name)
        case _ if held is not None:
            yield _part_of_container(script, node, held, name)
        case _:
            yield Part(node, "", f"[{name}]", is_array(script, node) and not _may_hold_arrays(script, node))


def is_none(script: Script, node: ast.expr) -> bool:
    """Say whether an expression is surely None."""
    return script.constants(node) == {None} and len(script.values(node)) == 1


def _parts_as_read(script: Script, document: Document, node: ast.expr, name: str) -> Iterator[Part]:
    """Yield the arrays of an expression; where it is read item by item, its own items are the samples, or batches."""
    if _is_read_by_item(document, node):
        held = {type(value) for value in script.values(node)} == {Container}
        yield Part(node, "", f"[{name}]", held or is_array(script, node))
    else:
        yield from parts(script, node, name)


def _is_read_by_item(document: Document, node: ast.expr) -> bool:
    """Say whether an expression is read at places, or iterated by a loop."""
    read = document.parent(node)
    if isinstance(read, ast.Subscript) and read.value is node:
        return True
    loops = (each for each in document.ancestors(node) if isinstance(each, ast.For))
    return any(node in document.within(loop.iter) for loop in loops)


def _is_named(script: Script, element: ast.expr) -> bool:
    """Say whether an item that is written into a list is no sample written out, but an input or output of the model."""
    return isinstance(element, ast.Name | ast.Attribute | ast.Call | ast.Subscript) and not script.constants(element)


def _part_of_container(script: Script, node: ast.expr, held: Container | Instance, name: str) -> Part:
    if has_items_by_name(script, held):
        return Part(node, f"{{key: part[{name}] for key, part in ", ".items()}", True)
    if isinstance(held.site.node, ast.Tuple):
        return Part(node, f"tuple(part[{name}] for part in ", ")", True)
    return Part(node, f"[part[{name}] for part in ", "]", True)


def _arrays_in(script: Script, node: ast.expr) -> Container | Instance | None:
    """Give the list, tuple or dict of arrays that an expression is; None where its own items are the samples, or may be."""
    values = [value for value in script.values(node) if value != Constant(None)]
    held = [value for value in values if isinstance(value, Container | Instance) and _holds_arrays(script, value)]
    return held[0] if held and len(held) == len(values) else None


def _may_hold_arrays(script: Script, node: ast.expr) -> bool:
    """Say whether it is open what a list has for items, to which a loop adds one after another: samples or arrays."""
    return any(isinstance(each, Container) and _is_grown(script, each) for each in script.values(node))


def _is_grown(script: Script, value: Container) -> bool:
    """Say whether a list is empty when it is made, and gets items of which it is not known what they are.

    What is read of an array may be an array or a number: where there is one for each sample, it is no array of samples.
    """
    made = [each for each in script.elements(value) if isinstance(each, Instance)]
    empty = isinstance(value.site.node, ast.List) and not value.site.node.elts
    arrays = any(script.role_of(each) == "array" or _is_tensor(each) for each in made)
    open_ = not arrays or _gets_samples(script, value)
    return empty and open_ and any(not _is_number(script, each, frozenset()) for each in made)


def _gets_samples(script: Script, value: Container) -> bool:
    """Say whether a loop over as many items as there are samples puts one item after another into a list."""
    return any(
        isinstance(loop, ast.For) and _is_of_samples(script, loop.iter)
        for document, put in script.filling.put_into_value(value)
        for loop in document.ancestors(put)
    )


def _is_of_samples(script: Script, items: ast.expr) -> bool:
    """Say whether the number of items that a loop goes through is that of samples, by all that is written of it."""
    match items:
        case ast.Call(ast.Name("range"), args):
            counted = [node for each in args for node in ast.walk(each)]
            return any(isinstance(node, ast.Call) or getattr(node, "attr", "") == "shape" for node in counted)
        case ast.Call(ast.Name("enumerate" | "zip" | "reversed" | "tqdm"), [first, *_]):
            return _is_of_samples(script, first)
    written = (
        isinstance(each, Container) and bool(getattr(each.site.node, "elts", ())) for each in script.values(items)
    )
    return not isinstance(items, ast.List | ast.Tuple) and not any(written)


def _holds_arrays(script: Script, value: Container | Instance) -> bool:
    if isinstance(value, Instance):
        return has_items_by_name(script, value)
    if _is_grown(script, value):
        return has_items_by_name(script, value)
    found = script.elements(value)
    made = [each for each in found if isinstance(each, Instance)]
    arrays = bool(made) and (found.unknown or not all(_is_number(script, each, frozenset()) for each in made))
    return bool(arrays) or has_items_by_name(script, value)


def has_items_by_name(script: Script, value: Value, seen: frozenset[Value] = frozenset()) -> bool:
    """Say whether a value has its items by names, as a dict has, or the copy of one."""
    if not isinstance(value, Container | Instance) or value in seen:
        return False
    call = script.call(value.site.node)
    if call is not None and call.attribute == "copy" and call.receiver is not None:
        return any(has_items_by_name(script, each, seen | {value}) for each in script.values(call.receiver))
    made = call is not None and bool(call.names) and call.names <= _MAPPINGS
    return made or isinstance(value.site.node, ast.Dict | ast.DictComp)


def _is_number(script: Script, value: Instance, around: frozenset[Instance]) -> bool:
    """Say whether a value is a number, or is computed from nothing but numbers: the sample of a list, and no array."""
    if not isinstance(value.of, Library):
        return False
    if value.of.name != COMPUTED:
        return value.of.name.startswith(_NUMBERS)
    return all(
        isinstance(each, Constant)
        or (isinstance(each, Instance) and (each in around or _is_number(script, each, around | {value})))
        for each in script.flow.inputs(value)
    )


def is_array(script: Script, node: ast.expr) -> bool:
    """Say whether an expression is an array, tensor, data frame or a list of plain samples."""
    return script.must_be(
        node,
        lambda value: (
            isinstance(value, Constant)
            or (isinstance(value, Container) and not _holds_arrays(script, value))
            or (isinstance(value, Instance) and (script.role_of(value) == "array" or _is_tensor(value)))
        ),
    )


def _is_tensor(value: Instance) -> bool:
    return isinstance(value.of, Library) and value.of.name.startswith(_TENSORS) and value.of.name.endswith("()")


def sliceable(script: Script, node: ast.expr) -> bool:
    """Say whether nothing is known against slicing an expression with a step."""
    classes = {
        each.of.name for each in script.values(node) if isinstance(each, Instance) and isinstance(each.of, Library)
    }
    return classes.isdisjoint(_NOT_SLICED)


def _bound_around(document: Document, node: ast.expr) -> set[str]:
    """Give the names that the comprehensions and lambdas around a node bind, which its statement has not."""
    found: set[str] = set()
    for outer in document.ancestors(node):
        if isinstance(outer, ast.stmt):
            break
        if isinstance(outer, ast.Lambda):
            found |= {each.arg for each in ast.walk(outer.args) if isinstance(each, ast.arg)}
        elif isinstance(outer, Comprehension):
            found |= names_in(*(each.target for each in outer.generators))
    return found


def slice_edits(
    script: Script, document: Document, before: ast.stmt, sharded: Sharded, name: str
) -> tuple[tuple[Edit, ...], bool]:
    """Give the edits that take the samples of this process from arrays, and say whether all are known to be arrays.

    The slice gets a name in front of the statement `before`, or of the first that makes one of the arrays in its block.
    """
    hvd = horovod(script, document)
    found = _sliced_parts(script, document, sharded, name)
    block, made = document.block(before), {document.statement(each.node) for each in found}
    before = next(each for each in block if each is before or each in made)
    measured = _measured(document, sharded, found)
    told = (
        "" if measured is not None else "# Horovod: this process's samples; the last that not all can have are left out"
    )
    if sharded.batch is not None:
        told = "# Horovod: whole batches, as the model takes no others"
    lines = [*filter(None, (told,)), f"{name} = {slice_text(script, document, sharded)}"]
    read = [each for each in (measured, sharded.batch) if each is not None]
    since = _unchanged_since(document, before, {name, *variables_in(*read)})
    edits = [*hvd.edits, *(replace(each, since=since) for each in layout.insert_before(document, before, lines))]
    for part in found:
        edits += layout.wrap(document, part.node, part.before, part.after)
    return tuple(replace(edit, once=True) for edit in edits), all(part.known for part in found)


def measured_by(script: Script, document: Document, sharded: Sharded) -> ast.Name | ast.Attribute | None:
    """Give the array whose length tells how many samples there are; None if that is not seen."""
    parts = _sliced_parts(script, document, sharded, "")
    return _measured(document, sharded, [each for each in parts if not _is_sparse(script, document, each.node)])


def slice_text(script: Script, document: Document, sharded: Sharded) -> str:
    """Give the slice that takes the samples of this process from arrays."""
    hvd = horovod(script, document).text
    measured = measured_by(script, document, sharded)
    rank, size = f"{hvd}.rank()", f"{hvd}.size()"
    whole = size if sharded.batch is None else f"({size} * {_factor(document, sharded.batch)})"
    length = document.segment(_measurable(measured)) if measured is not None else ""
    stop = f"len({length}) // {whole} * {whole}" if length else f"{rank} - {size} + 1 or None"
    return f"slice({rank}, {stop}, {size})"


def _is_sparse(script: Script, document: Document, node: ast.expr) -> bool:
    """Say whether samples may be a matrix of few numbers, which has no `len`."""
    calls = [call for each in script.slices.of(document, node) if (call := script.call(each)) is not None]
    made = any(name.startswith(_SPARSE) for call in calls for name in call.names)
    return made and not any(call.attribute in _DENSE for call in calls)


def _sliced_parts(script: Script, document: Document, sharded: Sharded, name: str) -> list[Part]:
    found: list[Part] = []
    for node in sharded.nodes:
        if node in sharded.lists:
            found.append(Part(node, "", f"[{name}]", True))
        elif node in sharded.several:
            found.append(Part(node, f"[part[{name}] for part in ", "]", True))
        else:
            found += _parts_as_read(script, document, node, name)
    return found


def is_open(script: Script, node: ast.expr) -> bool:
    """Say whether it is not seen what an expression holds: an array, or a list of arrays."""
    written = isinstance(node, ast.Tuple | ast.List | ast.Dict)
    return not written and _arrays_in(script, node) is None and not is_none(script, node) and not is_array(script, node)


def _measured(document: Document, sharded: Sharded, found: Sequence[Part]) -> ast.Name | ast.Attribute | None:
    """Give the array by whose length the samples are dealt out; None if none has a name where the slice is made."""
    if sharded.unequal:
        return None
    measurable = (part.node for part in found if not part.before and isinstance(part.node, ast.Name | ast.Attribute))
    return next((node for node in measurable if not names_in(node) & _bound_around(document, node)), None)


def _unchanged_since(document: Document, statement: ast.stmt, names: set[str]) -> int | None:
    """Give where the statements before one in its block begin that leave alone what has some names, as far as is seen.

    None where another scope may bind such a name.
    """
    if any(not names.isdisjoint(each.names) for each in document.nodes(ast.Global, ast.Nonlocal)):
        return None
    block = document.block(statement)
    since = document.span(statement).start
    for each in reversed(block[: block.index(statement)]):
        if any(_touches(node, names) for node in document.within(each)):
            break
        since = document.span(each).start
    return since


def _touches(node: ast.AST, names: set[str]) -> bool:
    """Say whether a node binds a name or an attribute of some, or calls a method of what is one of them."""
    match node:
        case ast.alias(name=name, asname=None) | ast.alias(asname=str(name)):
            return name in names
        case ast.Name(name, ast.Store() | ast.Del()):
            return name in names
        case ast.Attribute(attr=name, ctx=ast.Store() | ast.Del()):
            return any(each.endswith(f".{name}") for each in names)
        case ast.Call(ast.Attribute(value)):
            return not names.isdisjoint(access_paths_in(value))
    return False


def _factor(document: Document, number: ast.expr) -> str:
    """Give the text of a number as a factor."""
    text = document.segment(number)
    return text if isinstance(number, ast.Name | ast.Attribute | ast.Constant) else f"({text})"


def _measurable(node: ast.Name | ast.Attribute) -> ast.expr:
    """Give what has the length of an expression: of what reads a frame by positions, `iloc`, the frame."""
    return node.value if isinstance(node, ast.Attribute) and node.attr == "iloc" else node


def free_name(script: Script, document: Document, node: ast.AST, name: str, others: Collection[str] = ()) -> str:
    """Give a name that nothing around a node has, and none of some others."""
    taken = set(others)
    scope = script.scope(document, node)
    while scope is not None:
        taken |= scope.names
        scope = scope.parent  # type: ignore[assignment]
    while name in taken:
        name += "_"
    return name
