"""Random programs of the core that virtualization supports: also ones that fail, or do not end within their fuel."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from hypothesis import strategies as st

PRELUDE = '''\
import sys

G = 1

class Out(BaseException):
    """There is no fuel left: the program does not end, as far as can be seen."""

class Box:
    x = 0
    def __repr__(self):
        return f"Box({vars(self)})"

class Manager:
    def __init__(self, name, swallows=()):
        self.name, self.swallows = name, swallows
    def __enter__(self):
        print("enter", self.name)
        return self.name
    def __exit__(self, kind, error, trace):
        print("exit", self.name, kind, error)
        return kind is not None and issubclass(kind, self.swallows)

fuel = 60

def tick():
    global fuel
    fuel -= 1
    if fuel < 0:
        raise Out

def fits(value):
    pending = [value]
    for seen in range(1000):
        if not pending:
            return value
        each = pending.pop()
        if isinstance(each, (list, tuple)):
            pending += each[:1000]
        elif isinstance(each, BaseException):
            pending += each.args
        elif isinstance(each, str) and len(each) > 1000 or isinstance(each, int) and abs(each) > 10**50:
            break
    raise Out

def show(*values):
    print(*values)
    return values[-1]

def chain(error):
    return [] if error is None else [repr(error), *chain(error.__cause__ or error.__context__)]

def handled():
    return len(show(chain(sys.exc_info()[1])))

'''
"""What each program begins with; its function is `run(p, q, box)`."""

NAMES = ("a", "b", "c", "p", "q")


def fitting(expression: str) -> str:
    """Give an expression such that it fails where it grows out of all bounds, as what doubles a list in a loop does."""
    return f"fits({expression})" if any(each in expression for each in "+*[") else expression


class _Writer:
    """Writes one program, by the choices of a random generator."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.left = random.randint(4, 28)
        self.in_lambda = 0

    def program(self) -> str:
        return PRELUDE + self.function("run", "p, q, box", "", outer=())

    def pick(self, *choices: Callable[[], str]) -> str:
        return self.random.choice(choices)()

    def name(self) -> str:
        return self.random.choice(NAMES)

    # Statements

    def function(self, name: str, parameters: str, indent: str, outer: tuple[str, ...]) -> str:
        inner = indent + "    "
        given = [each.strip() for each in parameters.split(",")]
        declared = ""
        free = [each for each in outer if each not in given]
        if free and self.random.random() < 0.5:
            declared = f"{inner}nonlocal {self.random.choice(free)}\n"
        elif self.random.random() < 0.2:
            declared = f"{inner}global G\n{inner}G = {self.expression(1)}\n"
        bound = [
            f"{inner}{each} = {self.random.randint(0, 5)}\n" for each in ("a", "b", "c") if self.random.random() < 0.9
        ]
        bound = [
            each for each in bound if f"nonlocal {each.strip()[0]}\n" not in declared or self.random.random() < 0.5
        ]
        body = self.block(inner, loop=False)
        return f"{indent}def {name}({parameters}):\n{declared}{inner}tick()\n{''.join(bound)}{body}"

    def block(self, indent: str, *, loop: bool) -> str:
        return "".join(self.statement(indent, loop) for _ in range(self.random.randint(1, 3)))

    def statement(self, indent: str, loop: bool) -> str:  # noqa: PLR0911, PLR0912, PLR0915  a case each
        self.left -= 1
        inner = indent + "    "
        e = self.expression
        kinds = ["assign", "assign", "augment", "print", "mutate", "return", "unpack", "delete", "raise", "assert"]
        if loop:
            kinds += ["break", "continue", "break", "continue"]
        if self.left > 0 and len(indent) < 24:
            kinds += ["if", "if", "if", "while", "for", "for", "try", "with", "def", "match", "if-exit", "if-exit"]
        match self.random.choice(kinds):
            case "assign":
                target = self.random.choice((self.name(), self.name(), f"{self.name()} = {self.name()}", "box.x"))
                return f"{indent}{target} = {fitting(e(2))}\n"
            case "augment":
                target = self.random.choice((self.name(), self.name(), "box.x", f"{self.name()}[0]"))
                text = f"{indent}{target} {self.random.choice('+*-')}= {e(1)}\n"
                return f"{text}{indent}fits({target.removesuffix('[0]')})\n"
            case "unpack":
                return f"{indent}{self.name()}, {self.name()} = {fitting(e(1))}, {fitting(e(1))}\n"
            case "print":
                return f"{indent}print({e(2)}, {e(1)})\n"
            case "mutate":
                return self.random.choice(
                    (
                        f"{indent}q.append({fitting(e(1))})\n",
                        f"{indent}box.x = {fitting(e(1))}\n",
                        f"{indent}q[0] = {fitting(e(1))}\n",
                    )
                )
            case "delete":
                return f"{indent}del {self.name()}\n"
            case "assert":
                return f"{indent}assert {e(1)}, {e(1)}\n"
            case "return":
                return f"{indent}return {e(2)}\n" if self.random.random() < 0.4 else f"{indent}pass\n"
            case "raise":
                error = self.random.choice(("ValueError", "KeyError", "ZeroDivisionError"))
                return f"{indent}raise {error}({e(1)})\n" if self.random.random() < 0.4 else f"{indent}tick()\n"
            case "break":
                return f"{indent}break\n"
            case "continue":
                return f"{indent}continue\n"
            case "if-exit":
                leave = self.random.choice(("break", "continue")) if loop else f"return {e(1)}"
                return f"{indent}if {e(2)}:\n{inner}{leave}\n"
            case "if":
                text = f"{indent}if {e(2)}:\n{self.block(inner, loop=loop)}"
                if self.random.random() < 0.3:
                    text += f"{indent}elif {e(1)}:\n{self.block(inner, loop=loop)}"
                return text + self.maybe_else(indent, loop)
            case "while":
                text = f"{indent}while {e(2)}:\n{inner}tick()\n{self.block(inner, loop=True)}"
                return text + self.maybe_else(indent, loop)
            case "for":
                target = self.random.choice((self.name(), "i", "i", f"i, {self.name()}", "box.x"))
                items = (
                    "[(1, 2), (0, 3)]"
                    if "," in target
                    else self.random.choice(("range(3)", "[1, 0, 2]", "q", "range(a)", f"range({e(1)})"))
                )
                text = f"{indent}for {target} in {items}:\n{inner}tick()\n{self.block(inner, loop=True)}"
                return text + self.maybe_else(indent, loop)
            case "try":
                text = f"{indent}try:\n{self.block(inner, loop=loop)}"
                handled = self.random.random() < 0.8
                if handled:
                    kind = self.random.choice(
                        (" Exception", " (TypeError, NameError)", " ValueError as c", " KeyError as e")
                    )
                    text += f"{indent}except{kind}:\n{self.block(inner, loop=loop)}"
                    if self.random.random() < 0.3:
                        text += f"{indent}else:\n{self.block(inner, loop=loop)}"
                if not handled or self.random.random() < 0.4:
                    text += f"{indent}finally:\n{self.block(inner, loop=loop)}"
                return text
            case "with":
                swallows = self.random.choice(("", ", ValueError", ", (Exception,)", ", BaseException"))
                bound = self.random.choice(("", " as b", " as w"))
                return f"{indent}with Manager({e(1)}{swallows}){bound}:\n{self.block(inner, loop=loop)}"
            case "match":
                captured = f"m{self.left}"
                cases = f"{inner}case 0 | 1:\n{self.block(inner + '    ', loop=loop)}"
                cases += f"{inner}case {captured} if {e(1)}:\n{inner}    print({captured})\n{self.block(inner + '    ', loop=loop)}"
                return f"{indent}match {e(1)}:\n{cases}"
            case _:
                name = self.random.choice(("f", "g", "h"))
                function = self.function(name, self.random.choice(("a", "b", "c")), indent, outer=("p", "q"))
                called = f"{indent}print({name}({e(1)}))\n" if self.random.random() < 0.8 else ""
                return function + called

    def maybe_else(self, indent: str, loop: bool) -> str:
        if self.random.random() < 0.4:
            return f"{indent}else:\n{self.block(indent + '    ', loop=loop)}"
        return ""

    # Expressions

    def expression(self, depth: int) -> str:
        leaves = (
            self.name,
            self.name,
            lambda: str(self.random.randint(-1, 4)),
            lambda: "G",
            lambda: "box.x",
            lambda: "len(q)",
        )
        if depth <= 0:
            return self.pick(*leaves)
        e = self.expression
        less = depth - 1
        return self.pick(
            *leaves,
            lambda: f"{e(less)} {self.random.choice(('+', '-', '*', '//', '%'))} {e(less)}",
            lambda: f"({e(less)} {self.random.choice(('<', '==', '>=', 'is', 'is not', '!='))} {e(less)})",
            lambda: f"({e(less)} < {e(less)} <= {e(less)})",
            lambda: f"({e(less)} {self.random.choice(('and', 'or'))} {e(less)})",
            lambda: f"(not {e(less)})",
            lambda: f"({e(less)} if {e(less)} else {e(less)})",
            lambda: f"show({e(less)})",
            lambda: "handled()",
            lambda: self.name() if self.in_lambda else f"({self.name()} := {fitting(e(less))})",
            lambda: f"[{e(less)}, {e(less)}]",
            lambda: f"[{e(less)} for i in range(3) if {e(less)}]",
            lambda: f"sum(i + {e(0)} for i in range(2))",
            lambda: self.lambda_(less),
            lambda: f"q[{e(less)}]",
            lambda: f"f'{{{e(0)}}}-'",
        )

    def lambda_(self, depth: int) -> str:
        self.in_lambda += 1
        text = f"(lambda k: k if {self.expression(depth)} else {self.expression(0)})({self.expression(0)})"
        self.in_lambda -= 1
        return text


def _write(random: Random) -> str:
    return _Writer(random).program()


PROGRAMS: st.SearchStrategy[str] = st.randoms(use_true_random=False).map(_write)
