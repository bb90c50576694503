"""Snek: Python's control flow virtualized, staged values, and programs as S-expressions for several back ends.

After "The 800 Pound Python in the Machine Learning Room". Needs nothing but Python; TensorFlow and PyTorch are imported
by their back ends alone.
"""

from __future__ import annotations

from farandole.staging.errors import Site, StagingError
from farandole.staging.functions import (
    RepFun,
    Staged,
    _call_staged,
    _def_staged,
    lms,
    rep_fun,
    stage,
    stage_lambda,
)
from farandole.staging.operators import (
    _and,
    _assign,
    _break,
    _call,
    _compare,
    _continue,
    _delete,
    _delete_free,
    _for,
    _if,
    _named,
    _not,
    _or,
    _read,
    _read_free,
    _return,
    _unpack,
    _unstaged,
    _var,
    _while,
)
from farandole.staging.rep import NonLocalExit, NonLocalReturnValue, Rep, constant, reflect, reify
from farandole.staging.sexpr import Program, read, write
from farandole.staging.text import VirtualizedText, virtualize_text

__all__ = [
    "NonLocalExit",
    "NonLocalReturnValue",
    "Program",
    "Rep",
    "RepFun",
    "Site",
    "Staged",
    "StagingError",
    "VirtualizedText",
    "_and",
    "_assign",
    "_break",
    "_call",
    "_call_staged",
    "_compare",
    "_continue",
    "_def_staged",
    "_delete",
    "_delete_free",
    "_for",
    "_if",
    "_named",
    "_not",
    "_or",
    "_read",
    "_read_free",
    "_return",
    "_unpack",
    "_unstaged",
    "_var",
    "_while",
    "constant",
    "lms",
    "read",
    "reflect",
    "reify",
    "rep_fun",
    "stage",
    "stage_lambda",
    "virtualize_text",
    "write",
]
