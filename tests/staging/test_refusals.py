"""What cannot be virtualized or staged is said, with the line and the construct."""

from __future__ import annotations

import functools
import linecache
import re
from collections.abc import Callable
from typing import Any

import pytest
from farandole.staging import (
    Rep,
    StagingError,
    lms,
    reify,
    rep_fun,
    stage,
    stage_lambda,
    virtualize_text,
)


def line_of(function: Callable[..., Any]) -> int:
    return int(function.__code__.co_firstlineno)


# Functions that cannot be taken


def test_a_function_without_source() -> None:
    namespace: dict[str, Any] = {}
    exec("def f(x):\n    return x", namespace)
    with pytest.raises(StagingError, match="function f: its source is not to be found"):
        lms(namespace["f"])


def test_a_function_of_c() -> None:
    for function in (len, str.upper, int.__add__, "text".upper, (3).__add__):
        with pytest.raises(StagingError, match="it is written in C"):
            lms(function)


def test_a_method_that_is_decorated() -> None:
    class Net:
        def run(self):
            return 1

    for decorator, reason in (
        (staticmethod, "put @staticmethod above"),
        (classmethod, "put @classmethod above"),
        (property, "put @property above"),
    ):
        with pytest.raises(StagingError, match=reason):
            lms(decorator(Net.run))  # type: ignore[type-var]
    with pytest.raises(StagingError, match="decorate the method where it is defined"):
        lms(Net().run)


def test_a_function_that_another_decorator_wraps() -> None:
    def twice(function):
        @functools.wraps(function)
        def wrapper(x):
            return function(x) * 2

        return wrapper

    with pytest.raises(StagingError, match=r"test_refusals.py:\d+: decorated function .*f: a decorator below wraps it"):

        @lms
        @twice
        def f(x):
            return x

    @twice
    @lms
    def g(x):
        if x:
            return x
        return 5

    assert (g(0), g(3)) == (10, 6)


def test_an_object_that_is_called() -> None:
    with pytest.raises(StagingError, match="it is no Python function"):
        lms(functools.partial(print, 1))


def test_generators_and_coroutines() -> None:
    def numbers():
        yield 1

    async def wait():
        return 1

    with pytest.raises(StagingError, match=rf"test_refusals.py:{line_of(numbers)}: generator .*numbers"):
        lms(numbers)
    with pytest.raises(StagingError, match=rf"test_refusals.py:{line_of(wait)}: coroutine .*wait"):
        lms(wait)


def redefined(first: str, second: str) -> Callable[..., Any]:
    """Give the function of a cell of a notebook that was run, then changed and run again under the same name."""
    file = "<cell 1>"
    namespace: dict[str, Any] = {}
    exec(compile(first, file, "exec", dont_inherit=True), namespace)
    linecache.cache[file] = (len(second), None, second.splitlines(keepends=True), file)
    function: Callable[..., Any] = namespace["f"]
    return function


@pytest.mark.parametrize(
    "second",
    [
        "def f(x):\n    return x + 2\n",
        "def f(y):\n    return y + 1\n",
        "y = 1\ndef f(x):\n    return x + 1\n",
        "def g(x):\n    return x + 1\n",
    ],
)
def test_a_redefinition_in_a_notebook(second: str) -> None:
    with pytest.raises(StagingError, match="its source was changed or redefined since it was defined"):
        lms(redefined("def f(x):\n    return x + 1\n", second))
    lms(redefined("def f(x):\n    return x + 1\n", "def f(x):\n    return x + 1\n"))


# Constructs, when the function is defined


@pytest.mark.parametrize(
    ("line", "construct"),
    [
        ("yield x", "yield"),
        ("h = lambda: (yield)", "yield"),
        ("class A: pass", "class"),
        ("x = eval('x')", "eval()"),
        ("exec('x = 1')", "exec()"),
        ("x = locals()", "locals()"),
        ("x = [vars()]", "vars()"),
        ("async def g(): pass", "async"),
        ("h = lambda k: k if (j := k) else j", ":="),
    ],
)
def test_a_construct(line: str, construct: str) -> None:
    text = f"def f(x):\n    x = 1\n    {line}\n    return x\n"
    with pytest.raises(StagingError, match=rf"^train.py:3: {re.escape(construct)}: ") as error:
        virtualize_text(text, "f", "train.py")
    assert error.value.construct == construct
    assert error.value.site is not None
    assert error.value.site.line == 3


def test_a_name_that_is_not_there_or_not_unique() -> None:
    with pytest.raises(StagingError, match=r"no function has this name; there are A\.f, g"):
        virtualize_text("class A:\n    def f(self): pass\ndef g(): pass\n", "f")
    with pytest.raises(StagingError, match="<text>:2: function g: it is defined 2 times"):
        virtualize_text("def g(): pass\ndef g(): pass\n", "g")


# Values, when the function is staged


@lms
def with_context(x):
    with open(__file__) as file:
        return x, file


@lms
def with_try(x):
    try:
        return x + 1
    except ValueError:
        return x


@lms
def raising(x):
    if x > 0:
        raise ValueError(x)
    return x


@lms
def appending(x):
    found: list[Any] = []
    if x > 0:
        found.append(x)
    return x


COUNTED = {"calls": 0}


@lms
def counting(x):
    COUNTED["calls"] += 1
    return x


@lms
def holding(x):
    found = []
    if x > 0:
        found = [1]
    return found


@lms
def matching(x):
    match x:
        case 1:
            return 2
    return x


@lms
def identical(x):
    return x is COUNTED


@lms
def typed(x):
    return isinstance(x, int)


@lms
def keyed(x):
    return {1: 2}.get(x)


@lms
def worded(x):
    return f"{x}"


@lms
def listed(x):
    return [each for each in x]


def plain(x):
    return 1 if x.y > 0 else 2


@pytest.mark.parametrize(
    ("function", "said"),
    [
        (with_context, "with: it would take effect once"),
        (with_try, "try: it would take effect once"),
        (raising, "ValueError in a staged if: it is raised while both ways are staged"),
        (appending, "change of a Python object in staged code: `found` changed"),
        (counting, "change of a Python object in staged code: `COUNTED` changed"),
        (holding, "assignment in a staged block: `found` holds a list"),
        (matching, "match: it would take effect once"),
        (identical, "is: the identity of a staged value is not known"),
        (typed, r"isinstance\(\): the type of a staged value is not known"),
        (keyed, "hash of a staged value: it cannot be a key"),
        (worded, "text of a staged value"),
        (listed, "iteration over a staged value"),
    ],
)
def test_what_would_be_wrong_once_staged(function: Callable[..., Any], said: str) -> None:
    first, last = line_of(function), line_of(function) + 12
    with pytest.raises(StagingError, match=said) as error:
        stage(function)
    COUNTED["calls"] = 0
    assert error.value.site is not None
    assert error.value.site.file == __file__
    assert first <= error.value.site.line <= last


def test_an_error_that_is_caught_still_fails_the_staging() -> None:
    def careless(x):
        found = 0
        for _ in range(2):
            found = swallow(x)
        return found

    def swallow(x):
        try:
            return 1 if bool(x) else 2
        except Exception:
            return 3

    with pytest.raises(StagingError, match="truth of a staged value"):
        stage(careless)


def test_a_value_of_a_branch_outside_of_it() -> None:
    kept: list[Any] = []

    def keep(value):
        kept.append(value)
        return value

    def escaping(x):
        def body():
            return keep(x + 1)

        reify(body)
        return kept[0] + 1

    with pytest.raises(StagingError, match=r"x\d+: a value of the staged reify at .* is used outside of it"):
        stage(escaping)


def test_a_staged_decision_outside_of_staging() -> None:
    @lms
    def decide(x):
        return 1 if x > 0 else 2

    with pytest.raises(StagingError, match="if: on a staged value outside of `reify` and `@stage`"):
        decide(Rep("in"))
    assert decide(1) == 1


def test_parameters_that_cannot_be_staged() -> None:
    for function in (lambda x=1: x, lambda *x: x, lambda *, x: x):
        with pytest.raises(StagingError, match="positional parameters without defaults"):
            stage(function)


def test_a_back_end_that_is_not_there() -> None:
    with pytest.raises(ValueError, match="no back end is called jax; there are python, torchscript, tensorflow"):
        stage(backend="jax")


def test_a_function_that_assigns_around_itself_cannot_be_a_staged_one() -> None:
    def outer(x):
        count = 0

        @rep_fun
        def step(n):
            nonlocal count
            count = count + n
            return count

        step(x)
        return count

    with pytest.raises(StagingError, match="a staged function assigns a variable of the function around it"):
        stage(outer)


def test_lambdas_of_one_line_are_told_apart_or_refused() -> None:
    first, second = (lambda v: v if v > 0 else 0), (lambda v: v if v > 1 else 0)

    def both(x):
        return stage_lambda(first)(x) + stage_lambda(second)(x)

    staged = stage(both)
    assert [staged(x) for x in (0, 1, 2)] == [0, 1, 4]
