"""What a file is that is not converted: another framework's, or of Python 2."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator

from farandole.analysis.points_to.values import Instance, ProjectModule
from farandole.analysis.program import Call
from farandole.frameworks.script import Script
from farandole.project.imports import modules_of
from farandole.source import Document

_OTHERS = {
    "torch": "PyTorch",
    "deepctr_torch": "DeepCTR-Torch",
    "poutyne": "Poutyne",
    "skorch": "skorch",
    "torchkeras": "torchkeras",
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
_NAMES = ("builtins.globals",)
"""What gives the names of a module."""
_ASKING = "builtins.getattr"
_BROUGHT = "brings a module that is not named here, and what that trains is not seen: import it by its name"
_CALLED = "brings a module by a call, and what that trains is not seen: import it by a statement"
_TAKEN = "takes what is not named here, and what that trains is not seen: take it from a dictionary that is written out"
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
            yield from (_OTHERS[top] for name in modules_of(node) if (top := name.partition(".")[0]) in _OTHERS)


def unseen(script: Script) -> Iterator[tuple[Document, ast.expr, str]]:
    """Yield the expressions by which a script comes to what its text does not name, each with what to do."""
    brought = ((call, call.node, next(iter(call.node.args), None), _BROUGHT) for call in script.calls_to(*_IMPORTING))
    looked_up = ((call, *found, _TAKEN) for call in script.calls_to(*_NAMES) if (found := _looked_up(call)) is not None)
    asked = ((call, call.node, call.node.args[1], _TAKEN) for call in script.calls_to(_ASKING) if _asks(script, call))
    for call, node, name, told in (*brought, *looked_up, *asked):
        values = script.values(name)
        if not script.may_run(call.document, call.node):
            continue
        if not values or len(script.constants(name)) < len(values):
            yield call.document, node, told
        elif told is _BROUGHT and any(_is_own(script, each) for each in script.constants(name)):
            yield call.document, node, _CALLED


def _is_own(script: Script, name: object) -> bool:
    """Say whether a name is that of a module of the project."""
    module = script.flow.project.module(name) if isinstance(name, str) else None
    return module is not None and module.own


def _asks(script: Script, call: Call) -> bool:
    """Say whether a call asks a module, of the project or brought by its name, for what has a name."""
    match call.node.args:
        case [module, _, *_]:
            values = script.values(module)
            made = (script.creation(each) for each in values if isinstance(each, Instance))
            brought = any(each is not None and not each.names.isdisjoint(_IMPORTING) for each in made)
            return brought or any(isinstance(value, ProjectModule) for value in values)
    return False


def _looked_up(call: Call) -> tuple[ast.expr, ast.expr] | None:
    """Give what is looked up among the names of a module, and the name; None where it is no look-up."""
    outer = call.document.parent(call.node)
    method = call.document.parent(outer) if isinstance(outer, ast.Attribute) and outer.attr == "get" else None
    if isinstance(outer, ast.Subscript):
        return outer, outer.slice
    return (method, method.args[0]) if isinstance(method, ast.Call) and method.args else None


def python_2(document: Document) -> str:
    """Say so when the errors of a file are Python 2."""
    errors = (document.text[error.span.start : error.span.end] for error in document.errors)
    if any(_PYTHON_2.search(error) for error in errors):
        return "; it is written for Python 2: convert it first, for example with `2to3 -w`"
    return ""
