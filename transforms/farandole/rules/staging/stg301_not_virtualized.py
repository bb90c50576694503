"""What `@lms` refuses, said before the file is run."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from farandole.frameworks.script import Script
from farandole.frameworks.staging.staged import Member, Root, Stage
from farandole.options import Options
from farandole.rules.families import STAGED_SNEK
from farandole.rules.rule import Finding, Rule, Severity
from farandole.rules.staging.reporting import violation
from farandole.source import Document
from farandole.staging import StagingError, virtualize_text


class NotVirtualized(Rule):
    """Leave out of `@lms` what cannot be virtualized.

    ## What it does

    Finds functions under `@lms` or `@stage` of `farandole.staging` whose definition fails, and says at which construct.

    ## Why

    The decorator rewrites the function's control flow when it is defined, and refuses what it cannot rewrite: generators,
    coroutines, classes in the function, `eval` and `exec`, and others.

    ## When it is not offered

    The function's name is defined several times in the file.

    ## Edit safety

    Nothing is edited.
    """

    family = STAGED_SNEK
    code, name = "STG301", "not-virtualized"
    title = "Leave out what cannot be virtualized"
    severity = Severity.ERROR
    reported = [
        """\
from farandole.staging import lms

@lms
def halves(x):
    yield x / 2
"""
    ]
    untouched = [
        """\
from farandole.staging import lms

@lms
def clipped(x, limit):
    while x > limit:
        x = x / 2
    return x
"""
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Virtualize the functions under the decorators."""
        for root in script.staging.roots:
            if root.stage is not Stage.LMS or not isinstance(root.function, ast.FunctionDef | ast.AsyncFunctionDef):
                continue
            try:
                virtualize_text(
                    root.document.text, qualified_name(root.document, root.function), str(root.document.path)
                )
            except StagingError as error:
                if error.site is None or not error.site.line or "is defined" in error.reason:
                    continue
                yield violation(
                    self,
                    Member(root.document, root.function, root),
                    _at(root, error.site.line),
                    f"`{root.name}` can't be virtualized, {error.construct}: {error.reason}",
                    "write it otherwise, or leave the decorator out",
                )
            except SyntaxError:
                continue


def qualified_name(document: Document, function: ast.FunctionDef | ast.AsyncFunctionDef) -> str:
    """Give the name of a function with those of the classes and functions around it, with dots between."""
    around = [
        each.name
        for each in document.ancestors(function)
        if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
    ]
    return ".".join([*reversed(around), function.name])


def _at(root: Root, line: int) -> ast.AST:
    """Give the first node of a function on a line."""
    found = (
        node for node in ast.walk(root.function) if getattr(node, "lineno", 0) == line and node is not root.function
    )
    return next(found, root.by)
