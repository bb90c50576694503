"""Virtualization preserves semantics where nothing is staged: section 4 of "The 800 Pound Python", tried by running."""

from __future__ import annotations

import contextlib
import io
import itertools
import linecache
import sys
import warnings
from dataclasses import dataclass
from typing import Any

from farandole.staging import lms, virtualize_text
from hypothesis import assume, event, given, note, settings

from tests.staging.core import PROGRAMS

COUNT = 10 * settings.default.max_examples if settings.default.max_examples > 100 else 150
_numbers = itertools.count()


@dataclass(frozen=True)
class Observed:
    """All that can be seen of a run."""

    ending: str
    printed: str
    arguments: str
    globals: str


def observe(namespace: dict[str, Any]) -> Observed:
    """Run `run` and give what it did."""
    items, box = [2, 1], namespace["Box"]()
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        try:
            ending = f"gives {namespace['run'](3, items, box)!r}"
        except BaseException as error:
            ending = f"raises {type(error).__name__}{error.args!r} {namespace['chain'](error)}"
    return Observed(ending, printed.getvalue(), f"{items!r} {box!r}", f"{namespace['G']!r} {namespace['fuel']}")


def executed(text: str, file: str) -> dict[str, Any]:
    """Execute a module's text, which functions of it can be traced to."""
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    namespace: dict[str, Any] = {"__name__": "program"}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SyntaxWarning)
        exec(compile(text, file, "exec", dont_inherit=True), namespace)
    return namespace


def virtualized(text: str) -> str:
    """Give a module's text with `run` virtualized."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SyntaxWarning)
        new = virtualize_text(text, "run")
    lines = text.splitlines(keepends=True)
    return new.imports + "".join(lines[: new.first - 1]) + new.function + "".join(lines[new.last :])


@settings(max_examples=COUNT // 2)
@given(PROGRAMS)
def test_a_virtualized_program_does_what_the_original_does(text: str) -> None:
    compare(text)


@settings(max_examples=COUNT // 2)
@given(PROGRAMS)
def test_other_virtualized_programs_do_what_their_originals_do(text: str) -> None:
    """The other half of the programs, which another worker runs: a test's name decides which ones it draws."""
    compare(text)


def compare(text: str) -> None:
    """Run a program, virtualized in two ways and as it is, and hold that all do the same."""
    file = f"<program {next(_numbers)}>"
    note(text)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SyntaxWarning)
            compile(text, file, "exec")
    except SyntaxError:
        assume(False)
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(20_000)
    try:
        expected = observe(executed(text, file))
        event(
            expected.ending.split()[0]
            + (" " + expected.ending.split("(")[0].split()[1] if "raises" in expected.ending else "")
        )
        written = virtualized(text)
        note(written)
        assert observe(executed(written, file + "v")) == expected
        decorated = executed(text, file)
        decorated["run"] = lms(decorated["run"])
        assert observe(decorated) == expected
    finally:
        sys.setrecursionlimit(limit)
        linecache.cache.pop(file, None)
        linecache.cache.pop(file + "v", None)


UNBOUND = """
class Box:
    def __repr__(self):
        return "Box()"

G = 1
fuel = 0

def chain(error):
    return []

def run(p, q, box):
    errors = []
    def inner():
        nonlocal q
        for step in range(4):
            try:
                if step == 0:
                    del q
                elif step == 1:
                    q += 1
                else:
                    del q
            except NameError as error:
                errors.append(repr(error))
    inner()
    try:
        del q
    except NameError as error:
        errors.append(repr(error))
    return errors
"""


METHODS = """
class Model:
    def __init__(self, size):
        self.size = size

class Net(Model):
    @lms
    def __init__(self, size):
        super(Net, self).__init__(size)
        if size > 1:
            self.part = Net(size - 1)

    @lms
    def sizes(self):
        return [self.size, *(self.part.sizes() if self.size > 1 else ()), __class__ is Net]
"""


def test_a_method_may_name_its_own_class() -> None:
    file = "<methods>"
    linecache.cache[file] = (len(METHODS), None, METHODS.splitlines(keepends=True), file)
    namespace: dict[str, Any] = {"lms": lms}
    exec(compile(METHODS, file, "exec", dont_inherit=True), namespace)
    assert namespace["Net"](2).sizes() == [2, 1, True, True]


def test_the_error_for_an_unbound_variable_is_the_one_of_its_scope() -> None:
    expected = observe(executed(UNBOUND, "<unbound>"))
    assert "NameError" in expected.ending
    assert "UnboundLocalError" in expected.ending
    assert observe(executed(virtualized(UNBOUND), "<unbound, virtualized>")) == expected
