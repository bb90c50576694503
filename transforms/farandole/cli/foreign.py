"""What a file is that is not converted: another framework's, or of Python 2."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator

from farandole.analysis.program import Call
from farandole.frameworks.script import Script
from farandole.source import Document

_OTHERS = {
    "torch": "PyTorch",
    "pytorch_lightning": "PyTorch Lightning",
    "lightning": "Lightning",
    "jax": "JAX",
    "flax": "Flax",
    "mxnet": "MXNet",
    "paddle": "PaddlePaddle",
    "sklearn": "scikit-learn",
    "xgboost": "XGBoost",
}
_IMPORTING = (
    "importlib.import_module",
    "builtins.__import__",
    "importlib.util.spec_from_file_location",
    "imp.load_source",
    "runpy.run_module",
    "runpy.run_path",
)
_BLANK = r"[ \t]+"
_PYTHON_2 = re.compile(
    rf"^[ \t]*(?:print{_BLANK}(?![=(.,:\[])\S|exec{_BLANK}[\"'\w]|except{_BLANK}[\w.]+[ \t]*,[ \t]*\w+[ \t]*:"
    rf"|raise{_BLANK}\w+[ \t]*,)",
    re.MULTILINE,
)


def other_frameworks(documents: Iterable[Document]) -> Iterator[str]:
    """Yield the names of frameworks that files import and that are not converted."""
    for document in documents:
        for node in document.statements:
            modules = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and not node.level:
                modules = [node.module or ""]
            yield from (_OTHERS[top] for module in modules if (top := module.partition(".")[0]) in _OTHERS)


def unseen_import(script: Script) -> Call | None:
    """Give the first call by which a script imports or runs a module that its text does not name, if there is any."""
    for call in script.calls_to(*_IMPORTING):
        name = next(iter(call.node.args), None)
        values = script.values(name)
        if script.may_run(call.document, call.node) and not (values and len(script.constants(name)) == len(values)):
            return call
    return None


def python_2(document: Document) -> str:
    """Say so when the errors of a file are Python 2."""
    errors = (document.text[error.span.start : error.span.end] for error in document.errors)
    if any(_PYTHON_2.search(error) for error in errors):
        return "; it is written for Python 2: convert it first, for example with `2to3 -w`"
    return ""
