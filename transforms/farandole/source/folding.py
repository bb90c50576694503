"""Long lines are broken as Black does: within their last brackets, or at their operators in parentheses.

Only lines that edits have written or lengthened are broken. What has lines of its own keeps them.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from farandole.source.edit import Edit
from farandole.source.lexical import Lexis, Span, string_end

__all__ = ["SHORTEST", "folds", "line_length", "unfolded"]

SHORTEST = 79
"""The length, in characters, that a line may have in any file (PEP 8)."""

_LINE = re.compile(r"[^\r\n]+")
_MARGIN = re.compile(r"[ \t\f]*")
_TOKEN = re.compile(
    r"[^\W\d]\w*|\.?\d[\w.]*(?:(?<=[eE])[-+]\d\w*)?|(?:\*\*|//|>>|<<|[-+*/%@&|^<>=!:])=|\*\*|//|<<|>>|->|\S"
)
_OPENED_STRING = re.compile(r"\w*(?:\"\"\"|''')")
_KEYWORD_ARGUMENT = re.compile(r"\w+\s*=(?!=)\s*")
_CONDITION = re.compile(r"(?:if|elif|while)\b\s*")
_RETURNED = re.compile(r"return\b\s*")
_NO_ASSIGNMENT = ("==", "<=", ">=", "!=", ":=")
_BEFORE_OPERANDS = frozenset({"and", "or", "not", "in", "is", "if", "else", "return", "yield", "await", "for", "async"})

# What binds loosest is broken first.
_LOOSEST_FIRST = (
    frozenset({"for"}),
    frozenset({","}),
    frozenset({"if", "else"}),
    frozenset({"or", "and"}),
    frozenset({"==", "!=", "<", ">", "<=", ">=", "in", "is", "not"}),
    frozenset({"+", "-"}),
    frozenset({"*", "/", "//", "%", "@"}),
    frozenset({"."}),
)


def line_length(lexis: Lexis) -> int:
    """Give the length of the longest line of code in a text, comments left out, and at least `SHORTEST`."""
    lengths = [SHORTEST]
    for row in lexis.rows:
        for line in _LINE.finditer(lexis.source, row.start, row.end):
            if not lexis.in_string(line.start()) and not lexis.in_string(line.end()):
                lengths.append(_code_end(lexis, Span(*line.span())) - line.start())
    return max(lengths)


def folds(lexis: Lexis, new: Sequence[Span], longest: int, indent: str, newline: str) -> Iterator[Edit]:
    """Yield the edits that break the lines which hold `new` texts and are longer than `longest`, in order.

    The texts are in order and apart from each other.
    """
    ends = [span.end for span in new]

    def is_new(start: int, end: int) -> bool:
        index = bisect_left(ends, start)
        return index < len(new) and new[index].start <= end

    for row in lexis.rows:
        if not is_new(row.start, row.end):
            continue
        lines = [Span(*line.span()) for line in _LINE.finditer(lexis.source, row.start, row.end)]
        for number, line in enumerate(lines):
            end = _code_end(lexis, line)
            if end - line.start > longest and is_new(line.start, end):
                below = lexis.source[slice(*lines[number + 1])] if number + 1 < len(lines) else ""
                broken = _broken(lexis, Span(line.start, end), _Layout(longest, indent, _margin(below)), number == 0)
                yield from _differences(lexis.source[line.start : end], newline.join(broken), line.start)


def unfolded(lexis: Lexis, within: Sequence[Span], indent: str) -> str:
    """Give the text with one line for what `folds` breaks into several, where these hold one of `within`.

    To what length lines were broken need not be known: it is that of the longest one of them.
    """
    parts: list[str] = []
    position = 0
    for row in lexis.rows:
        lines = [Span(*line.span()) for line in _LINE.finditer(lexis.source, row.start, row.end)]
        for group, whole in _wholes(lexis, lines, within, indent):
            parts += (lexis.source[position : group.start], whole)
            position = group.end
    return "".join((*parts, lexis.source[position:]))


def _wholes(lexis: Lexis, lines: Sequence[Span], within: Sequence[Span], indent: str) -> Iterator[tuple[Span, str]]:
    """Yield groups of the lines of a statement that one line is broken into, each with this line."""
    if any(lexis.in_string(line.start) or line.end in lexis.comments for line in lines[:-1]):
        return
    first = 0
    while first < len(lines):
        last = len(lines) - 1
        while last > first:
            group = Span(lines[first].start, _code_end(lexis, lines[last]))
            if any(group.start <= span.start and span.end <= group.end for span in within):
                whole = _whole(lexis.source[slice(*group)].splitlines(), indent, first == 0)
                if whole:
                    yield group, whole
                    break
            last -= 1
        first = last + 1


def _whole(lines: Sequence[str], indent: str, is_first: bool) -> str:
    """Give the line that is broken into some lines; an empty text where there is none."""
    margin = _margin(lines[0])
    layout = _Layout(max(map(len, lines)), indent, _margin(lines[1]))
    for code in (_joined(lines, bare=True), _joined(lines, bare=False)):
        broken = layout.statement(margin, _Code(code)) if is_first else layout.items(margin, _Code(code))
        if broken == lines:
            return margin + code
    return ""


_PUT_IN_PARENTHESES = re.compile(r"(?:=|\b(?:return|if|elif|while))\s*\(\Z")


def _joined(lines: Sequence[str], bare: bool) -> str:
    """Give lines as one; `bare` without the parentheses around values, where they end one line and begin another."""
    code = ""
    parentheses: list[bool] = []
    for line in lines:
        text = line.strip()
        if text.startswith((")", "]", "}")) and parentheses:
            code = code.removesuffix(",")
            text = text[1:] if parentheses.pop() and bare else text
            code += text
        else:
            is_glued = not code or code.endswith(("(", "[", "{", "=", " ")) or text.startswith(".")
            code += text if is_glued else f" {text}"
        if code.endswith(("(", "[", "{")):
            parentheses.append(_PUT_IN_PARENTHESES.search(code) is not None)
            if parentheses[-1] and bare:
                code = code[:-1]
    return code


def _broken(lexis: Lexis, line: Span, layout: _Layout, is_first: bool) -> list[str]:
    """Give the lines that a physical line of a statement becomes."""
    text = lexis.source[line.start : line.end]
    margin = _margin(text)
    code = _Code(text[len(margin) :])
    if lexis.in_string(line.start) or lexis.in_string(line.end) or code.is_cut_off or _is_continued(lexis, line):
        return [text]
    return layout.statement(margin, code) if is_first else layout.items(margin, code)


def _is_continued(lexis: Lexis, line: Span) -> bool:
    """Say whether a backslash, and no bracket, makes a line one with the line before or after it."""
    before = lexis.source[max(0, line.start - 3) : line.start].rstrip("\r\n")
    return lexis.source[line.end - 1] == "\\" or before.endswith("\\")


def _differences(old: str, new: str, offset: int) -> Iterator[Edit]:
    """Yield what makes a new text of an old one, which stands at `offset`: blanks of it go, other text comes in."""
    at = kept = 0
    text = ""
    for character in new:
        while at < len(old) and old[at] != character and old[at] in " \t":
            at += 1
        if at == len(old) or old[at] != character:
            text += character
            continue
        if text or at > kept:
            yield Edit(offset + kept, offset + at, text)
        at += 1
        kept, text = at, ""
    if text or kept < len(old):
        yield Edit(offset + kept, offset + len(old), text)


def _margin(text: str) -> str:
    match = _MARGIN.match(text)
    assert match is not None
    return match.group()


def _code_end(lexis: Lexis, line: Span) -> int:
    """Give the end of the code on a physical line, without its comment."""
    return line.start + len(lexis.source[line.start : lexis.comments.get(line.end, line.end)].rstrip())


@dataclass(frozen=True)
class _Token:
    """A word, a number, an operator, a bracket or a string: its text, its place, and how many brackets hold it."""

    text: str
    start: int
    depth: int

    @property
    def end(self) -> int:
        return self.start + len(self.text)


@dataclass(frozen=True)
class _Code:
    """The code of one line, or of a part of it, without its margin and its comment."""

    text: str

    @cached_property
    def tokens(self) -> tuple[_Token, ...]:
        """All tokens. A bracket that only an earlier line opens has depth -1, as has what follows it."""
        found: list[_Token] = []
        depth = position = 0
        while (match := _TOKEN.search(self.text, position)) is not None:
            at, position = match.span()
            if match.group() in "'\"":
                position = string_end(self.text, at)
            elif match.group().isalpha() and self.text[position : position + 1] in ("'", '"'):
                position = string_end(self.text, position)
            depth -= match.group() in (")", "]", "}")
            found.append(_Token(self.text[at:position], at, depth))
            depth += match.group() in ("(", "[", "{")
        return tuple(found)

    @cached_property
    def is_cut_off(self) -> bool:
        """Whether a string of the line goes on in the next one."""
        last = self.tokens[-1].text if self.tokens else ""
        opened = _OPENED_STRING.match(last)
        return opened is not None and not last[opened.end() :].endswith(opened.group()[-3:])

    @cached_property
    def own(self) -> tuple[_Token, ...]:
        """The tokens that no bracket of the line holds, up to what closes a bracket of an earlier line."""
        return tuple(token for token in self.tokens if token.depth == 0 and token.start < self.end)

    @cached_property
    def end(self) -> int:
        """The end of what the line holds: the first bracket that an earlier line opens."""
        return next((token.start for token in self.tokens if token.depth < 0), len(self.text))

    @cached_property
    def pairs(self) -> tuple[Span, ...]:
        """The outermost brackets of the line that hold something: where each is opened and closed."""
        found: list[Span] = []
        opened = 0
        for token in self.own:
            if token.text in ("(", "[", "{"):
                opened = token.start
            elif token.text in (")", "]", "}") and self.text[opened + 1 : token.start].strip():
                found.append(Span(opened, token.start))
        return tuple(found)

    def is_subscript(self, pair: Span) -> bool:
        """Say whether brackets are those of a subscript."""
        before = self.text[: pair.start].rstrip()[-1:]
        return self.text[pair.start] == "[" and (before in ("_", ")", "]") or before.isalnum())

    @cached_property
    def left_open(self) -> int | None:
        """Where the items begin of the innermost bracket that only a later line closes."""
        opened: list[int] = []
        for token in self.tokens:
            if token.text in ("(", "[", "{"):
                opened.append(token.end)
            elif token.text in (")", "]", "}") and opened:
                opened.pop()
        return opened[-1] if opened else None

    @cached_property
    def operators(self) -> tuple[_Token, ...]:
        """The operators between operands that bind loosest, commas among them; those of a lambda are no part of it."""
        between: list[_Token] = []
        in_lambda = is_body = False
        before: _Token | None = None
        for token in self.own:
            if in_lambda:
                is_body = is_body or token.text == ":"
                in_lambda = not (is_body and token.text == ",")
            elif token.text == "lambda":
                in_lambda, is_body = True, False
            is_chained = before is not None and before.text in (")", "]")
            if not in_lambda and (token.text == "," or (is_chained if token.text == "." else _is_operand(before))):
                between.append(token)
            before = token
        is_slice = any(token.text == ":" for token in between)
        for kind in _LOOSEST_FIRST[: 2 if is_slice else None]:
            found = [token for token in between if token.text in kind]
            is_last = len(found) == 1 and (found[0].text == "." or not self.text[found[0].end : self.end].strip())
            if found and not is_last:
                return tuple(found)
        return ()

    @property
    def is_better_in_parentheses(self) -> bool:
        """Whether an expression is broken at its operators, which takes parentheses, and not in brackets of its own."""
        operators = [token.text for token in self.operators]
        is_logical = not {"and", "or"}.isdisjoint(operators)
        return len(operators) > 1 or is_logical or (bool(operators) and self.text[-1] not in ")]}")

    @property
    def items(self) -> list[str]:
        """The text in parts, each with the comma at its end."""
        commas = [token.end for token in self.operators if token.text == ","]
        return [self.text[start:end].strip() for start, end in zip((0, *commas), (*commas, None), strict=True)]


def _is_operand(token: _Token | None) -> bool:
    """Say whether a token may end an operand, so that the next one is no sign of a number and begins no statement."""
    if token is None or token.text in _BEFORE_OPERANDS:
        return False
    return token.text[-1] in ")]}'\"_" or token.text[-1].isalnum()


@dataclass(frozen=True)
class _Layout:
    """How a line is broken: how long its parts may be, how much deeper they stand, and the margin of the line below."""

    longest: int
    indent: str
    below: str

    def statement(self, margin: str, code: _Code) -> list[str]:
        """Give the lines of the first line of a statement."""
        if code.left_open is not None:
            return self._opened(margin, code, code.left_open)
        value = _value(code)
        if value is not None:
            held = _Code(code.text[value.start : value.end])
            if held.is_better_in_parentheses:
                return self._around(margin, code.text[: value.start] + "(", held, ")" + code.text[value.end :])
        return self._in_brackets(margin, code)

    def items(self, margin: str, code: _Code) -> list[str]:
        """Give the lines of a line within brackets: as many of its items in each as fit."""
        lines: list[str] = []
        is_whole = False
        for item in filter(None, code.items):
            if is_whole and self._fits(f"{lines[-1]} {item}"):
                lines[-1] = f"{lines[-1]} {item}"
                continue
            is_whole = self._fits(margin + item)
            lines += [margin + item] if is_whole else self._item(margin, _Code(item))
        return lines

    def _item(self, margin: str, item: _Code) -> list[str]:
        """Give the lines of one item that is too long."""
        if item.left_open is not None:
            return self._opened(margin, item, item.left_open)
        end = item.end - item.text[: item.end].endswith(",")
        name = _KEYWORD_ARGUMENT.match(item.text)
        value = _Code(item.text[name.end() if name else 0 : end])
        if value.is_better_in_parentheses:
            if name is not None:
                return self._around(margin, name.group() + "(", value, ")" + item.text[end:])
            return self._at_operators(margin, value, item.text[end:])
        return self._in_brackets(margin, item)

    def _opened(self, margin: str, code: _Code, start: int) -> list[str]:
        """Give the lines of a line that opens a bracket which a later one closes: items go to where that one begins."""
        first, *others = _Code(code.text[start:]).items
        if not first:
            return self._in_brackets(margin, code)
        lines = [margin + code.text[:start] + first]
        for item in filter(None, others):
            if self._fits(f"{lines[-1]} {item}"):
                lines[-1] = f"{lines[-1]} {item}"
            else:
                lines.append(self.below + item)
        return lines

    def _in_brackets(self, margin: str, code: _Code) -> list[str]:
        """Break a line within its last brackets before which all fits; what can't be broken stays one line."""
        pairs = [pair for pair in code.pairs if self._fits(margin + code.text[: pair.start + 1])]
        called = [pair for pair in pairs if not code.is_subscript(pair)]
        if not pairs:
            return [margin + code.text]
        pair = (called or pairs)[-1]
        held = _Code(code.text[pair.start + 1 : pair.end].strip())
        return self._around(margin, code.text[: pair.start + 1], held, code.text[pair.end :])

    def _around(self, margin: str, head: str, held: _Code, tail: str) -> list[str]:
        """Give the lines of what stands in brackets, between what opens and what closes these."""
        deeper = margin + self.indent
        if self._fits(deeper + held.text):
            lines = [deeper + held.text]
        elif held.operators and held.operators[0].text == ",":
            items = [item.removesuffix(",") + "," for item in held.items if item]
            lines = [line for item in items for line in self.items(deeper, _Code(item))]
        elif held.operators:
            lines = self._at_operators(deeper, held)
        else:
            lines = self._item(deeper, held)
        if self._fits(margin + tail):
            return [margin + head, *lines, margin + tail]
        first, *rest = replace(self, longest=self.longest - 1)._in_brackets(margin, _Code(tail[1:]))
        return [margin + head, *lines, margin + tail[0] + first[len(margin) :], *rest]

    def _at_operators(self, margin: str, code: _Code, tail: str = "") -> list[str]:
        """Give an expression's lines: each of its loosest operators begins one."""
        starts = [0, *(token.start for token in code.operators)]
        parts = [code.text[start:end].strip() for start, end in zip(starts, (*starts[1:], None), strict=True)]
        parts[-1] += tail
        lines: list[str] = []
        for part in parts:
            lines += [margin + part] if self._fits(margin + part) else self._in_brackets(margin, _Code(part))
        return lines

    def _fits(self, line: str) -> bool:
        return len(line) <= self.longest


def _value(code: _Code) -> Span | None:
    """Tell where a value stands that parentheses may be put around: what is assigned or returned, or a condition."""
    own = [token.text for token in code.own]
    if ";" in own or "lambda" in own:
        return None
    condition = _CONDITION.match(code.text)
    if condition is not None:
        return Span(condition.end(), len(code.text) - 1) if own.count(":") == 1 and own[-1] == ":" else None
    returned = _RETURNED.match(code.text)
    if returned is not None:
        return Span(returned.end(), len(code.text))
    equals = [token for token in code.own if token.text.endswith("=") and token.text not in _NO_ASSIGNMENT]
    if not equals:
        return None
    start = equals[-1].end
    return Span(start + len(_margin(code.text[start:])), len(code.text))
