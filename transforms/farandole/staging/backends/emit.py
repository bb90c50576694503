"""Python text from S-expressions: what the back ends of plain Python and of TorchScript have in common."""

from __future__ import annotations

import builtins
import importlib
import keyword
import linecache
import math
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from farandole.staging.errors import StagingError
from farandole.staging.rep import COMPARISONS, OPERATORS
from farandole.staging.sexpr import Block, Def, Form, Keyword, Let, Operand, Program, Step, Symbol, symbols

BINARY = frozenset({*OPERATORS.values(), *COMPARISONS.values()})
UNARY = {"neg": "-", "pos": "+", "~": "~", "not": "not "}
"""Operations with one operand, as Python writes them."""


def library_function(name: str) -> Any:
    """Give the function of a library by its dotted name, and import its module; raises StagingError without one."""
    parts = name.split(".")
    for count in range(len(parts) - 1, 0, -1):
        try:
            found: Any = importlib.import_module(".".join(parts[:count]))
        except ImportError:
            continue
        for part in parts[count:]:
            found = getattr(found, part, None)
        if found is not None:
            return found
    raise StagingError(f"({name} ...)", "no library that can be imported has this function")


@dataclass(frozen=True)
class Emitted:
    """The text of a module with one function, and the names that its globals must have."""

    text: str
    name: str
    globals: Mapping[str, Any]


def emitted(program: Program, signature: Sequence[str], globals_: Mapping[str, Any]) -> Emitted:
    """Give a program as a Python function whose parameters are written as `signature`."""
    definition = program.definition
    emitter = _Emitter(dict(globals_))
    name = emitter.free(definition.name)
    lines = emitter.function(name, signature, definition.body, "")
    return Emitted("\n".join(lines) + "\n", name, emitter.globals)


def executed(module: Emitted, file: str) -> Any:
    """Execute a module and give its function; its text can be read by `inspect`, under the name `file`."""
    linecache.cache[file] = (len(module.text), None, module.text.splitlines(keepends=True), file)
    namespace = {"__name__": file, **module.globals}
    exec(compile(module.text, file, "exec", dont_inherit=True), namespace)
    return namespace[module.name]


def _uses(step: Step) -> Iterator[str]:
    """Give the names that a step uses, but for what a loop goes over, which may stand in its head."""
    match step:
        case Let(_, Form("for", (_, _, body))):
            yield from symbols(body)
        case _:
            yield from symbols(step)


@dataclass
class _Emitter:
    """Writes the statements of blocks."""

    globals: dict[str, Any]
    names: dict[str, str] = field(default_factory=dict)
    ranges: dict[str, str] = field(default_factory=dict)

    def free(self, name: str) -> str:
        """Give a name for a function of the program that hides nothing that the text uses."""
        new = name
        while keyword.iskeyword(new) or hasattr(builtins, new) or new in self.globals or new in self.names.values():
            new += "_"
        self.names[name] = new
        return new

    def function(self, name: str, signature: Sequence[str], body: Block, indent: str) -> list[str]:
        inner = indent + "    "
        lines, value = self.block(body, inner)
        return [f"{indent}def {name}({', '.join(signature)}):", *lines, f"{inner}return {value}"]

    def block(self, block: Block, indent: str) -> tuple[list[str], str]:
        """Give the statements of a block, and the expression that is its value."""
        lines: list[str] = []
        used = {name for step in block.steps for name in _uses(step)} | set(symbols(block.value))
        for step in block.steps:
            if isinstance(step, Def):
                lines += self.function(self.free(step.name), step.parameters, step.body, indent)
            else:
                lines += self.let(step, step.name in used, indent)
        return lines, self.operand(block.value)

    def let(self, step: Let, used: bool, indent: str) -> list[str]:
        inner = indent + "    "
        name, form = step.name, step.form
        match form:
            case Form("new"):
                return []  # the first assignment makes it
            case Form("set", (Symbol(variable), value)):
                return [f"{indent}{variable} = {self.operand(value)}"]
            case Form("set-item", (of, item, value)):
                return [f"{indent}{self.operand(of)}[{self.operand(item)}] = {self.operand(value)}"]
            case Form("if", (test, Block() as then, Block() as orelse)):
                valued = used and (then.value is not None or orelse.value is not None)
                first = self.branch(then, name if valued else "", inner)
                second = self.branch(orelse, name if valued else "", inner)
                lines = [f"{indent}if {self.operand(test)}:", *(first or [f"{inner}pass"])]
                return [*lines, f"{indent}else:", *second] if second else lines
            case Form("while", (Block() as test, Block() as body)):
                lines = [f"{indent}{name} = True"] if used else []
                tests, value = self.block(test, inner)
                lines += [f"{indent}while True:", *tests, f"{inner}if not {value}:", f"{inner}    break"]
                return [*lines, *self.body(body, name if used else "", inner)]
            case Form("for", (Symbol(item), over, Block() as body)):
                lines = [f"{indent}{name} = True"] if used else []
                items = self.operand(over)
                if isinstance(over, Symbol):
                    items = self.ranges.get(over.name, items)
                lines += [f"{indent}for {item} in {items}:"]
                return [*lines, *(self.body(body, name if used else "", inner) or [f"{inner}pass"])]
            case Form("lambda", (Form("tuple", parameters), Block() as body)):
                return self.function(name, [self.operand(each) for each in parameters], body, indent)
            case Form("builtins.range", operands):
                self.ranges[name] = f"range({', '.join(map(self.operand, operands))})"
                return [f"{indent}{name} = {self.ranges[name]}"] if used else []
            case Form("assert", (test, message)):
                return [f"{indent}assert {self.operand(test)}, {self.operand(message)}"]
        text = self.form(form)
        return [f"{indent}{name} = {text}" if used else f"{indent}{text}"]

    def branch(self, block: Block, name: str, indent: str) -> list[str]:
        lines, value = self.block(block, indent)
        return [*lines, f"{indent}{name} = {value}"] if name else lines

    def body(self, block: Block, completed: str, indent: str) -> list[str]:
        """Give the body of a loop: its value is None, or tells whether the loop goes on."""
        lines, value = self.block(block, indent)
        if block.value is None:
            return lines
        note = [f"{indent}    {completed} = False"] if completed else []
        return [*lines, f"{indent}if not {value}:", *note, f"{indent}    break"]

    def form(self, form: Form) -> str:
        """Give an operation as an expression."""
        head, operands = form.head, form.operands
        match head, operands:
            case _, (left, right) if head in BINARY:
                return f"{self.operand(left)} {head} {self.operand(right)}"
            case _, (only,) if head in UNARY:
                return f"{UNARY[head]}{self.operand(only)}"
            case "abs", (only,):
                return f"abs({self.operand(only)})"
            case "get", (variable,):
                return self.operand(variable)
            case "item", (of, Form("slice", parts)):
                bounds = ["" if each is None else self.operand(each) for each in parts]
                return f"{self.operand(of)}[{':'.join(bounds)}]"
            case "item", (of, item):
                return f"{self.operand(of)}[{self.operand(item)}]"
            case "attribute", (of, str(name)):
                return f"{self.operand(of)}.{name}"
            case "method", (of, str(name), *arguments):
                return f"{self.operand(of)}.{name}({self.arguments(arguments)})"
            case "apply", (of, *arguments):
                return f"{self.operand(of)}({self.arguments(arguments)})"
            case "list", _:
                return f"[{self.arguments(operands)}]"
            case "tuple", _:
                return f"({self.arguments(operands)}{',' * (len(operands) == 1)})"
            case "slice", _:
                return f"slice({self.arguments(operands)})"
            case "dict", _:
                pairs = [each.operands for each in operands if isinstance(each, Form)]
                return "{" + ", ".join(f"{self.operand(key)}: {self.operand(value)}" for key, value in pairs) + "}"
        return f"{self.called(head)}({self.arguments(operands)})"

    def called(self, head: str) -> str:
        if head in self.names:
            return self.names[head]
        if head.startswith("builtins."):
            return head.removeprefix("builtins.")
        if "." not in head:
            raise StagingError(f"({head} ...)", "the program defines no such function")
        library_function(head)
        root = head.partition(".")[0]
        self.globals.setdefault(root, sys.modules[root])
        return head

    def arguments(self, operands: Sequence[Operand]) -> str:
        return ", ".join(map(self.operand, operands))

    def operand(self, value: Operand) -> str:
        match value:
            case Symbol(name):
                return f"constant_{name[1:]}" if name.startswith("$") else self.names.get(name, name)
            case Keyword(name, inner):
                return f"{name}={self.operand(inner)}"
            case Form():
                return self.form(value) if value.head in ("list", "tuple", "dict", "slice") else f"({self.form(value)})"
            case float() if not math.isfinite(value):
                return f'float("{value}")'
            case int() | float() | complex() if not isinstance(value, bool) and str(value).startswith("-"):
                return f"({value!r})"
            case Block():
                raise StagingError("begin", "a block stands where a value is expected")
        return repr(value)
