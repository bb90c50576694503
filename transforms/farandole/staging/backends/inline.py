"""Functions of a program put in place of their calls, for back ends whose programs define none."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import replace

from farandole.staging.errors import StagingError
from farandole.staging.sexpr import Block, Def, Form, Keyword, Let, Operand, Program, Step, Symbol, symbols

_Functions = Mapping[str, "tuple[tuple[str, ...], Block]"]


def inlined(program: Program, backend: str) -> Program:
    """Give a program without definitions and lambdas in it; `backend` is named in errors.

    Raises StagingError for a function that calls itself, and for one that is used other than by a call.
    """
    body = _Inliner(program.definition, backend).block(program.definition.body, {}, {}, ())
    return replace(program, definition=replace(program.definition, body=body))


class _Inliner:
    """Copies blocks, with fresh names for what it copies more than once."""

    def __init__(self, definition: Def, backend: str) -> None:
        self._backend = backend
        self._taken = {definition.name, *definition.parameters, *_names(definition.body)}
        self._numbers = itertools.count(len(self._taken))

    def _fresh(self) -> str:
        name = next(name for number in self._numbers if (name := f"x{number}") not in self._taken)
        self._taken.add(name)
        return name

    def block(self, block: Block, new: Mapping[str, Operand], known: _Functions, inside: tuple[str, ...]) -> Block:
        """Copy a block: `new` has other operands for some names, `inside` are the functions whose bodies this is in."""
        steps, value = self._steps(block, dict(new), dict(known), inside)
        return Block(tuple(steps), value)

    def _steps(
        self,
        block: Block,
        new: dict[str, Operand],
        known: dict[str, tuple[tuple[str, ...], Block]],
        inside: tuple[str, ...],
    ) -> tuple[list[Step], Operand]:
        steps: list[Step] = []
        for step in block.steps:
            if isinstance(step, Def):
                known[step.name] = (step.parameters, step.body)
                continue
            form = step.form
            match form:
                case Form("lambda", (Form("tuple", parameters), Block() as body)):
                    names = tuple(each.name for each in parameters if isinstance(each, Symbol))
                    known[step.name] = (names, self.block(body, new, known, inside))
                    continue
                case Form("apply", (Symbol(name), *arguments)) if name in known:
                    called = name
                case _:
                    called, arguments = form.head, list(form.operands)
            if called not in known:
                for name in symbols(step):
                    if name in known:
                        raise StagingError(
                            f"function {name}", f"{self._backend} can call it, but not have it as a value"
                        )
                copied = self._operand(form, new, known, inside)
                assert isinstance(copied, Form)
                name = self._fresh() if inside else step.name
                new[step.name] = Symbol(name)
                steps.append(Let(name, copied))
                continue
            if called in inside:
                raise StagingError(
                    f"function {called}", f"it calls itself, which {self._backend} cannot; stage it for plain Python"
                )
            parameters, body = known[called]
            given = [self._operand(each, new, known, inside) for each in arguments]
            if len(given) != len(parameters) or any(isinstance(each, Keyword) for each in given):
                raise StagingError(f"function {called}", f"it takes {len(parameters)} arguments, by position")
            bound = {**new, **dict(zip(parameters, given, strict=True))}
            more, value = self._steps(body, bound, known, (*inside, called))
            steps += more
            new[step.name] = value
        return steps, self._operand(block.value, new, known, inside)

    def _operand(
        self, value: Operand, new: Mapping[str, Operand], known: _Functions, inside: tuple[str, ...]
    ) -> Operand:
        match value:
            case Symbol(name):
                return new.get(name, value)
            case Keyword(name, inner):
                return Keyword(name, self._operand(inner, new, known, inside))
            case Form("for", (Symbol(name), over, Block() as body)):
                item = self._fresh() if inside else name
                copied = self.block(body, {**new, name: Symbol(item)}, known, inside)
                return Form("for", (Symbol(item), self._operand(over, new, known, inside), copied))
            case Form(head, operands):
                return Form(head, tuple(self._operand(each, new, known, inside) for each in operands))
            case Block():
                return self.block(value, new, known, inside)
        return value


def _names(block: Block) -> Iterator[str]:
    """Give all names that a block binds, the blocks in it included."""
    for step in block.steps:
        yield step.name
        if isinstance(step, Def):
            yield from step.parameters
            yield from _names(step.body)
            continue
        for each in step.form.operands:
            if isinstance(each, Block):
                yield from _names(each)
            elif isinstance(each, Form):
                yield from symbols(each)
