"""The cuts by which a file comes to be what it is for one process."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from farandole.removal.cuts import Cut, statement_cut
from farandole.removal.one_process import Known, OneProcess, imported_from_horovod, is_frame
from farandole.source import Document, Span
from farandole.source.layout.expressions import is_bare_tuple, outer_span
from farandole.source.layout.precedence import Precedence, demanded, precedence
from farandole.source.lexical import after_trivia

_SHOWS = frozenset({"fit", "fit_generator", "evaluate", "predict"})
_PINS = frozenset({"set_visible_devices", "set_device"})
_BLOCKS = ("body", "orelse", "finalbody")


@dataclass(frozen=True, eq=False)
class Specialisation:
    """The specialisation of one file for one process."""

    one: OneProcess
    document: Document
    _gone: dict[ast.stmt, bool] = field(default_factory=dict)

    def cuts(self) -> tuple[Cut, ...]:
        """Give what goes, nested cuts included."""
        return tuple(self._block(self.document.tree.body))

    # statements

    def _block(self, statements: Sequence[ast.stmt]) -> Iterator[Cut]:
        """Yield the cuts of a block; `pass` stays where nothing else would."""
        left = [each for each in statements if not self._goes(each)]
        for each in statements:
            if each in left:
                yield from self._statement(each)
            elif not left and each is statements[0] and not isinstance(self.document.owner(each), ast.Module):
                yield Cut(*self.document.span(each), "pass")
            else:
                yield statement_cut(self.document, self.document.span(each))

    def _statement(self, node: ast.stmt) -> Iterator[Cut]:
        if isinstance(node, ast.If) and (chosen := self.one.answer(self.document, node.test)) is not None:
            yield from self._chosen(node, bool(chosen.value))
            return
        match node:
            case ast.With([ast.withitem(ast.Call(ast.Attribute(attr="skip_synchronize"), []) as wait)], body):
                yield from self._out_of_block(node, body, wait)
                return
        yield from self._parts(node)
        for name in _BLOCKS:
            block: list[ast.stmt] = getattr(node, name, None) or []
            if name == "orelse" and block and all(map(self._goes, block)):
                yield self._alternative(node)
            elif block:
                yield from self._block(block)
        for part in (*getattr(node, "handlers", ()), *getattr(node, "cases", ())):
            yield from self._block(part.body)

    def _parts(self, node: ast.AST) -> Iterator[Cut]:
        """Yield the cuts in the expressions of a node that stand in no block of it."""
        for name, value in ast.iter_fields(node):
            if not isinstance(node, ast.stmt) or name not in (*_BLOCKS, "handlers", "cases"):
                for each in value if isinstance(value, list) else [value]:
                    if isinstance(each, ast.expr):
                        yield from self.expression(each)
                    elif isinstance(each, ast.AST):
                        yield from self._parts(each)

    def _chosen(self, node: ast.If, holds: bool) -> Iterator[Cut]:
        """Yield the cuts that leave the block that is run of a choice that only one process makes."""
        block = node.body if holds else node.orelse
        span = self.document.span(node)
        is_elif = self.document.is_elif(node)
        if holds and node.orelse:
            yield self._alternative(node)
        if holds and is_elif:
            yield Cut(span.start, outer_span(self.document, node.test).end, "else")
            yield from self._block(block)
            return
        first = self.document.span(block[0]) if block else span
        if not block or (self.document.is_elif(block[0]) and not holds):
            end = first.start + len("el") if block else self._end(node.body)
            start = span.start + (len("el") if is_elif and block else 0)
            if is_elif and not block:
                yield statement_cut(self.document, Span(start, end))
            else:
                yield Cut(start, end)
            yield from self._block(block)
            return
        if is_elif:  # elif <false>: … else: …
            yield Cut(span.start, self._else_keyword(node))
            yield from self._block(block)
            return
        yield from self._out_of_block(node, block, node.test if holds else node.body[-1])

    def _out_of_block(self, node: ast.stmt, block: Sequence[ast.stmt], before: ast.AST) -> Iterator[Cut]:
        """Yield the cuts that leave a block of a statement in its place; `before` is what stands before the block."""
        span, first = self.document.span(node), self.document.span(block[0])
        line, _ = self.document.position(first.start)
        margin = self.document.text[self.document.offset(line, 0) : first.start]
        if margin.strip():  # on the line of its condition
            yield Cut(span.start, first.start)
        else:
            head_line, _ = self.document.position(span.start)
            head = self.document.offset(head_line, 0)
            body = self._first_line(block[0], before)
            outer = self.document.text[head : span.start]
            yield Cut(head, body)
            yield from self._shallower(Span(body, self._end(block)), margin, outer)
        yield from self._block(block)

    def _shallower(self, span: Span, margin: str, outer: str) -> Iterator[Cut]:
        line, _ = self.document.position(span.start)
        by = len(margin) - len(outer)
        while (start := self.document.offset(line, 0)) < span.end:
            inside = self.document.text.startswith(margin[:by], start)
            if inside and not self.document.lexis.in_string(start):
                yield Cut(start, start + by)
            following = self.document.offset(line + 1, 0)
            if following <= start:
                return
            line += 1

    def _first_line(self, first: ast.stmt, before: ast.AST) -> int:
        """Give where the line begins that follows the head of a block: comments before its first statement stay."""
        at = outer_span(self.document, before).end if isinstance(before, ast.expr) else self.document.span(before).end
        colon = self.document.source.index(":", after_trivia(self.document.source, at))
        line, _ = self.document.position(colon)
        return min(self.document.offset(line + 1, 0), self.document.span(first).start)

    def _else_keyword(self, node: ast.AST) -> int:
        """Give where the `else` of a statement begins."""
        end = self.document.span(node.body[-1]).end  # type: ignore[attr-defined]
        return after_trivia(self.document.source, end)

    def _alternative(self, node: ast.AST) -> Cut:
        """Give the cut of the `else` of a statement, or of its `elif`."""
        start = self._else_keyword(node)
        return statement_cut(self.document, Span(start, self._end(node.orelse)))  # type: ignore[attr-defined]

    def _end(self, block: Sequence[ast.stmt]) -> int:
        return self.document.span(block[-1]).end

    # statements that go

    def _goes(self, node: ast.stmt) -> bool:
        if node not in self._gone:
            self._gone[node] = False
            self._gone[node] = self._does_nothing(node)
        return self._gone[node]

    def _does_nothing(self, node: ast.stmt) -> bool:  # noqa: PLR0911
        match node:
            case ast.Import(names) | ast.ImportFrom(names=names):
                return len(list(imported_from_horovod(node))) == len(names)
            case ast.Expr(ast.Call() as call):
                return self._is_idle_call(call)
            case ast.Assign([target], value):
                return self._is_idle_assignment(target, value)
            case ast.AugAssign(_, ast.Add(), ast.List(elements)):
                return bool(elements) and all(self.one.is_idle(self.document, each) for each in elements)
            case ast.AugAssign(_, op, value):
                return self.one.is_neutral(self.document, op, value)
            case ast.If(test, body, orelse):
                answer = self.one.answer(self.document, test)
                if answer is not None:
                    return all(map(self._goes, body if answer.value else orelse))
                return self.one.is_pure(test) and all(map(self._goes, [*body, *orelse]))
            case ast.With(items, body):
                return all(map(is_frame, items)) and all(map(self._goes, body))
            case ast.FunctionDef():
                return self.one.is_idle_function(self.document, node) or self._is_passed_over(node)
            case ast.For(
                target, ast.Name() as devices, [ast.Expr(ast.Call(ast.Attribute(attr="set_memory_growth")))], []
            ):
                return self._are_pinned(devices, node)
        return False

    def _is_passed_over(self, node: ast.FunctionDef) -> bool:
        """Say whether a function gives back what it is given, and all its calls come down to that."""
        if not self.one.is_passing_function(self.document, node) or self._is_imported(node.name):
            return False
        uses = self.one.script.def_use.uses.get((self.one.script.scope(self.document, node), node.name), ())
        around = (self.document.parent(each) for each in uses)
        return all(isinstance(each, ast.Call) and self.one.step(self.document, each) is not None for each in around)

    def _is_idle_call(self, node: ast.Call) -> bool:
        if self.one.is_idle(self.document, node):
            return True
        left = self.one.remaining(self.document, node)
        if left is not node and self.one.is_pure(left):
            return True
        return _method(node) in _PINS and any(self.one.depends(self.document, each) for each in node.args)

    def _is_idle_assignment(self, target: ast.expr, value: ast.expr) -> bool:
        left = self.one.remaining(self.document, value)
        if left is not value and ast.unparse(left) == ast.unparse(target):
            return True
        match target:
            case ast.Attribute(attr="visible_device_list"):
                return self.one.depends(self.document, value)
            case ast.Subscript(slice=ast.Constant("CUDA_VISIBLE_DEVICES")):
                return self.one.depends(self.document, value)
            case ast.Attribute(attr=name) if name.startswith("hvd_"):
                return isinstance(value, ast.Constant)
            case ast.Name():
                return self._is_idle_name(target, value)
        return False

    def _is_idle_name(  # noqa: PLR0911
        self, target: ast.Name, value: ast.expr
    ) -> bool:
        uses = self.one.uses(self.document, target)
        if self.one.is_idle(self.document, value) or self.one.is_whole(self.document, value):
            return True
        if self.one.answer(self.document, value) is not None:
            return not self._is_imported(target.id) and all(self.one.answer(self.document, each) for each in uses)
        if is_new_config(self.one, self.document, target):
            return True
        match value:
            case ast.Call(ast.Attribute(attr="list_physical_devices")):
                return bool(uses) and all(self._is_pinning(each) for each in uses)
            case ast.Call(ast.Attribute(attr="placeholder")):
                return bool(uses) and all(self._is_decision(each) for each in uses)
        left = self.one.remaining(self.document, value)
        if left is not value and isinstance(left, ast.Name):
            return bool(uses) and all(self._is_decision(each) for each in uses)
        return False

    def _is_imported(self, name: str) -> bool:
        """Say whether another file may read a name of this one."""
        others = (each for each in self.one.script.documents if each is not self.document)
        return any(
            (isinstance(node, ast.alias) and node.name in (name, "*"))
            or (isinstance(node, ast.Attribute) and node.attr == name)
            for other in others
            for node in ast.walk(other.tree)
        )

    def _is_pinning(self, use: ast.Name) -> bool:
        """Say whether a list of devices is read only to choose one."""
        around = self.document.parent(use)
        if isinstance(around, ast.Subscript):
            return self._goes(self.document.statement(use))
        if isinstance(around, ast.If):
            return self._goes(around)
        return isinstance(around, ast.For) and self._goes(around)

    def _are_pinned(self, devices: ast.Name, loop: ast.For) -> bool:
        """Say whether a loop prepares the devices of which one is then chosen by rank."""
        uses = self.one.uses(self.document, devices)
        chosen = [
            each for each in uses
            if isinstance(self.document.parent(each), ast.Subscript) and self._goes(self.document.statement(each))
        ]  # fmt: skip
        return bool(chosen)

    def _is_decision(self, use: ast.Name) -> bool:
        """Say whether a name is read where a decision of rank 0 is asked for, which goes."""
        around: ast.AST = use
        for around in self.document.ancestors(use):
            if isinstance(around, ast.Call) and _method(around) == "run":
                return self.one.step(self.document, around) is not None
            if isinstance(around, ast.Assign):
                return self._goes(around)
        return False

    # expressions

    def expression(self, node: ast.expr) -> Iterator[Cut]:
        """Yield the cuts within an expression."""
        left = self.one.remaining(self.document, node)
        if left is not node:
            yield from self._reduced(node, left)
            yield from self._inside(left)
            return
        answer = self.one.answer(self.document, node)
        if answer is not None and not isinstance(node, ast.Constant):
            yield Cut(*self.document.span(node), repr(answer.value))
            return
        yield from self._inside(node)

    def _reduced(self, node: ast.expr, left: ast.expr) -> Iterator[Cut]:
        """Yield the cuts around what is left of an expression, with the parentheses that it needs."""
        outer, inner = self.document.span(node), outer_span(self.document, left)
        needed = demanded(self.document.parent(node), node)
        is_enclosed = outer_span(self.document, node) != outer
        bare = self.document.span(left)
        binds = (
            precedence(left)
            if not isinstance(left, ast.Tuple) or is_bare_tuple(self.document, left)
            else Precedence.ATOM
        )
        several = "\n" in self.document.segment(left) and binds < Precedence.ATOM
        if binds >= max(needed, Precedence.TEST) and not several:
            inner = bare
            outer = outer_span(self.document, node) if is_enclosed else outer
            opening = closing = ""
        else:
            has_own = inner != bare or is_enclosed
            opening, closing = ("", "") if has_own else ("(", ")")
            inner = bare if is_enclosed else inner
        yield Cut(outer.start, inner.start, opening)
        yield Cut(inner.end, outer.end, closing)

    def _inside(self, node: ast.expr) -> Iterator[Cut]:
        match node:
            case ast.Call():
                yield from self._arguments(node)
            case ast.List(elements) | ast.Tuple(elements):
                yield from self._elements(elements)
            case ast.JoinedStr():
                yield from self._formatted(node)
            case ast.Lambda(args, body):
                yield from self._parts(args)
                yield from self.expression(body)
            case _:
                yield from self._parts(node)

    def _formatted(self, node: ast.JoinedStr) -> Iterator[Cut]:
        """Yield the cuts in a formatted string, where Python tells the places of its parts."""
        for each in ast.walk(node):
            if isinstance(each, ast.FormattedValue) and _is_placed(self.document, each.value):
                yield from self.expression(each.value)

    def _arguments(self, node: ast.Call) -> Iterator[Cut]:
        yield from self.expression(node.func)
        arguments: list[ast.expr | ast.keyword] = sorted(
            [*node.args, *node.keywords], key=lambda each: self.document.span(each).start
        )
        gone = [each for each in arguments if isinstance(each, ast.keyword) and self._is_needless(node, each)]
        spans = [self._argument_span(each) for each in arguments]
        yield from self._items(spans, [each in gone for each in arguments])
        for each in arguments:
            if each not in gone:
                yield from self.expression(each.value if isinstance(each, ast.keyword) else each)

    def _argument_span(self, node: ast.expr | ast.keyword) -> Span:
        if isinstance(node, ast.keyword):
            return Span(self.document.span(node).start, outer_span(self.document, node.value).end)
        return outer_span(self.document, node)

    def _is_needless(self, call: ast.Call, keyword: ast.keyword) -> bool:  # noqa: PLR0911
        """Say whether a keyword argument goes: all that it says was said to Horovod, or is what is so without it."""
        value = keyword.value
        left = self.one.remaining(self.document, value)
        answer = self.one.answer(self.document, value)
        match keyword.arg:
            case "callbacks" | "hooks" if isinstance(value, ast.List) and value.elts:
                return all(self.one.is_idle(self.document, each) for each in value.elts)
            case "visible_device_list":
                return self.one.depends(self.document, value)
            case "disable":
                return answer == Known(False, True)
            case "seed" if left is not value:
                return isinstance(left, ast.Constant) and left.value is None
            case "verbose" if left is not value and keyword is call.keywords[-1] and _method(call) in _SHOWS:
                return isinstance(left, ast.Constant) and left.value == 1
            case "config" | "session_config":
                return self._is_new_config(value)
        return False

    def _is_new_config(self, value: ast.expr) -> bool:
        match value:
            case ast.Call(ast.Attribute(attr="RunConfig"), [], [ast.keyword("session_config", inner)]):
                return self._is_new_config(inner)
            case ast.Name():
                return is_new_config(self.one, self.document, value)
        return False

    def _elements(self, elements: Sequence[ast.expr]) -> Iterator[Cut]:
        spans = [outer_span(self.document, each) for each in elements]
        gone = [self._is_idle_item(each) for each in elements]
        yield from self._items(spans, gone)
        for each, goes in zip(elements, gone, strict=True):
            if not goes:
                yield from self._element(each)

    def _is_idle_item(self, node: ast.expr) -> bool:
        return self.one.is_idle(self.document, node) and not self.one.is_operation(self.document, node)

    def _element(self, node: ast.expr) -> Iterator[Cut]:
        match node:
            case ast.Starred(value):
                left = self.one.remaining(self.document, value)
                if left is not value and isinstance(left, ast.List) and left.elts:
                    span = self.document.span(node)
                    first, last = (outer_span(self.document, left.elts[at]) for at in (0, -1))
                    yield Cut(span.start, first.start)
                    yield Cut(last.end, span.end)
                    yield from self._elements(left.elts)
                    return
        yield from self.expression(node)

    def _items(self, spans: Sequence[Span], gone: Sequence[bool]) -> Iterator[Cut]:
        """Yield the cuts of items of a list with their commas, and with their lines where these are their own."""
        left = [index for index, goes in enumerate(gone) if not goes]
        last = left[-1] if left else -1
        for index, (span, goes) in enumerate(zip(spans, gone, strict=True)):
            if not goes:
                continue
            comma = after_trivia(self.document.source, span.end)
            end = comma + 1 if self.document.source[comma : comma + 1] == "," else span.end
            own = _line_of_its_own(self.document, Span(span.start, end))
            if own is not None and (left or len(spans) > 1):
                yield own
            elif index < last or (not left and index < len(spans) - 1):
                yield Cut(span.start, spans[index + 1].start)
            elif left:
                yield Cut(spans[index - 1].end, span.end)
            else:
                yield Cut(span.start, end)


def is_new_config(one: OneProcess, document: Document, name: ast.Name) -> bool:
    """Say whether a name stands for a session's default configuration, made only to choose a device by rank."""
    found = one.definitions(document, name)
    uses = [
        use
        for where, value in found
        if isinstance(where.parent(value), ast.Assign)
        for target in where.parent(value).targets  # type: ignore[attr-defined]
        if isinstance(target, ast.Name)
        for use in one.uses(where, target)
    ]
    if not found or not all(_is_default_config(value) for _, value in found):
        return False
    chosen = [each for each in uses if _chooses_device(one, document, each)]
    return bool(chosen) and all(each in chosen or _configures(document, each, found) for each in uses)


def _is_default_config(node: ast.expr) -> bool:
    match node:
        case ast.Call(ast.Attribute(attr="ConfigProto"), [], keywords):
            return all(each.arg == "allow_soft_placement" for each in keywords)
    return False


def _chooses_device(one: OneProcess, document: Document, use: ast.Name) -> bool:
    statement = document.statement(use)
    match statement:
        case ast.Assign([ast.Attribute(ast.Attribute(value, "gpu_options"), "visible_device_list")], device):
            return value is use and one.depends(document, device)
    return False


def _configures(document: Document, use: ast.Name, found: Sequence[tuple[Document, ast.expr]]) -> bool:
    """Say whether a configuration is passed to a session, or with soft placement to an estimator, which has that."""
    around = document.parent(use)
    if not isinstance(around, ast.keyword) or around.arg not in ("config", "session_config"):
        return False
    soft = any(isinstance(value, ast.Call) and value.keywords for _, value in found)
    return not soft or around.arg == "session_config"


def _line_of_its_own(document: Document, span: Span) -> Cut | None:
    """Give the cut of an item's line, when no other item stands there."""
    cut = statement_cut(document, span)
    line, _ = document.position(span.start)
    rest = document.text[span.end : cut.end]
    return (
        cut if cut.start == document.offset(line, 0) and cut.end > span.end and not rest.split("#")[0].strip() else None
    )


def _is_placed(document: Document, node: ast.expr) -> bool:
    """Say whether a node stands where it says: Python before 3.12 misplaces some parts of formatted strings."""
    try:
        written = ast.parse(document.segment(node), mode="eval").body
    except SyntaxError:
        return False
    return ast.unparse(written) == ast.unparse(node)


def _method(node: ast.Call) -> str:
    return getattr(node.func, "attr", getattr(node.func, "id", ""))


def unneeded_imports(one: OneProcess, document: Document, cuts: Iterable[Cut]) -> Iterator[Cut]:
    """Yield the cuts of imports of modules that are read in what is cut out, and nowhere else."""
    ranges = [(each.start, each.end) for each in cuts]
    for node in document.tree.body:
        match node:
            case ast.Import([ast.alias(name, alias)]) if name.partition(".")[0] != "horovod":
                scope = one.script.flow.scopes[document.tree]
                uses = one.script.def_use.uses.get((scope, alias or name.partition(".")[0]), ())
                spans = [document.span(each) for each in uses]
                if spans and all(
                    any(start <= each.start and each.end <= end for start, end in ranges) for each in spans
                ):
                    yield statement_cut(document, document.span(node))
