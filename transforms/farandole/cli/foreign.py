"""What a file is that is not converted: another framework's, or of Python 2."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator

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


def python_2(document: Document) -> str:
    """Say so when the errors of a file are Python 2."""
    errors = (document.text[error.span.start : error.span.end] for error in document.errors)
    if any(_PYTHON_2.search(error) for error in errors):
        return "; it is written for Python 2: convert it first, for example with `2to3 -w`"
    return ""
