"""The back end of TensorFlow: the program, evaluated while a graph is made of it."""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from farandole.staging.backends.emit import library_function
from farandole.staging.backends.inline import inlined
from farandole.staging.backends.kinds import bound_variables
from farandole.staging.errors import StagingError
from farandole.staging.sexpr import Block, Form, Keyword, Let, Operand, Program, Symbol

_OPERATORS: dict[str, Callable[..., Any]] = {
    **{"+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv, "//": operator.floordiv},
    **{"%": operator.mod, "**": operator.pow, "@": operator.matmul, "&": operator.and_, "|": operator.or_},
    **{"^": operator.xor, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge},
    **{
        "==": operator.eq,
        "!=": operator.ne,
        "neg": operator.neg,
        "pos": operator.pos,
        "~": operator.invert,
        "abs": abs,
    },
}


def compiled(program: Program) -> Callable[..., Any]:
    """Give a program as a function that runs a graph; Python numbers are given to it as tensors.

    Raises StagingError for what a graph cannot have, some of it when a first call makes the graph.
    """
    import tensorflow as tf  # noqa: PLC0415  imported with its back end

    new = inlined(program, "a TensorFlow graph")
    names = new.definition.parameters

    @tf.function(autograph=False)  # type: ignore[misc,untyped-decorator,unused-ignore]
    def graph(*arguments: Any) -> Any:
        values = dict(zip(names, arguments, strict=True))
        values |= {f"${number}": each for number, each in enumerate(new.constants)}
        return _Graph(tf, values).block(new.definition.body)

    def call(*arguments: Any) -> Any:
        return graph(*(tf.convert_to_tensor(each) if _is_number(each) else each for each in arguments))

    call.graph = graph  # type: ignore[attr-defined]
    return call


def _is_number(value: Any) -> bool:
    return isinstance(value, bool | int | float)


@dataclass(frozen=True)
class _Range:
    """The numbers of a `range`."""

    start: Any
    stop: Any
    step: Any


class _Missing:
    """The value of a variable that is not bound."""


_MISSING = _Missing()


@dataclass
class _Graph:
    """Evaluates blocks; variables are values that change as it goes, and are passed through branches and loops."""

    tf: Any
    values: dict[str, Any]
    variables: dict[str, Any] = field(default_factory=dict)
    bound: dict[str, Any] = field(default_factory=dict)
    """Whether a variable is bound, where that is known to the graph alone."""

    def block(self, block: Block) -> Any:
        for step in block.steps:
            assert isinstance(step, Let)
            self.values[step.name] = self.form(step.form)
        return self.operand(block.value)

    def operand(self, value: Operand) -> Any:
        match value:
            case Symbol(name):
                return self.values[name]
            case Form():
                return self.form(value)
            case Keyword() | Block():
                raise StagingError("operand", "a block or a keyword stands where a value is expected")
        return value

    def form(self, form: Form) -> Any:
        match form:
            case Form("new"):
                return None
            case Form("set", (Symbol(variable), value)):
                self.variables[variable] = self.operand(value)
                self.bound[variable] = True
                return None
            case Form("get", (Symbol(variable),)):
                return self.read(variable)
            case Form("if", (test, Block() as then, Block() as orelse)):
                return self.decision(self.operand(test), then, orelse)
            case Form("while", (Block() as test, Block() as body)):
                return self.loop(test, body, None, [test, body])
            case Form("for", (Symbol(item), over, Block() as body)):
                return self.items(item, self.operand(over), body)
        given = [self.operand(each) for each in form.operands if not isinstance(each, Keyword)]
        keywords = {each.name: self.operand(each.value) for each in form.operands if isinstance(each, Keyword)}
        return self.operation(form.head, given, keywords)

    def operation(self, head: str, given: list[Any], keywords: dict[str, Any]) -> Any:
        tf = self.tf
        if head in _OPERATORS and not keywords:
            return _OPERATORS[head](*given)
        match head, given:
            case "not", [only]:
                return tf.logical_not(self.truth(only)) if tf.is_tensor(only) else not only
            case "item", [of, item]:
                return of[item]
            case "attribute", [of, name]:
                return getattr(of, name)
            case "method", [of, name, *arguments]:
                return getattr(of, name)(*arguments, **keywords)
            case "apply", [of, *arguments]:
                return of(*arguments, **keywords)
            case "list", _:
                return given
            case "tuple", _:
                return tuple(given)
            case "slice", _:
                return slice(*given)
            case "dict", _:
                return dict(given)
            case "set-item", _:
                raise StagingError("[] = ", "an item of a tensor cannot be set in a TensorFlow graph")
        if head.startswith("builtins."):
            return self.builtin(head.removeprefix("builtins."), given, keywords)
        return library_function(head)(*given, **keywords)

    def builtin(self, name: str, given: list[Any], keywords: dict[str, Any]) -> Any:
        tf = self.tf
        match name:
            case "print":
                end, separator = keywords.get("end", "\n"), keywords.get("sep", " ")
                return tf.print(*given, end=end, sep=separator, output_stream="file:///dev/stdout")
            case "range":
                start, stop, step = {1: (0, *given, 1), 2: (*given, 1), 3: tuple(given)}[len(given)]
                return _Range(start, stop, step)
            case "len":
                static = given[0].shape[0]
                return static if static is not None else tf.shape(given[0])[0]
            case "int":
                return tf.cast(given[0], tf.int32)
            case "float":
                return tf.cast(given[0], tf.float32)
            case "bool":
                return self.truth(given[0])
            case "min" | "max" if len(given) > 1:
                result = given[0]
                for each in given[1:]:
                    result = (tf.minimum if name == "min" else tf.maximum)(result, each)
                return result
            case "min" | "max":
                return (tf.reduce_min if name == "min" else tf.reduce_max)(given[0])
        raise StagingError(f"{name}()", "a TensorFlow graph has no such function")

    def truth(self, value: Any) -> Any:
        """Give the truth of a value, which must be a scalar as in Python."""
        tf = self.tf
        return tf.cast(value, tf.bool) if tf.is_tensor(value) else bool(value)

    def read(self, variable: str) -> Any:
        if variable not in self.variables:
            raise UnboundLocalError("a variable is read before it is bound")
        bound = self.bound[variable]
        if bound is True:
            return self.variables[variable]
        test = self.tf.debugging.Assert(bound, ["a variable is read before it is bound"])
        with self.tf.control_dependencies([test] if test is not None else []):
            return self.tf.nest.map_structure(self.tf.identity, self.variables[variable])

    # Branches and loops

    def inner(self) -> _Graph:
        """Give a graph to go on with in a branch or a body, which changes nothing here."""
        return _Graph(self.tf, dict(self.values), dict(self.variables), dict(self.bound))

    def state(self, names: Sequence[str]) -> list[tuple[Any, Any]]:
        """Give the values of variables, each with whether it is bound."""
        return [(self.variables.get(name, _MISSING), self.bound.get(name, False)) for name in names]

    def restore(self, names: Sequence[str], state: Sequence[tuple[Any, Any]]) -> None:
        for name, (value, bound) in zip(names, state, strict=True):
            if bound is not False:
                self.variables[name], self.bound[name] = value, bound

    def traced(self, function: Callable[[], Any]) -> Any:
        """Give what a function gives, in a graph of its own that is thrown away: to learn kinds and shapes."""
        with self.tf.__internal__.FuncGraph("kinds").as_default():
            return function()

    def decision(self, test: Any, then: Block, orelse: Block) -> Any:
        if not self.tf.is_tensor(test):
            return self.block(then if test else orelse)
        names = bound_variables([then, orelse])

        def run(block: Block) -> tuple[Any, list[tuple[Any, Any]]]:
            graph = self.inner()
            return graph.block(block), graph.state(names)

        (one, first), (other, second) = (self.traced(functools.partial(run, block)) for block in (then, orelse))
        value_like = self.common(one, other, "the values of the branches of an `if`")
        likes = [
            self.common(a, b, "a variable in the branches of an `if`")
            for (a, _), (b, _) in zip(first, second, strict=True)
        ]

        def branch(block: Block) -> Callable[[], Any]:
            def build() -> Any:
                value, state = run(block)
                made = [
                    (self.shaped(each, like), self.tf.convert_to_tensor(bound))
                    for (each, bound), like in zip(state, likes, strict=True)
                ]
                return self.shaped(value, value_like), made

            return build

        if value_like is None and not names:
            value_like = False  # a branch must give something
        value, state = self.tf.cond(self.truth(test), branch(then), branch(orelse))
        known = [a is True and b is True for (_, a), (_, b) in zip(first, second, strict=True)]
        self.restore(
            names,
            [(each, True if sure else bound) for (each, bound), sure in zip(state, known, strict=True)],
        )
        return None if one is None and other is None else value

    def common(self, one: Any, other: Any, what: str) -> Any:
        """Give a likeness of two values: what both can be made, tensors or tuples of them."""
        tf = self.tf
        if one is None and other is None:
            return None
        if isinstance(one, _Missing) or isinstance(other, _Missing):
            return self.like(other if isinstance(one, _Missing) else one)
        if isinstance(one, tuple) and isinstance(other, tuple) and len(one) == len(other):
            return tuple(self.common(a, b, what) for a, b in zip(one, other, strict=True))
        if one is None or other is None or isinstance(one, tuple) or isinstance(other, tuple):
            raise StagingError("if", f"{what} are of different kinds ({one!r} and {other!r})")
        first, second = self.like(one), self.like(other)
        if first.dtype != second.dtype:
            weak = [_is_number(each) for each in (one, other)]
            if all(weak):
                return tf.TensorSpec([], tf.float32 if tf.float32 in (first.dtype, second.dtype) else tf.int32)
            if not any(weak) or not _fits(one if weak[0] else other, second.dtype if weak[0] else first.dtype):
                raise StagingError("if", f"{what} have different dtypes ({first.dtype.name} and {second.dtype.name})")
            first, second = (second, second) if weak[0] else (first, first)
        return tf.TensorSpec(first.shape.most_specific_common_supertype([second.shape]), first.dtype)

    def like(self, value: Any) -> Any:
        """Give the likeness of a value: `TensorSpec` for what is a tensor or can be one."""
        if value is None or isinstance(value, _Missing):
            return value
        if isinstance(value, tuple):
            return tuple(map(self.like, value))
        tensor = self.tf.convert_to_tensor(value)
        return self.tf.TensorSpec(tensor.shape, tensor.dtype)

    def shaped(self, value: Any, like: Any) -> Any:
        """Give a value as its likeness demands; zeros stand for what is missing."""
        tf = self.tf
        if isinstance(like, tuple):
            parts = (_MISSING,) * len(like) if isinstance(value, _Missing) else value
            return tuple(self.shaped(each, part) for each, part in zip(parts, like, strict=True))
        if like is None or isinstance(like, _Missing):
            return tf.constant(False)
        if like is False:
            return tf.constant(False)
        if isinstance(value, _Missing):
            return tf.zeros([size or 0 for size in like.shape.as_list()] if like.shape.rank else [], like.dtype)
        return tf.cast(value, like.dtype) if _is_number(value) else tf.convert_to_tensor(value)

    def items(self, item: str, over: Any, body: Block) -> Any:
        tf = self.tf
        if isinstance(over, _Range):
            start, step = (tf.convert_to_tensor(each) for each in (over.start, over.step))
            stop = tf.cast(over.stop, start.dtype)
            step = tf.cast(step, start.dtype)
            count = tf.maximum(tf.cast(tf.math.ceil((stop - start) / step), tf.int32), 0)
            return self.loop(
                None, body, (item, count, lambda index: start + tf.cast(index, start.dtype) * step), [body]
            )
        if not tf.is_tensor(over):
            raise StagingError("for", f"a TensorFlow graph loops over tensors and ranges, not {type(over).__name__}")
        return self.loop(None, body, (item, tf.shape(over)[0], lambda index: over[index]), [body])

    def loop(
        self, test: Block | None, body: Block, each: tuple[str, Any, Callable[[Any], Any]] | None, blocks: list[Block]
    ) -> Any:
        """Make a loop, by a test or over items; gives whether it ended by itself."""
        tf = self.tf
        names = bound_variables(blocks)

        def check(graph: _Graph, index: Any) -> Any:
            if each is not None:
                return index < each[1]
            assert test is not None
            return graph.truth(graph.block(test))

        def turn(graph: _Graph, index: Any) -> tuple[Any, Any]:
            """Run the body; give whether to go on, and whether the loop does."""
            if each is not None:
                graph.values[each[0]] = each[2](index)
            go_on = graph.block(body)
            go_on = tf.constant(True) if go_on is None else tf.convert_to_tensor(graph.truth(go_on))
            if body.value is None:
                return go_on, tf.convert_to_tensor(check(graph, index + 1))
            return go_on, graph.guarded(go_on, names, lambda inner: check(inner, index + 1))

        zero = tf.constant(0)
        first = tf.convert_to_tensor(check(self, zero))
        before = self.state(names)
        likes = [self.like(value) for value, _ in before]

        def probe(state: Sequence[tuple[Any, Any]]) -> list[tuple[Any, Any]]:
            graph = self.inner()
            graph.restore(names, state)
            turn(graph, zero)
            return graph.state(names)

        inside = before  # numbers first, so that what they are added to decides on their kinds
        while True:
            after = self.traced(functools.partial(probe, inside))
            new = [
                self.like(value)
                if _is_weak(start, value)
                else self.common(value, self.zero(like), "a variable before and after a turn of a loop")
                for (value, _), (start, _), like in zip(after, before, likes, strict=True)
            ]
            if _same(new, likes) and inside is not before:
                break
            likes, inside = new, self.carried(before, new)
        carried = [
            (self.shaped(value, like), tf.convert_to_tensor(bound))
            for (value, bound), like in zip(before, likes, strict=True)
        ]
        sure = [start is True for _, start in before]

        def go(test_value: Any, completed: Any, index: Any, state: Any) -> Any:
            return test_value

        def step(test_value: Any, completed: Any, index: Any, state: Any) -> Any:
            graph = self.inner()
            graph.restore(names, _known(state, sure))
            go_on, again = turn(graph, index)
            made = [
                (self.shaped(value, like), tf.convert_to_tensor(bound))
                for (value, bound), like in zip(graph.state(names), likes, strict=True)
            ]
            return tf.logical_and(go_on, again), go_on, index + 1, made

        start = (first, tf.constant(True), zero, carried)
        shapes = tf.nest.map_structure(lambda value: value.shape, start)
        shapes = (*shapes[:3], [(_shapes(like), tf.TensorShape([])) for like in likes])
        _, completed, _, state = tf.while_loop(go, step, start, shape_invariants=shapes)
        self.restore(names, _known(state, sure))
        return completed

    def guarded(self, test: Any, names: Sequence[str], check: Callable[[_Graph], Any]) -> Any:
        """Evaluate a check where a test holds, else give False; variables that the check binds are kept."""
        before = self.state(names)
        likes = [self.like(value) for value, _ in before]

        def evaluated() -> Any:
            graph = self.inner()
            result = self.tf.convert_to_tensor(check(graph))
            return result, [
                self.shaped(value, like) for (value, _), like in zip(graph.state(names), likes, strict=True)
            ]

        def skipped() -> Any:
            return self.tf.constant(False), [
                self.shaped(value, like) for (value, _), like in zip(before, likes, strict=True)
            ]

        result, values = self.tf.cond(test, evaluated, skipped)
        self.restore(names, [(value, bound) for value, (_, bound) in zip(values, before, strict=True)])
        return result

    def carried(self, before: Sequence[tuple[Any, Any]], likes: Sequence[Any]) -> list[tuple[Any, Any]]:
        """Give the state as it is inside of a loop: tensors of the likenesses, where a variable is bound."""
        return [
            (value, bound) if bound is False else (self.zero(like), bound)
            for (value, bound), like in zip(before, likes, strict=True)
        ]

    def zero(self, like: Any) -> Any:
        """Give a tensor of a likeness."""
        if isinstance(like, tuple):
            return tuple(map(self.zero, like))
        if like is None or isinstance(like, _Missing):
            return like
        if like.shape.is_fully_defined():
            return self.tf.zeros(like.shape, like.dtype)
        return self.tf.compat.v1.placeholder_with_default(
            self.tf.zeros([size or 1 for size in like.shape.as_list() or ()], like.dtype), like.shape
        )


def _fits(number: Any, dtype: Any) -> bool:
    """Tell whether a Python number is a value of a dtype, as TensorFlow itself would convert it."""
    if isinstance(number, bool):
        return bool(dtype.is_bool)
    return bool(dtype.is_floating or (isinstance(number, int) and dtype.is_integer))


def _is_weak(start: Any, value: Any) -> bool:
    """Tell whether a variable starts as a Python number that its tensors decide the kind of."""
    dtype = getattr(value, "dtype", None)
    return _is_number(start) and dtype is not None and _fits(start, dtype)


def _same(one: Any, other: Any) -> bool:
    if isinstance(one, tuple | list) and isinstance(other, tuple | list):
        return len(one) == len(other) and all(_same(a, b) for a, b in zip(one, other, strict=True))
    return bool(one is other or (type(one) is type(other) and one == other))


def _known(state: Sequence[tuple[Any, Any]], sure: Sequence[bool]) -> list[tuple[Any, Any]]:
    return [(value, True if known else bound) for (value, bound), known in zip(state, sure, strict=True)]


def _shapes(like: Any) -> Any:
    if isinstance(like, tuple):
        return tuple(map(_shapes, like))
    return like.shape if hasattr(like, "shape") else ()
