"""S-expressions: what staging writes, as values, as text, and back.

The grammar stands in docs/staging/s-expressions.md. The layout is that of the figures of "The 800 Pound Python in the
Machine Learning Room".
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias


@dataclass(frozen=True)
class Symbol:
    """A name: of a value (`x0`, `in1`), of a constant object (`$0`)."""

    name: str


@dataclass(frozen=True)
class Keyword:
    """A keyword argument of a call: `:dim 1`."""

    name: str
    value: Operand


@dataclass(frozen=True)
class Form:
    """An operation: its head and its operands, `(+ x0 1)`."""

    head: str
    operands: tuple[Operand, ...] = ()


@dataclass(frozen=True)
class Block:
    """A `begin`: steps, and the operand that is its value."""

    steps: tuple[Step, ...]
    value: Operand


@dataclass(frozen=True)
class Let:
    """A step that names the value of an operation."""

    name: str
    form: Form


@dataclass(frozen=True)
class Def:
    """A function; it may be a step of a block, and a program is one."""

    name: str
    parameters: tuple[str, ...]
    body: Block


Step: TypeAlias = "Let | Def"
Operand: TypeAlias = "Symbol | Keyword | Form | Block | int | float | complex | bool | str | None"


@dataclass(frozen=True)
class Program:
    """A staged function with the constant objects that it names `$0`, `$1`, ..., and annotations of its parameters."""

    definition: Def
    constants: tuple[Any, ...] = ()
    annotations: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        """Give the S-expression as text."""
        return write(self.definition)


def write(node: Def | Block, indent: int = 0) -> str:
    """Give a definition or a block as text."""
    return "\n".join(_definition(node, indent) if isinstance(node, Def) else _block(node, indent))


def _definition(node: Def, indent: int) -> list[str]:
    lines = [f"{' ' * indent}(def {node.name} ({' '.join(node.parameters)})", *_block(node.body, indent + 1)]
    lines[-1] += ")"
    return lines


def _block(block: Block, indent: int) -> list[str]:
    lines = [" " * indent + "(begin"]
    depth = indent + 1
    for step in block.steps:
        if isinstance(step, Def):
            lines += _definition(step, depth)
            continue
        blocks = [each for each in step.form.operands if isinstance(each, Block)]
        plain = [each for each in step.form.operands if not isinstance(each, Block)]
        lines.append(f"{' ' * depth}(let {step.name} ({' '.join([step.form.head, *map(operand, plain)])}")
        for inner in blocks:
            lines += _block(inner, depth + 2)
        lines[-1] += ")"
        depth += 1
    lines.append(" " * depth + operand(block.value))
    lines[-1] += ")" * (sum(isinstance(step, Let) for step in block.steps) + 1)
    return lines


def operand(value: Operand) -> str:
    """Give an operand that is no block as text."""
    match value:
        case Symbol(name):
            return name
        case Keyword(name, inner):
            return f":{name} {operand(inner)}"
        case Form(head, operands):
            return f"({' '.join([head, *map(operand, operands)])})"
        case Block():
            return " ".join(line.strip() for line in _block(value, 0))
        case str():
            return json.dumps(value)
        case float() if not math.isfinite(value):
            return "nan" if math.isnan(value) else "inf" if value > 0 else "-inf"
    return repr(value)


_TOKEN = re.compile(r'\s*(?:(?P<string>"(?:[^"\\]|\\.)*")|(?P<open>\()|(?P<close>\))|(?P<word>[^\s()"]+))')
_WORDS: Mapping[str, Operand] = {
    **{"True": True, "False": False, "None": None},
    **{"inf": math.inf, "-inf": -math.inf, "nan": math.nan},
}
_Tree: TypeAlias = "list[_Tree] | str"


HEADS = frozenset(
    {
        *("abs", "apply", "assert", "attribute", "begin", "def", "dict", "for", "get", "if", "item", "lambda", "let"),
        *("list", "method", "neg", "new", "not", "pos", "set", "slice", "tuple", "while"),
    }
)
"""Names that are heads of forms: no function of a program is called so."""


class SyntaxProblem(ValueError):
    """A text that is no S-expression of the grammar."""


def read(text: str) -> Def:
    """Give the definition that a text writes; raises SyntaxProblem when it is none."""
    tree = _tree(text)
    if isinstance(tree, str) or not tree or tree[0] != "def":
        raise SyntaxProblem("a program is a (def NAME (PARAMETER...) BLOCK)")
    return _read_definition(tree)


def _tree(text: str) -> _Tree:
    stack: list[list[_Tree]] = [[]]
    position = 0
    while text[position:].strip():
        found = _TOKEN.match(text, position)
        if found is None:
            raise SyntaxProblem(f"no token at offset {position}")
        position = found.end()
        if found["open"]:
            stack.append([])
        elif found["close"]:
            if len(stack) == 1:
                raise SyntaxProblem(f"a parenthesis too many at offset {position - 1}")
            closed = stack.pop()
            stack[-1].append(closed)
        else:
            stack[-1].append(found["string"] or found["word"])
    if len(stack) > 1 or len(stack[0]) != 1:
        raise SyntaxProblem("one expression is expected, with all parentheses closed")
    return stack[0][0]


def _read_definition(tree: list[_Tree]) -> Def:
    match tree:
        case ["def", str(name), list(parameters), list(body)] if all(isinstance(each, str) for each in parameters):
            return Def(name, tuple(str(each) for each in parameters), _read_block(body))
    raise SyntaxProblem("a definition is (def NAME (PARAMETER...) BLOCK)")


def _read_block(tree: list[_Tree]) -> Block:
    if not tree or tree[0] != "begin":
        raise SyntaxProblem("a block is (begin BODY)")
    steps: list[Step] = []
    rest = tree[1:]
    while True:
        match rest:
            case [["def", *_] as definition, *after] if after:
                steps.append(_read_definition(definition))
                rest = after
            case [["let", str(name), list(form), *after]] if after:
                read_form = _read_operand(form)
                if not isinstance(read_form, Form):
                    raise SyntaxProblem(f"{name} is not an operation")
                steps.append(Let(name, read_form))
                rest = after
            case [value]:
                return Block(tuple(steps), _read_operand(value))
            case _:
                raise SyntaxProblem("a body is definitions, then (let NAME FORM BODY) or a value")


def _read_operand(tree: _Tree) -> Operand:
    if isinstance(tree, list):
        if tree and tree[0] == "begin":
            return _read_block(tree)
        if not tree or not isinstance(tree[0], str):
            raise SyntaxProblem("a form begins with its head")
        return Form(tree[0], tuple(_read_operands(tree[1:])))
    if tree.startswith('"'):
        return str(json.loads(tree))
    if tree in _WORDS:
        return _WORDS[tree]
    for kind in (int, float, complex):
        try:
            return kind(tree)
        except ValueError:
            continue
    return Symbol(tree)


def _read_operands(trees: list[_Tree]) -> Iterator[Operand]:
    position = 0
    while position < len(trees):
        tree = trees[position]
        if isinstance(tree, str) and tree.startswith(":"):
            if position + 1 == len(trees):
                raise SyntaxProblem(f"{tree} has no value")
            yield Keyword(tree[1:], _read_operand(trees[position + 1]))
            position += 2
        else:
            yield _read_operand(tree)
            position += 1


def symbols(value: Operand | Step) -> Iterator[str]:
    """Give the names that an operand or a step mentions, in order, those of its blocks included."""
    match value:
        case Symbol(name):
            yield name
        case Keyword(_, inner):
            yield from symbols(inner)
        case Form(_, operands):
            for each in operands:
                yield from symbols(each)
        case Let(_, form):
            yield from symbols(form)
        case Def(_, _, body):
            yield from symbols(body)
        case Block(steps, result):
            for step in steps:
                yield from symbols(step)
            yield from symbols(result)
