"""Small random programs of plain Python that can be run, and runs that tell what each expression was worth."""

from __future__ import annotations

import ast
from contextlib import suppress
from dataclasses import dataclass, field

from farandole.source.canonical import canonicalize
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

LONGEST_RUN = 600
"""A run that has evaluated so many expressions is ended."""

NAMES = ("a", "b", "c", "d")
FUNCTIONS = ("f", "g", "h")
CLASSES = ("A", "B", "C")
DEEPEST = 3

FIELDS = ("p", "q")
KEYS = ("'k'", "'m'", "0", "1")

ATOMS = ("1", "2", "0", "'k'", "'m'", "None", "True", "a", "b", "c", "d", "a", "b", "A()", "B()", "C()", "[]", "{}")
PLAIN = ("1", "2", "'k'", "None", "a", "b", "c", "[]", "{}")

# `<e>` stands for an expression, `<n>` a name, `<f>` a function, `<t>` a class, `<p>` a field, `<k>` a key,
# `<o>` what is defined at the start.
EXPRESSIONS = (
    "<f>(<e>)",
    "<f>(<e>, <e>)",
    "<f>(<e>, v=<e>)",
    "<f>(*[<e>, <e>])",
    "<f>(<e>, **{'v': <e>})",
    "<t>(<e>)",
    "<t>(<e>).<p>",
    "<n>.<p>",
    "<n>.<p>",
    "<n>.m(<e>)",
    "<n>.s",
    "<t>.k(<e>)",
    "<t>.<p>",
    "<n>[<k>]",
    "<n>[<e>]",
    "<n>[1:]",
    "[<e>, <e>]",
    "(<e>, <e>)",
    "[<e>, *<n>]",
    "{'k': <e>, 'm': <e>}",
    "{'k': <e>, **<n>}",
    "{<e>: <e>}",
    "[x for x in <n>]",
    "[(x, <e>) for x in <n> if x]",
    "{x: <e> for x in <n>}",
    "[y for x in <n> for y in x]",
    "[w := x for x in <n>]",
    "(<e> if <e> else <e>)",
    "(<e> or <e>)",
    "(<e> and <e>)",
    "(<n> + <e>)",
    "(<e> == <e>)",
    "-(<e>)",
    "(not <e>)",
    "(lambda u, v=<e>: (u, v, a))(<e>)",
    "[lambda: x for x in <n>][0]()",
    "list(<n>)",
    "tuple(<n>)",
    "dict(<n>, z=<e>)",
    "list(zip(<n>, <n>))",
    "list(enumerate(<n>))",
    "list(map(<f>, <n>))",
    "next(iter(<n>))",
    "sorted(<n>, key=str)",
    "iter(Over(<n>))",
    "list(iter(Over(<n>)))",
    "max(<n>, key=str)",
    "min(<n>, key=<f>)",
    "<n>.get('k')",
    "<n>.get('k', <e>)",
    "<n>.pop()",
    "list(<n>.items())",
    "list(<n>.values())",
    "<n>.copy()",
    "getattr(<n>, '<p>', <e>)",
    "(z := <e>)",
    "f'{<n>}'",
    "'k'.upper()",
    "list(gen(<e>))",
    "Over(<n>)",
    "list(Over(<n>))",
    "Data(<e>).first",
    "Data(<e>, second=<e>).second",
)
STATEMENTS = (
    "<n> = <e>",
    "<n> = <e>",
    "<n> = <n> = <e>",
    "<n>, <n> = <e>, <e>",
    "<n>, *<n> = <n>",
    "(<n>, (<n>, <n>)) = <e>",
    "<n> += <e>",
    "<n>.<p> = <e>",
    "<t>.<p> = <e>",
    "<n>[<k>] = <e>",
    "<n>.append(<e>)",
    "<n>.extend(<n>)",
    "<n>.insert(0, <e>)",
    "<n>.update(k=<e>)",
    "<n>.reverse()",
    "<n>.setdefault('k', <e>)",
    "setattr(<n>, '<p>', <e>)",
    "<e>",
    "del <n>[0]",
)
BLOCKS = (
    "if <e>:\n<b>",
    "if <e>:\n<b>\nelse:\n<b>",
    "for <n> in <n>:\n<b>",
    "for <n>, <n> in <n>:\n<b>",
    "for <n> in [<e>, <e>]:\n<b>\nelse:\n<b>",
    "for i in range(3):\n<b>\n    if <e>:\n        break\n<b>",
    "for i in range(3):\n<b>\n    if <e>:\n        continue\n<b>",
    "while <e>:\n<b>\n    if <e>:\n        break",
    "try:\n<b>\n<b>\nexcept Exception as error:\n<b>",
    "try:\n<b>\nexcept TypeError:\n<b>\nelse:\n<b>\nfinally:\n<b>",
    "with Held(<e>) as <n>:\n<b>",
    "match <n>:\n    case [x, *y]:\n        <n> = x\n        <n> = y\n    case {'k': x}:\n        <n> = x\n    case A(p=x):\n        <n> = x\n    case x:\n        <n> = x",
)
FUNCTION = """\
def <f>(u=<o>, v=<o>, *rest, **others):
    <scope>
<b>
    if <e>:
        return <e>
<b>
    def inner(i=u):
        nonlocal v
        v = <e>
        return u
    d = inner()
    return <r>
"""
CLASS = """\
class <t><bases>:
    <p> = <o>
    def __init__(self, u=<o>):
        <init>self.<p> = u
    def m(self, u=None):
        self.<p> = u
        return <r>
    @property
    def s(self):
        return self.<p>
    @classmethod
    def k(cls, u):
        return cls(u)
"""
HEAD = """\
from dataclasses import dataclass
a = [1, 2]
b = {'k': 1, 'm': 'k'}
c = 1
d = (1, [2])
def gen(u):
    yield u
    yield [u]
class Held:
    def __init__(self, u): self.u = u
    def __enter__(self): return self.u
    def __exit__(self, *error): return False
class Over:
    def __init__(self, u): self.u = u
    def __iter__(self): return iter(self.u)
@dataclass
class Data:
    first: object
    second: object = 2
"""
HOLES = {
    "<n>": NAMES,
    "<f>": FUNCTIONS,
    "<t>": CLASSES,
    "<p>": FIELDS,
    "<k>": KEYS,
    "<o>": PLAIN,
    "<r>": (*NAMES, "u", "v", "self"),
}


@st.composite
def programs(draw: DrawFn) -> str:
    """Draw a program: three functions, three classes, and statements that use them."""

    def fill(template: str, depth: int, returned: tuple[str, ...] = NAMES) -> str:
        filled = ""
        while "<" in template:
            before, _, rest = template.partition("<")
            hole, closed, rest = rest.partition(">")
            hole = f"<{hole}>"
            filled += before
            if hole == "<e>":
                filled += expression(depth - 1)
            elif hole == "<b>":
                filled += block(depth - 1)
            elif hole == "<r>":
                filled += draw(st.sampled_from(returned))
            elif hole in HOLES:
                filled += draw(st.sampled_from(HOLES[hole]))
            else:
                filled += hole if closed else "<"
                rest = rest if closed else hole[1:-1]
            template = rest
        return filled + template

    def expression(depth: int) -> str:
        return fill(draw(st.sampled_from(ATOMS if depth <= 0 else EXPRESSIONS)), depth)

    def statement(depth: int) -> str:
        kind = BLOCKS if depth > 1 and draw(st.integers(0, 3)) == 0 else STATEMENTS
        text = fill(draw(st.sampled_from(kind)), depth)
        if draw(st.integers(0, 9)) < (9 if depth == DEEPEST else 3):
            return f"try:\n{indented(text)}\nexcept Exception:\n    pass"
        return text

    def block(depth: int) -> str:
        return indented("\n".join(statement(depth) for _ in range(draw(st.integers(1, 2)))))

    parts = [HEAD]
    for name in FUNCTIONS:
        scope = draw(st.sampled_from(("pass", "global a, b", "global c")))
        text = FUNCTION.replace("<f>(u", f"{name}(u", 1).replace("<scope>", scope)
        parts.append(fill(text, 2, (*NAMES, "u", "v", "rest", "others", "inner")))
    for index, name in enumerate(CLASSES):
        above = draw(st.lists(st.sampled_from(CLASSES[:index]), unique=True, max_size=2)) if index else []
        text = CLASS.replace("<t><bases>", f"{name}({', '.join(sorted(above, reverse=True))})")
        text = text.replace("<init>", draw(st.sampled_from(("", "super().__init__(); "))))
        parts.append(fill(text, 1, ("u", "self", "a")))
    parts.extend(statement(DEEPEST) for _ in range(draw(st.integers(3, 8))))
    return "\n".join(parts) + "\n"


def indented(text: str) -> str:
    return "\n".join(f"    {line}" for line in text.split("\n"))


class Ended(BaseException):
    """The run has lasted long enough."""


@dataclass
class Run:
    """What a run has shown: the values of expressions, by the number of the node in `ast.walk`.

    `births` tells at which expression an object was seen first; objects are kept, so that none takes another's place.
    """

    seen: dict[int, list[object]] = field(default_factory=dict)
    births: dict[int, int] = field(default_factory=dict)
    kept: list[object] = field(default_factory=list)

    def see(self, number: int, value: object) -> object:
        """Note what an expression is worth."""
        if len(self.kept) > LONGEST_RUN:
            raise Ended
        self.kept.append(value)
        self.births.setdefault(id(value), number)
        self.seen.setdefault(number, []).append(value)
        return value


def run(text: str) -> Run:
    """Run a program that `programs` has drawn."""
    tree = canonicalize(ast.parse(text), text)
    numbers = {node: number for number, node in enumerate(ast.walk(tree))}
    watched = ast.fix_missing_locations(_Watch(numbers).visit(tree))
    found = Run()
    with suppress(Exception, Ended):
        exec(compile(watched, "program", "exec"), {"__name__": "__main__", "__see__": found.see})
    return found


class _Watch(ast.NodeTransformer):
    """Wraps each expression that is read in a call that notes its value."""

    def __init__(self, numbers: dict[ast.AST, int]) -> None:
        self.numbers = numbers

    def visit(self, node: ast.AST) -> ast.AST:
        if isinstance(node, ast.pattern | ast.JoinedStr):
            return node
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            decorators, node.decorator_list = node.decorator_list, []
            self.generic_visit(node)
            node.decorator_list = decorators
            return node
        self.generic_visit(node)
        hidden = isinstance(node, ast.Starred | ast.Slice) or (isinstance(node, ast.Name) and node.id == "super")
        if not isinstance(node, ast.expr) or hidden or not isinstance(getattr(node, "ctx", ast.Load()), ast.Load):
            return node
        see: ast.expr = ast.Name("__see__", ast.Load())
        return ast.copy_location(ast.Call(see, [ast.Constant(self.numbers[node]), node], []), node)
