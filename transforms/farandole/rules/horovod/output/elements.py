"""Callbacks and hooks that show or write: they are in the lists of rank 0 only."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from functools import partial
from itertools import pairwise

from farandole.analysis.augmented import Augmented, augmented
from farandole.analysis.points_to.values import Class, Instance, Library, Unknown, Value
from farandole.analysis.program import Call
from farandole.analysis.scopes import FunctionNode
from farandole.frameworks.script import Script
from farandole.rules.horovod.callback_lists import is_single
from farandole.rules.horovod.output.calls import facts
from farandole.rules.horovod.output.changes import FIRST, Change, Done, Found, Obstacle
from farandole.rules.horovod.output.guards import Guards, writes_own
from farandole.source import Document, Edit, Span, layout
from farandole.source.binding import names_in
from farandole.source.layout.expressions import outer_span

_ADDING = ("append", "add", "insert", "extend", "appendleft")
_BLANK_LINE = re.compile(r"[ \t]*(?:[\r\n]|\Z)")
_ROLES = ("callback", "hook")
_SETTERS = frozenset({"set_model", "set_params"})
"""Methods of a callback that Keras runs before a training; those that it runs in one begin with `on_`."""


def guard_elements(guards: Guards) -> None:
    """Find the callbacks and hooks that show or write, and the lists that they are put into."""
    places: dict[ast.AST, tuple[Document, set[ast.expr]]] = {}
    names: dict[ast.AST, str] = {}
    makers: dict[ast.AST, Call] = {}
    for call in guards.script.calls:
        shown = _shown_later(guards, call)
        if not shown:
            continue
        name = f"`{shown}`"
        found = list(_places(guards, call))
        for document, use in _left(guards, call, name, found):
            parent = document.parent(use)
            places.setdefault(parent, (document, set()))[1].add(use)
            names[use] = name
            makers[parent] = call
        if not found and not guards.is_guarded(call.document, call.node) and not _is_unused(guards, call):
            _guard_by_hand(guards, call, name)
    for parent, (document, uses) in places.items():
        if isinstance(parent, ast.List) and _are_added(document, parent, uses):
            guards.guard(document, document.statement(parent), makers[parent])
        elif isinstance(parent, ast.List | ast.Tuple | ast.Set):
            guards.found.extend(_in_display(document, parent, uses, names))
        elif isinstance(parent, ast.Yield):
            guards.guard(document, document.statement(parent), makers[parent])
        elif isinstance(parent, ast.Call) and parent.func not in uses and _adds(parent):
            statement = document.statement(parent)
            adding = guards.script.call(parent)
            if isinstance(statement, ast.Expr) and statement.value is parent and adding is not None:
                guards.guard(document, statement, adding)
        else:
            ordered = sorted(uses, key=lambda each: document.span(each).start)
            guards.found.extend(_alone(guards, document, use, names[use]) for use in ordered)


def is_left_to_rank_zero(guards: Guards, call: Call) -> bool:
    """Say whether what a call makes is a callback or hook that shows or writes, and is put into lists of rank 0."""
    return bool(_shown_later(guards, call)) and any(True for _ in _places(guards, call))


def _left(
    guards: Guards, call: Call, name: str, places: Sequence[tuple[Document, ast.expr]]
) -> Iterator[tuple[Document, ast.expr]]:
    """Yield the places of an object that are to be left to rank 0, and note what is made there."""
    direct = any(use is call.node for _, use in places)
    for document, use in places:
        if guards.is_guarded(document, use) or guards.ranks.decides(document, use):
            guards.found.append(Done(document, document.span(use)))
        elif not all(_is_shown_later(guards.script, each) for each in guards.script.values(use)):
            if not direct or use is call.node:
                guards.found.append(_one_of_several(name, document, use))
        elif _takes_turns(guards, use):
            guards.found.append(_made_in_turns(call, document, use))
        else:
            if isinstance(use, ast.Call):
                guards.left.add(use)
            yield document, use


def _shown_later(guards: Guards, call: Call) -> str:
    """Give what makes a callback or hook that shows or writes, where a call may do so; else an empty text."""
    shown = [name for name in sorted(call.names) if _is_of_showing(guards.script, name)]
    if not shown or writes_own(guards, call):
        return ""
    return call.attribute or shown[0].rpartition(".")[2]


def _is_of_showing(script: Script, name: str) -> bool:
    entry = script.catalog.entry(name)
    if entry is None or entry.role not in _ROLES or entry.kind != "class":
        return False
    return bool(entry.facts.get("writes") or entry.facts.get("prints")) and "own-path" not in entry.facts


def _is_shown_later(script: Script, value: Value) -> bool:
    """Say whether what an expression may stand for can be left to rank 0: no callback that trains, or may do so."""
    match value:
        case Instance(of=Library(name)) if script.role_of(value) in _ROLES:
            return _is_of_showing(script, name)
        case Instance(of=Class() as owner) if script.role_of(value) in _ROLES:
            return any(_is_of_showing(script, name) for name in script.library_ancestors(owner))
    return not isinstance(value, Unknown)


def _places(guards: Guards, call: Call) -> Iterator[tuple[Document, ast.expr]]:
    """Yield where an object is put into a list, added to one, yielded, or passed alone to what follows callbacks."""
    for document, use in guards.uses_of(call.node):
        if isinstance(use, ast.Starred) or not isinstance(getattr(use, "ctx", ast.Load()), ast.Load):
            continue
        parent = document.parent(use)
        match parent:
            case ast.List(ctx=ast.Load()) | ast.Set():
                yield document, use
            case ast.Tuple(ctx=ast.Load()) if _is_collection(document, parent) or _takes(guards, document, parent):
                yield document, use
            case ast.Yield() if isinstance(document.parent(parent), ast.Expr):
                yield document, use
            case ast.Call() if use is not parent.func and (_adds(parent) or _takes(guards, document, use)):
                yield document, use
            case ast.keyword() | ast.Dict() if _takes(guards, document, use):
                yield document, use


def _is_collection(document: Document, display: ast.Tuple) -> bool:
    """Say whether a tuple is given to a call, or a name: in what is returned or taken apart, each place has a meaning."""
    match document.parent(display):
        case ast.Call() | ast.keyword() | ast.Assign([ast.Name()]):
            return True
    return False


def _adds(call: ast.Call) -> bool:
    return isinstance(call.func, ast.Attribute) and call.func.attr in _ADDING


def _are_added(document: Document, display: ast.List, uses: set[ast.expr]) -> bool:
    """Say whether a statement adds the elements of a list to another one, and all of them are for rank 0."""
    match augmented(document.statement(display)):
        case Augmented(ast.Name(), ast.Add(), value):
            return value is display and uses.issuperset(display.elts)
    return False


def _takes(guards: Guards, document: Document, use: ast.expr) -> bool:
    """Say whether a call is given a callback as its callbacks, without a list."""
    call = _given_to(guards, document, use)
    parameter = facts(call).get("callbacks") if call is not None else None
    return call is not None and isinstance(parameter, str) and call.argument(parameter) is use


def _given_to(guards: Guards, document: Document, use: ast.expr) -> Call | None:
    """Give the call that an expression is an argument of, itself or in a dictionary that `**` brings."""
    parent = document.parent(use)
    call = guards.script.call(document.parent(parent) if isinstance(parent, ast.keyword) else parent)
    unpacking = (each for each in guards.script.calls_with("callbacks") if each.unpacked)
    return next((each for each in unpacking if use in each.named.values()), call)


def _in_display(
    document: Document,
    display: ast.List | ast.Tuple | ast.Set,
    uses: set[ast.expr],
    names: Mapping[ast.AST, str],
) -> Iterator[Change]:
    """Yield a change for each run of elements that only rank 0 has."""
    name = _listed(document, display)
    last = [each for each in display.elts if each in uses]
    while last and display.elts[-len(last) :] != last:
        last = last[1:]
    appended = _appended(document, display, last, name) if name and last else None
    if appended is not None:
        yield Change(
            document,
            Span(outer_span(document, last[0]).start, outer_span(document, last[-1]).end),
            _told(names, last),
            "add it on rank 0",
            appended,
        )
    left = [each for each in display.elts if each in uses and (appended is None or each not in last)]
    for run in _runs(document, left, display.elts):
        span = Span(outer_span(document, run[0]).start, outer_span(document, run[-1]).end)
        yield Change(
            document,
            span,
            _told(names, run),
            "leave it to rank 0",
            partial(_element_edits, span) if _is_on_one_line(run) else partial(_lines_edits, document, span),
        )


def _told(names: Mapping[ast.AST, str], run: list[ast.expr]) -> str:
    return f"{' and '.join(names[each] for each in run)} {'runs' if len(run) == 1 else 'run'} on every rank"


def _listed(document: Document, display: ast.expr) -> str:
    """Give the name to which a list display is assigned, in a statement on lines of its own, and which it does not read."""
    match document.parent(display):
        case ast.Assign([ast.Name(name)], value) as statement if value is display and isinstance(display, ast.List):
            start = document.span(statement).start
            row = document.lexis.row(start)
            after = document.text[document.span(statement).end :].partition("\n")[0].partition("#")[0]
            own = not document.text[row.start : start].strip() and not after.strip() and _is_plain(display)
            return name if own and name not in names_in(display) else ""
    return ""


def _is_plain(display: ast.expr) -> bool:
    """Say whether no text in an expression goes over several lines: its lines can be moved to the right."""
    texts = (each for each in ast.walk(display) if isinstance(each, ast.Constant | ast.JoinedStr))
    return all(each.lineno == each.end_lineno for each in texts)


def _appended(
    document: Document, display: ast.expr, last: list[ast.expr], name: str
) -> Callable[[str], Iterable[Edit]] | None:
    """Give the edits that take the last elements of a list out of it, and add them on rank 0; None where that is hard.

    The elements stay where they are: only what is between them and the others changes.
    """
    assert isinstance(display, ast.List)
    others = display.elts[: len(display.elts) - len(last)]
    line = document.lexis.row(document.span(display).start).start
    margin = document.text[line : document.span(document.statement(display)).start]
    start, end = document.span(display)
    first = outer_span(document, last[0]).start
    newline = document.newline
    if newline not in document.text[start:end]:
        return lambda hvd: _parted(first, _lead(document, margin, name, hvd))
    aligned = _aligned_edits(document, display, last, margin, name)
    if aligned is not None or _before(document, first).strip():
        return aligned
    at = layout.with_comments(document, first, outer_span(document, others[-1]).end if others else start + 1)
    inner = newline + document.indent + _before(document, at)
    lines = list(_line_starts(document, at, end))
    return lambda hvd: [
        *_parted(at, f"{newline}{margin}{_lead(document, margin, name, hvd)}{inner}"),
        *(Edit(each, each, document.indent) for each in lines),
    ]


def _aligned_edits(
    document: Document, display: ast.List, last: list[ast.expr], margin: str, name: str
) -> Callable[[str], Iterable[Edit]] | None:
    """Give the edits that add the last elements of a list to it by a statement, below one another as they are.

    None where they are not: all elements are aligned behind the bracket, by blanks and without comments.
    """
    start, end = document.span(display)
    columns = {len(_before(document, outer_span(document, each).start)) for each in display.elts}
    text = document.text[start:end]
    if "#" in text or "\t" in text or columns != {len(_before(document, start)) + 1}:
        return None
    column, first = columns.pop(), outer_span(document, last[0]).start
    shift = len(f"{margin}{document.indent}{name} += [") - column
    moves = [
        Edit(at, at, " " * shift if document.text.startswith(" " * column, at) else document.indent)
        for at in _line_starts(document, first, end)
    ]
    others = display.elts[: len(display.elts) - len(last)]
    if not others:
        return lambda hvd: [*_parted(first, _lead(document, margin, name, hvd)), *moves]
    behind = outer_span(document, others[-1]).end
    return lambda hvd: [Edit(behind, first, _lead(document, margin, name, hvd)), *moves]


def _parted(at: int, lead: str) -> tuple[Edit, ...]:
    """Give the edits that end a list before an element, behind all that is put before it, with the comma left over."""
    return Edit(at, at, "", layer=1, trim="item"), Edit(at, at, lead, layer=1)


def _lead(document: Document, margin: str, name: str, hvd: str) -> str:
    condition = FIRST.format(hvd=hvd)
    return f"]{document.newline}{margin}if {condition}:{document.newline}{margin}{document.indent}{name} += ["


def _line_starts(document: Document, start: int, end: int) -> Iterator[int]:
    """Yield where the lines begin that begin between two offsets, but for blank ones."""
    at = document.text.find(document.newline, start, end)
    while at >= 0:
        at += len(document.newline)
        if _BLANK_LINE.match(document.text, at) is None:
            yield at
        at = document.text.find(document.newline, at, end)


def _runs(document: Document, uses: list[ast.expr], elements: list[ast.expr]) -> list[list[ast.expr]]:
    """Give the elements that follow one another on one line, or that have lines of their own."""
    runs: list[list[ast.expr]] = []
    for use in uses:
        last = runs[-1][-1] if runs else None
        follows = last is not None and elements.index(use) == elements.index(last) + 1
        if last is not None and follows and _go_together(document, last, use):
            runs[-1].append(use)
        else:
            runs.append([use])
    return runs


def _go_together(document: Document, last: ast.expr, use: ast.expr) -> bool:
    if last.end_lineno == use.lineno:
        return True
    return all(_has_lines(document, each) and _is_plain(each) for each in (last, use))


def _has_lines(document: Document, element: ast.expr) -> bool:
    """Say whether the lines of an element hold nothing else but a comma behind it."""
    start, end = outer_span(document, element)
    after = document.text[end:].partition("\n")[0].partition("#")[0]
    return not _before(document, start).strip() and after.strip() in ("", ",")


def _before(document: Document, offset: int) -> str:
    """Give what stands before an offset in its line."""
    return document.text[:offset].rpartition(document.newline)[2]


def _is_on_one_line(run: list[ast.expr]) -> bool:
    return all(one.end_lineno == other.lineno for one, other in pairwise(run))


def _lines_edits(document: Document, span: Span, hvd: str) -> Iterable[Edit]:
    """Give the edits around elements on several lines, as Black breaks such a choice."""
    newline, indent = document.newline, document.indent
    margin = _before(document, span.start)
    inner = newline + margin + indent
    length = span.end - span.start
    yield Edit(span.start, span.start, f"*({inner}[{inner}{indent}", reach=length)
    for at in _line_starts(document, span.start, span.end):
        yield Edit(at, at, 2 * indent)
    end = f",{inner}]{inner}if {FIRST.format(hvd=hvd)}{inner}else []{newline}{margin})"
    yield Edit(span.end, span.end, end, reach=-length)


def _element_edits(span: Span, hvd: str) -> Iterable[Edit]:
    length = span.end - span.start
    yield Edit(span.start, span.start, "*([", reach=length)
    yield Edit(span.end, span.end, f"] if {FIRST.format(hvd=hvd)} else [])", reach=-length)


def _alone(guards: Guards, document: Document, use: ast.expr, name: str) -> Change:
    """Leave a callback that is in no list to rank 0: it becomes the list of one, or a part of that of a training."""
    taking = _given_to(guards, document, use)
    if not is_single(guards.script, use):
        edits = partial(_value_edits, document, use)
    elif taking is not None and facts(taking).get("trains"):
        edits = partial(_item_edits, document, use)
    else:
        edits = partial(_list_edits, document, use)
    return Change(document, outer_span(document, use), f"{name} runs on every rank", "leave it to rank 0", edits)


def _value_edits(document: Document, use: ast.expr, hvd: str) -> Iterable[Edit]:
    start, end = outer_span(document, use)
    yield Edit(end, end, f" if {FIRST.format(hvd=hvd)} else []", layer=-1, reach=start - end)


def _item_edits(document: Document, use: ast.expr, hvd: str) -> Iterable[Edit]:
    return (*layout.enlist(document, use), *_element_edits(outer_span(document, use), hvd))


def _list_edits(document: Document, use: ast.expr, hvd: str) -> Iterable[Edit]:
    return layout.wrap(document, use, "[", f"] if {FIRST.format(hvd=hvd)} else []")


def _guard_by_hand(guards: Guards, call: Call, name: str) -> None:
    """Guard the statements that run what a call makes as Keras runs a callback, where nothing else is done with it."""
    uses = [
        (document, use)
        for document, use in guards.uses_of(call.node)
        if use is not call.node and isinstance(getattr(use, "ctx", ast.Load()), ast.Load)
    ]
    run = [(document, found) for document, use in uses if (found := _run_by_hand(guards, document, use)) is not None]
    served = {function for _, statement in run for function in _called_by(guards, statement)}
    left = [use for use in uses if not _is_served(guards, *use, run, served)]
    given = [(document, each) for document, statement in run for each in _given(statement)]
    if not run or left or any(guards.shared.first(*each, random=True) for each in given):
        guards.found.append(_asked(call, name) if run else _not_placed(call, name))
        return
    for document, statement in run:
        if guards.is_guarded(document, statement) or guards.ranks.decides(document, statement.value):
            guards.found.append(Done(document, document.span(statement)))
        else:
            guards.guard(document, statement, call)


def _run_by_hand(guards: Guards, document: Document, use: ast.expr) -> ast.Expr | None:
    """Give the statement that runs a callback as Keras does, or hands it to a function that no other process needs."""
    statement = document.statement(use)
    match statement:
        case ast.Expr(ast.Call(func=function)) if function is document.parent(use) and _is_hook(function):
            return statement
        case ast.Expr(ast.Call()) if use in _given(statement) and _called_by(guards, statement):
            return statement if guards.shared.first(document, statement.value) is None else None
    return None


def _is_handed_on(guards: Guards, document: Document, use: ast.expr) -> bool:
    """Say whether a use only gives what it stands for another name: an own one, or that of a function's parameter."""
    parent = document.parent(use)
    outer = document.parent(parent) if isinstance(parent, ast.keyword) else parent
    match outer:
        case ast.Assign([ast.Name() | ast.Attribute()], value):
            return value is use
        case ast.Call(func) if func is not use:
            call = guards.script.call(outer)
            return call is not None and bool(call.functions) and call.entry is None
    return False


def _called_by(guards: Guards, statement: ast.Expr) -> list[ast.AST]:
    """Give the project's functions that the call of a statement may be of."""
    call = guards.script.call(statement.value)
    return [each.site.node for each in call.functions] if call is not None else []


def _is_served(
    guards: Guards, document: Document, use: ast.expr, run: Collection[tuple[Document, ast.Expr]], served: Set[ast.AST]
) -> bool:
    """Say whether a use is in one of the statements, in a function that they alone call, or only hands on."""
    statements = {statement for _, statement in run}
    if document.statement(use) in statements or _is_handed_on(guards, document, use):
        return True
    function = guards.script.function(document, use)
    callers = guards.script.callers(function) if function is not None and function in served else ()
    return bool(callers) and all(each.document.statement(each.node) in statements for each in callers)


def _given(statement: ast.Expr) -> list[ast.expr]:
    """Give the arguments of the call that a statement is."""
    call = statement.value
    return [*call.args, *(each.value for each in call.keywords)] if isinstance(call, ast.Call) else []


def _is_hook(method: ast.AST) -> bool:
    """Say whether an attribute is named like a method of a callback that Keras runs."""
    return isinstance(method, ast.Attribute) and (method.attr.startswith("on_") or method.attr in _SETTERS)


def _is_unused(guards: Guards, call: Call) -> bool:
    """Say whether what a call makes is put nowhere: it is given no name, or one that nothing reads."""
    script, document = guards.script, call.document
    match document.statement(call.node):
        case ast.Expr(value):
            return value is call.node
        case ast.Assign([ast.Name(name) as target], value) if value is call.node:
            home = script.scope(document, target).home(name)
            is_local = home is not None and (isinstance(home.node, FunctionNode) or document is script.entry)
            used = home is None or not is_local or script.def_use.uses.get((home, name))
            return not used or not _is_read(script, name)
        case ast.Assign([ast.Attribute(attr=name)], value) if value is call.node:
            return not _is_read(script, name)
    return False


def _is_read(script: Script, name: str) -> bool:
    """Say whether some text of the project reads a name or an attribute, imports it, or may look it up."""
    for document in script.documents:
        for node in document.nodes(ast.Name, ast.Attribute, ast.Constant, ast.alias):
            match node:
                case ast.Name(id=read, ctx=ast.Load()) | ast.Attribute(attr=read, ctx=ast.Load()):
                    found = read == name
                case ast.Constant(text) | ast.alias(text):
                    found = text == name
                case _:
                    found = False
            if found:
                return True
    return False


def _takes_turns(guards: Guards, use: ast.expr) -> bool:
    """Say whether the processes of a host take turns in what makes an object where it is put into a list."""
    made = guards.script.call(use)
    reached = guards.effects.reached(made) if made is not None else ()
    return any(outer in guards.turned for each in reached for outer in each.document.ancestors(each.node))


def _one_of_several(name: str, document: Document, use: ast.expr) -> Found:
    return Obstacle(
        document,
        document.span(use),
        f"{document.quote(use)} may be {name}, which writes on every rank then, or another callback, which all ranks need",
        f"add {name} by a statement of its own, under `if hvd.rank() == 0:`",
    )


def _made_in_turns(call: Call, document: Document, use: ast.expr) -> Found:
    return Obstacle(
        document,
        document.span(use),
        f"`{call.attribute}` runs on every rank, and cannot be left to rank 0: in making it, the processes of a host take "
        "turns",
        f"make `{call.attribute}` in a statement of its own, before it is put into a list",
        blocks=True,
    )


def _asked(call: Call, name: str) -> Found:
    return Obstacle(
        call.document,
        call.document.span(call.node),
        f"{name} is run by hand on every rank, and more is done with it than rank 0 can do alone",
        f"create and run {name} on rank 0 only, and hand what it is asked for on by hvd.broadcast_object",
        blocks=True,
    )


def _not_placed(call: Call, name: str) -> Found:
    return Obstacle(
        call.document,
        call.document.span(call.node),
        f"{name} writes on every rank, and it is not seen where it is put into a list",
        f"create {name} on rank 0 only",
    )
