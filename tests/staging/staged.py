"""Random programs whose arguments are staged: `run(p, q, r)` over integers, which ends, and has no value out of bounds.

Standard library and `farandole.staging` alone: the environments with TensorFlow and with PyTorch run this, too.
"""

from __future__ import annotations

import linecache
from collections.abc import Callable
from random import Random
from typing import Any

NAMES = ("a", "b", "c", "p", "q", "r")


class _Writer:
    def __init__(self, random: Random) -> None:
        self.random = random
        self.left = random.randint(3, 14)
        self.counters = 0

    def program(self) -> str:
        lines = [f"    {name} = {self.random.randint(0, 4)}\n" for name in ("a", "b", "c")]
        body = self.block("    ", loop=False)
        return f"def run(p, q, r):\n{''.join(lines)}{body}    return {self.expression(1)}\n"

    def name(self) -> str:
        return self.random.choice(NAMES)

    def block(self, indent: str, *, loop: bool) -> str:
        return "".join(self.statement(indent, loop) for _ in range(self.random.randint(1, 3)))

    def statement(self, indent: str, loop: bool) -> str:  # noqa: PLR0911, PLR0912  a case each
        self.left -= 1
        inner = indent + "    "
        e = self.expression
        kinds = ["assign", "assign", "augment", "swap"]
        if loop:
            kinds += ["exit", "exit"]
        if self.left > 0 and len(indent) < 16:
            kinds += ["if", "if", "for", "while", "for-static", "return", "return", "def"]
        match self.random.choice(kinds):
            case "assign":
                return f"{indent}{self.name()} = {e(2)}\n"
            case "augment":
                return f"{indent}{self.name()} {self.random.choice('+-')}= {e(1)}\n"
            case "swap":
                return f"{indent}{self.name()}, {self.name()} = {e(1)}, {e(0)}\n"
            case "exit":
                leave = self.random.choice(("break", "continue", f"return {e(1)}"))
                return f"{indent}if {self.test(1)}:\n{inner}{leave}\n"
            case "return":
                return f"{indent}if {self.test(1)}:\n{inner}return {e(1)}\n"
            case "if":
                text = f"{indent}if {self.test(1)}:\n{self.block(inner, loop=loop)}"
                if self.random.random() < 0.3:
                    text += f"{indent}elif {self.test(1)}:\n{self.block(inner, loop=loop)}"
                return text + self.maybe_else(indent, loop)
            case "for":
                text = f"{indent}for {self.counter('i')} in range({e(1)} % 4):\n{self.block(inner, loop=True)}"
                return text + self.maybe_else(indent, loop)
            case "for-static":
                text = f"{indent}for {self.counter('s')} in (2, 0, 1):\n{self.block(inner, loop=True)}"
                return text + self.maybe_else(indent, loop)
            case "while":
                counter = self.counter("w")
                test = f"{counter} < {e(1)} % 4" + self.random.choice(("", f" and {self.test(0)}"))
                text = f"{indent}{counter} = 0\n{indent}while {test}:\n{inner}{counter} += 1\n"
                return text + self.block(inner, loop=True) + self.maybe_else(indent, loop)
            case _:
                function, name = self.counter("f"), self.random.choice(("a", "b", "c"))
                declared = self.random.choice(("", f"{inner}nonlocal {name}\n{inner}{name} = {e(1)}\n"))
                body = f"{declared}{inner}if {self.test(0)}:\n{inner}    return {e(1)}\n{inner}return x + 1\n"
                body = body.replace(" p ", " x ")
                return f"{indent}def {function}(x):\n{body}{indent}{self.name()} = {function}({e(1)})\n"

    def counter(self, base: str) -> str:
        self.counters += 1
        return f"{base}{self.counters}"

    def maybe_else(self, indent: str, loop: bool) -> str:
        if self.random.random() < 0.4:
            return f"{indent}else:\n{self.block(indent + '    ', loop=loop)}"
        return ""

    def test(self, depth: int) -> str:
        e = self.expression
        choices: list[Callable[[], str]] = [
            lambda: f"{e(depth)} {self.random.choice(('<', '<=', '>', '==', '!='))} {e(0)}",
            lambda: f"{e(0)} < {e(depth)} <= {e(0)}",
            lambda: f"not {e(0)} > {e(0)}",
            lambda: f"({e(0)} > {e(0)} {self.random.choice(('and', 'or'))} {e(0)} < {e(0)})",
        ]
        return self.random.choice(choices)()

    def expression(self, depth: int) -> str:
        if depth <= 0:
            return self.random.choice((self.name(), self.name(), str(self.random.randint(-2, 4))))
        e = self.expression
        choices: list[Callable[[], str]] = [
            self.name,
            lambda: f"({e(depth - 1)} {self.random.choice('+-')} {e(0)})",
            lambda: f"({e(depth - 1)} * {e(0)} % 11)",
            lambda: f"({e(depth - 1)} // {self.random.randint(1, 3)})",
            lambda: f"({e(depth - 1)} if {self.test(0)} else {e(0)})",
            lambda: f"-({e(depth - 1)})",
        ]
        return self.random.choice(choices)()


def program(seed: int | Random) -> str:
    """Give the text of a program."""
    return _Writer(Random(seed) if isinstance(seed, int) else seed).program()


def defined(text: str, file: str) -> Callable[..., Any]:
    """Give the function that a program defines, whose source can be found."""
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    namespace: dict[str, Any] = {"__name__": "program"}
    exec(compile(text, file, "exec", dont_inherit=True), namespace)
    function: Callable[..., Any] = namespace["run"]
    return function
