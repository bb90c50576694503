"""Programs that Python accepts, laid out in every way that it allows."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

NEWLINES = ("\n", "\n", "\n", "\r\n", "\r")
INDENTS = ("    ", "    ", "  ", "\t", " ")
NAMES = ("a", "b", "model", "opt", "x1", "é", "naïve", "self")
ATOMS = (
    "1",
    "0.1",
    "1e-3",
    "0xFF",
    "None",
    "'s'",
    '"d"',
    "r'\\d'",
    "b'x'",
    "'''t'''",
    "'\\''",
    "'😀\\n'",
    "...",
    "'''m\0 n'''",
)


@dataclass
class Style:
    """How a program is laid out."""

    random: Random
    newline: str
    indent: str
    budget: int

    def chance(self, percent: int) -> bool:
        return self.random.randrange(100) < percent

    def choice(self, *options: str) -> str:
        return options[self.random.randrange(len(options))]


def program(random: Random, size: int = 40) -> str:
    """Write a program of about `size` statements and expressions."""
    style = Style(random, NEWLINES[random.randrange(len(NEWLINES))], INDENTS[random.randrange(len(INDENTS))], size)
    lines = []
    if style.chance(20):
        lines.append(style.choice("'''Docstring.'''", '"Doc"', "'''two\nlines\n'''").replace("\n", style.newline))
    if style.chance(10):
        lines.append("from __future__ import annotations")
    lines += block(style, "", 0)
    text = style.newline.join(lines)
    if style.chance(80):
        text += style.newline
    return text


def block(style: Style, margin: str, depth: int) -> list[str]:
    """Write the lines of one to four statements at `margin`."""
    lines: list[str] = []
    for _ in range(style.random.randrange(1, 5 if depth else 7)):
        if style.chance(12):
            lines.append(
                style.choice("", "   ", margin + "# why; 'not", "#foo \\", "\f", margin + style.indent + "# deep")
            )
        lines += statement(style, margin, depth)
    return lines


def statement(style: Style, margin: str, depth: int) -> list[str]:
    """Write the lines of one compound statement, or of a row of simple ones."""
    style.budget -= 1
    if depth > 4 or style.budget < 0 or style.chance(60):
        front = style.choice("\f") if margin == "" and style.chance(2) else ""
        return (front + margin + row(style, margin)).split("\0")
    return compound(style, margin, depth)


def row(style: Style, margin: str) -> str:
    """Write simple statements on one row, and what may follow them."""
    parts = [simple(style)]
    while style.chance(20):
        parts.append(simple(style))
    text = style.choice("; ", ";", " ; ").join(parts)
    if style.chance(8):
        text += style.choice(";", " ;")
    if style.chance(15):
        text += style.choice("  # c", "# c; d", " #'''", "   ")
    return text


def simple(style: Style) -> str:
    """Write one simple statement."""
    style.budget -= 1
    kind = style.random.randrange(16)
    name = style.choice(*NAMES)
    if kind < 4:
        return f"{name} = {expression(style, 0)}"
    if kind < 8:
        return f"{style.choice('print', 'model.fit', 'f')}{arguments(style, 0)}"
    options = (
        lambda: f"{name} += {expression(style, 0)}",
        lambda: f"{name}: int = {expression(style, 0)}",
        lambda: f"assert {expression(style, 0)}, {expression(style, 0)}",
        lambda: f"{name}, {style.choice(*NAMES)} = {expression(style, 0)}, {expression(style, 0)}",
        lambda: style.choice("pass", "import os", "import a.b as c, d", "from x import (y,\0 z)", "global q"),
        lambda: f"{name} = \\\0  {expression(style, 0)}",
        lambda: expression(style, 0),
        lambda: f"{name}[{expression(style, 0)}] = ({expression(style, 1)})",
    )
    return options[kind - 8]().replace("\0", style.newline)


def suite(style: Style, margin: str, depth: int) -> tuple[str, list[str]]:
    """Write what follows a colon on its line, and the lines below."""
    if style.chance(25):
        return style.choice(" ", "", "  ", f" \\{style.newline}   ") + row(style, margin), []
    comment = style.choice("  # so:", " ") if style.chance(15) else ""
    return comment, block(style, margin + style.indent, depth + 1)


def compound(style: Style, margin: str, depth: int) -> list[str]:
    """Write one compound statement."""
    lines: list[str] = []
    heads = (branches, branches, loop, attempt, context, definition, cases)[style.random.randrange(7)](style)
    for head in heads:
        if head.startswith(("@", "match")):
            lines.append(margin + head)
        else:
            deeper = style.indent if head.startswith("case") else ""
            rest, below = suite(style, margin + deeper, depth)
            lines += (f"{margin}{deeper}{head}:{rest}", *below)
    return lines


def branches(style: Style) -> list[str]:
    """Write the heads of an `if` statement."""
    heads = [f"if {expression(style, 0)}"]
    while style.chance(35):
        heads.append(f"elif {expression(style, 0)}")
    return [*heads, "else"] if style.chance(40) else heads


def loop(style: Style) -> list[str]:
    """Write the heads of a loop."""
    heads = [
        style.choice(f"for {style.choice(*NAMES)} in {expression(style, 0)}", "while a", "while(b)", "while not a")
    ]
    return [*heads, "else"] if style.chance(30) else heads


def attempt(style: Style) -> list[str]:
    """Write the heads of a `try` statement."""
    handlers = [style.choice("except", "except E as e", "except (A, B)")]
    if style.chance(30):
        handlers.append("else")
    return ["try", *style.random.choice((handlers, [*handlers, "finally"], ["finally"]))]


def context(style: Style) -> list[str]:
    """Write the head of a `with` statement."""
    return [style.choice("with a as b", "with (a) as b, c", "with (open(a) as b, c as d,)", "with f(a)")]


def definition(style: Style) -> list[str]:
    """Write the heads of a definition, with or without a decorator."""
    default = expression(style, 0)
    head = style.choice(f"def f(a, b={default}, *c, **d)", "async def g(self) -> int", "class A(B)", "class C")
    return [f"@{style.choice('a', 'tf.function', 'f(1)', '(a)', ' b')}", head] if style.chance(40) else [head]


def cases(style: Style) -> list[str]:
    """Write the heads of a `match` statement."""
    heads = ["case 1", "case [a, *_]", "case {'k': v}", "case A(x=1) | None", "case a if a"]
    return [f"match {expression(style, 0)}:", *style.random.sample(heads, 1 + style.chance(40))]


def gap(style: Style, inside: int) -> str:
    """Write blanks, also line ends and comments where there are brackets around."""
    if inside and style.chance(8):
        return style.choice(f"{style.newline}  ", f" # g){style.newline}", f"\\{style.newline}", f"{style.newline}\t")
    return style.choice("", " ") if inside else ""


def expression(style: Style, inside: int) -> str:
    """Write an expression; `inside` counts the brackets around it."""
    style.budget -= 1
    if style.budget < 0 or style.chance(35):
        return atom(style)
    kind = style.random.randrange(18)

    def part(deeper: int = 0) -> str:
        return expression(style, inside + deeper)

    def operand() -> str:
        text = part(1)
        return text if text.isidentifier() or text.isdigit() else f"({text})"

    if kind < 3:
        return f"{operand()}{gap(style, inside)} {style.choice('+', '*', '**', '//', '-', '@', '<<')} {operand()}"
    if kind < 6:
        return f"{style.choice('f', 'a.b', 'g(x)', '(f)')}{arguments(style, inside)}"
    options = (
        lambda: f"({gap(style, 1)}{part(1)}{gap(style, 1)})",
        lambda: f"{operand()} if {operand()} else {operand()}",
        lambda: f"lambda a, b=1: {operand()}",
        lambda: f"not {operand()}",
        lambda: f"-{operand()}",
        lambda: f"{operand()} {style.choice('<', 'is not', 'in', 'and', 'or')} {operand()}",
        lambda: display(style, "[", "]", False),
        lambda: display(style, "(", ")", True),
        lambda: f"{{{part(1)}: {part(1)}, **{style.choice(*NAMES)}}}",
        lambda: f"[{operand()} for a in {operand()} if {operand()}]",
        lambda: f"{style.choice('a', 'a.b', '(a)')}[{part(1)}]",
        lambda: (
            style.choice(
                "(y := 1)",
                "f'{a!r:>{b}} {c.d}'",
                "f'é{f(a, b)}{[a, b]!s:{c}}{a + b:%d}' f\"{(a, b)} {a if b else c}\"",
                "'a' 'b'",
                "a[1:2, ...]",
                "(yield)",
                "a.b.c",
                "f'{{}}{a}'",
            )
            if inside or style.chance(50)
            else style.choice(
                "a.b.c", 'f"""x{a\0}y\0 z"""'.replace("\0", style.newline), "('a'\0'b')".replace("\0", style.newline)
            )
        ),
    )
    return options[kind - 6]()


def display(style: Style, opening: str, closing: str, is_tuple: bool) -> str:
    """Write a list or tuple."""
    count = style.random.randrange(4)
    elements = items(style, [expression(style, 1) for _ in range(count)])
    if is_tuple and count == 1:
        return f"({expression(style, 1)},{gap(style, 1)})"
    return f"{opening}{elements}{closing}"


def arguments(style: Style, inside: int) -> str:
    """Write the parenthesised arguments of a call."""
    if style.chance(6):
        return f"({gap(style, 1)}a for a in {atom(style)}{gap(style, 1)})"
    positional = [expression(style, inside + 1) for _ in range(style.random.randrange(3))]
    if style.chance(10):
        positional.append("*a")
    keywords = [f"k{index}={expression(style, inside + 1)}" for index in range(style.random.randrange(3))]
    if style.chance(10):
        keywords.append("**kw")
    return f"({items(style, positional + keywords)})"


def items(style: Style, texts: list[str]) -> str:
    """Write items between brackets, with commas, and perhaps a line and a comment for each."""
    comma = "," if texts and style.chance(30) else ""
    if texts and style.chance(25):
        lines = [
            f"    {text}{',' if index + 1 < len(texts) or comma else ''}{style.choice('', '', '  # c, d)')}"
            for index, text in enumerate(texts)
        ]
        return style.newline + style.newline.join(lines) + style.newline
    separators = [style.choice(", ", ",", f",{style.newline}  ", " , ") for _ in texts]
    joined = "".join(text + separator for text, separator in zip(texts, separators, strict=True))
    if texts:
        joined = joined[: len(joined) - len(separators[-1])]
    return joined + comma + gap(style, 1)


def atom(style: Style) -> str:
    """Write an expression without parts."""
    if style.chance(60):
        return style.choice(*NAMES)
    return style.choice(*ATOMS).replace("\0", style.newline)
