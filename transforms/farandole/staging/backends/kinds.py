"""Kinds of values: what TorchScript must be told, and what of a program must be converted so that they agree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from farandole.staging.errors import StagingError
from farandole.staging.rep import COMPARISONS, OPERATORS
from farandole.staging.sexpr import Block, Form, Keyword, Let, Operand, Program, Step, Symbol

_ORDER = ("bool", "int", "float", "Tensor")
"""Kinds of which a value of each can be made one of those that follow."""

_METHODS = {"size": "int", "dim": "int", "numel": "int", "item": "float"}
_PLACEHOLDERS: dict[str, Operand] = {"bool": False, "int": 0, "float": 0.0, "Tensor": Form("torch.tensor", (0,))}


def typed(program: Program) -> tuple[Program, list[str]]:
    """Give a program whose variables and branches have one kind each, and the kinds of parameters and constants.

    Numbers that meet tensors become tensors; a variable that may be read before it is bound gets a placeholder and a
    flag that is asserted. Raises StagingError for constants and annotations that TorchScript cannot have.
    """
    kinds = [_annotated(program.annotations.get(name), name) for name in program.definition.parameters]
    constants = [_constant(each, number) for number, each in enumerate(program.constants)]
    typer = _Typer(dict(zip(program.definition.parameters, kinds, strict=True)))
    for number, (kind, replacement) in enumerate(constants):
        typer.kinds[f"${number}"] = kind
        if replacement is not None:
            typer.constants[f"${number}"] = replacement
    body = program.definition.body
    while True:  # kinds only grow
        before = dict(typer.kinds)
        typer.block(body)
        if typer.kinds == before:
            break
    _definitely(body, set(), typer.doubtful)
    if not all(typer.kinds.get(name) for name in typer.doubtful):
        raise StagingError("variable", "one may be read that nothing binds, so that TorchScript does not know its type")
    new = replace(program, definition=replace(program.definition, body=typer.converted(body)))
    return new, [_text(kind) for kind in (*kinds, *(kind for kind, _ in constants))]


def _text(kind: str) -> str:
    return "torch.Tensor" if kind == "Tensor" else kind


def _annotated(annotation: Any, name: str) -> str:
    if annotation in (None, Any, int, float, bool):
        return "Tensor" if annotation in (None, Any) else str(annotation.__name__)
    if getattr(annotation, "__name__", "") == "Tensor":
        return "Tensor"
    raise StagingError(f"parameter {name}", f"TorchScript gets tensors, int, float and bool, not {annotation!r}")


def _constant(value: Any, number: int) -> tuple[str, Operand]:
    """Give the kind of a constant object, and what stands for it in the text if not a parameter."""
    import torch  # noqa: PLC0415  imported with its back end

    if isinstance(value, torch.Tensor):
        return "Tensor", None
    if isinstance(value, torch.dtype):
        return "int", Form("attribute", (Symbol("torch"), str(value).removeprefix("torch.")))
    raise StagingError(f"constant ${number}", f"TorchScript cannot have a {type(value).__name__} in a program")


@dataclass
class _Typer:
    """Finds kinds by going through a program until nothing changes, then writes the conversions."""

    kinds: dict[str, str]
    constants: dict[str, Operand] = field(default_factory=dict)
    doubtful: set[str] = field(default_factory=set)

    def block(self, block: Block) -> str:
        for step in block.steps:
            if isinstance(step, Let):
                kind = self._form(step.form)
                if step.form.head != "new":
                    self._join(step.name, kind)
        return self.of(block.value)

    def _join(self, name: str, kind: str) -> None:
        self.kinds[name] = joined(self.kinds.get(name, ""), kind)

    def of(self, value: Operand) -> str:
        match value:
            case Symbol(name):
                return self.kinds.get(name, "")
            case bool() | int() | float() | str():
                return type(value).__name__
            case Form("torch.tensor"):
                return "Tensor"
            case Form("list", operands) if operands and all(self.of(each) == "int" for each in operands):
                return "List[int]"
        return "?" if isinstance(value, Form) else ""

    def _form(self, form: Form) -> str:
        operands = [each for each in form.operands if not isinstance(each, Keyword | Block)]
        known = [self.of(each) for each in operands]
        match form:
            case Form("set", (Symbol(variable), value)):
                self._join(variable, self.of(value))
                return ""
            case Form("get", (Symbol(variable),)):
                return self.kinds.get(variable, "")
            case Form("if", (_, Block() as then, Block() as orelse)):
                return joined(self.block(then), self.block(orelse))
            case Form("while", (Block() as test, Block() as body)):
                self.block(test)
                self.block(body)
                return "bool"
            case Form("for", (Symbol(item), over, Block() as body)):
                self._join(item, "int" if self.of(over) == "range" else "Tensor")
                self.block(body)
                return "bool"
            case Form("not", _):
                return "bool"
            case Form("item", (of, _)):
                return "int" if self.of(of) == "List[int]" else "Tensor" if self.of(of) == "Tensor" else "?"
            case Form("attribute", (_, "shape")):
                return "List[int]"
            case Form("method", (_, str(name), *arguments)):
                return "List[int]" if name == "size" and not arguments else _METHODS.get(name, "Tensor")
        head = form.head
        if head in COMPARISONS.values():
            return "Tensor" if "Tensor" in known else "bool"
        if head in OPERATORS.values() or head in ("neg", "pos", "abs", "~"):
            if head == "/" and "Tensor" not in known:
                return "float"
            kind = ""
            for each in known:
                kind = joined(kind, each)
            return "int" if kind == "bool" and head not in "&|^" else kind
        builtin = head.removeprefix("builtins.")
        if builtin in ("min", "max"):
            kind = ""
            for each in known:
                kind = joined(kind, each)
            return kind
        if head.startswith("builtins."):
            return {"len": "int", "print": ""}.get(builtin, builtin)
        return "Tensor" if head.startswith("torch.") else "?"

    # Conversions

    def converted(self, block: Block, kind: str = "") -> Block:
        """Give a block with its conversions; its value is made one of a kind, if there is one."""
        steps: list[Step] = []
        for step in block.steps:
            assert isinstance(step, Let)
            steps += self._converted_step(step)
        return Block(tuple(steps), self._as(block.value, kind))

    def _converted_step(self, step: Let) -> list[Step]:
        match step.form:
            case Form("new") if step.name in self.doubtful and self.kinds.get(step.name) in _PLACEHOLDERS:
                placeholder = Form("set", (Symbol(step.name), _PLACEHOLDERS[self.kinds[step.name]]))
                flag = Form("set", (Symbol(f"{step.name}_bound"), False))
                return [step, Let(f"{step.name}_0", placeholder), Let(f"{step.name}_1", flag)]
            case Form("set", (Symbol(variable) as target, value)):
                assign = Let(step.name, Form("set", (target, self._as(value, self.kinds.get(variable, "")))))
                note = Let(f"{step.name}_1", Form("set", (Symbol(f"{variable}_bound"), True)))
                return [assign, note] if variable in self.doubtful else [assign]
            case Form("get", (Symbol(variable),)) if variable in self.doubtful:
                test = Form("assert", (Symbol(f"{variable}_bound"), "a variable is read before it is bound"))
                return [Let(f"{step.name}_1", test), step]
            case Form("if", (test, Block() as then, Block() as orelse)):
                kind = self.kinds.get(step.name, "")
                branches = (self.converted(then, kind), self.converted(orelse, kind))
                return [Let(step.name, Form("if", (self._as(test, ""), *branches)))]
            case Form(head, operands):
                new = [self.converted(each) if isinstance(each, Block) else self._as(each, "") for each in operands]
                return [Let(step.name, Form(head, tuple(new)))]

    def _as(self, value: Operand, kind: str) -> Operand:
        match value:
            case Symbol(name) if name in self.constants:
                return self.constants[name]
            case Keyword(name, inner):
                return Keyword(name, self._as(inner, ""))
            case Form(head, operands):
                return Form(head, tuple(self._as(each, "") for each in operands))
        own = self.of(value)
        if kind not in _ORDER or own not in _ORDER or own == kind:
            return value
        return Form("torch.tensor" if kind == "Tensor" else f"builtins.{kind}", (value,))


def joined(one: str, other: str) -> str:
    """Give the kind that values of both can have; "?" when there is none that is known."""
    if one in ("", other) or not other:
        return other or one
    if one in _ORDER and other in _ORDER:
        return max(one, other, key=_ORDER.index)
    return "?"


def _definitely(block: Block, bound: set[str], doubtful: set[str]) -> set[str]:
    """Give the variables that are bound behind a block, and note those read where they may not be."""
    for step in block.steps:
        if not isinstance(step, Let):
            continue
        match step.form:
            case Form("set", (Symbol(variable), _)):
                bound = bound | {variable}
            case Form("get", (Symbol(variable),)) if variable not in bound:
                doubtful.add(variable)
            case Form("if", (_, Block() as then, Block() as orelse)):
                bound = _definitely(then, bound, doubtful) & _definitely(orelse, bound, doubtful)
            case Form("while", (Block() as test, Block() as body)):
                bound = _definitely(test, bound, doubtful)
                _definitely(body, bound, doubtful)
            case Form("for", (_, _, Block() as body)):
                _definitely(body, bound, doubtful)
    return bound


def bound_variables(blocks: Sequence[Block]) -> list[str]:
    """Give the variables that blocks set and do not make, in order."""
    found: dict[str, None] = {}
    made: set[str] = set()

    def walk(block: Block) -> None:
        for step in block.steps:
            if not isinstance(step, Let):
                continue
            match step.form:
                case Form("new"):
                    made.add(step.name)
                case Form("set", (Symbol(variable), _)):
                    found[variable] = None
            for each in step.form.operands:
                if isinstance(each, Block):
                    walk(each)

    for block in blocks:
        walk(block)
    return [name for name in found if name not in made]
