"""Random numbers and times of Python where PyTorch compiles a function in one piece."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial

from farandole.frameworks.script import Script
from farandole.frameworks.staging.staged import Member, Stage
from farandole.options import Options
from farandole.rules.families import STAGED_TORCH
from farandole.rules.horovod.names import library
from farandole.rules.rule import Example, Finding, Rule, Severity
from farandole.rules.staging.reporting import staged_nodes, violation
from farandole.rules.staging.stg109_once_drawn import CLOCKS, GENERATORS, drawn
from farandole.source import EditSet, layout

_RECORDED = frozenset({"random.randint", "random.uniform", "random.randrange"})
"""What `torch.compile` draws anew at each call, also in one piece."""


class DrawnInOnePiece(Rule):
    """Draw random numbers with PyTorch.

    ## What it does

    Finds random numbers of Python's `random` and of NumPy's generators, and clocks, in a function that is exported or compiled
    with `fullgraph=True`; and all of NumPy in one that is exported. `random.random()` beside a tensor becomes `torch.rand(())`.

    ## Why

    `torch.export` draws once: the exported program has the same number for ever, in silence. `torch.compile(fullgraph=True)`
    stops with "Attempted to call function marked as skipped", but for `randint`, `uniform` and `randrange`, which it draws anew. Plain `torch.compile` breaks the graph and draws at each call.

    ## When it is not offered

    The function has no counterpart of the same kind: it is reported.

    ## Edit safety

    Other numbers are drawn at every call, from the same distribution.
    """

    family = STAGED_TORCH
    code, name = "STG203", "drawn-in-one-piece"
    title = "Draw random numbers with PyTorch"
    severity = Severity.ERROR
    examples = [
        Example(
            before="""\
import random
import torch

class Noise(torch.nn.Module):
    def forward(self, x: torch.Tensor):
        return x * random.random()

exported = torch.export.export(Noise(), (torch.ones(3),))
""",
            after="""\
import random
import torch

class Noise(torch.nn.Module):
    def forward(self, x: torch.Tensor):
        return x * torch.rand(())

exported = torch.export.export(Noise(), (torch.ones(3),))
""",
        )
    ]
    reported = [
        """\
import time
import torch

@torch.compile(fullgraph=True)
def stamped(x: torch.Tensor):
    return x + time.time()
""",
        """\
import numpy as np
import torch

generator = np.random.default_rng(0)

@torch.compile(fullgraph=True)
def noisy(x: torch.Tensor):
    return x + generator.normal()
""",
    ]
    untouched = [
        """\
import random
import torch

@torch.compile
def noisy(x: torch.Tensor):
    return x * random.random()

@torch.compile(fullgraph=True)
def drawn(x: torch.Tensor):
    return x * torch.rand(()) + random.randint(0, 3)
"""
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find draws and clocks of Python."""
        for member, node in staged_nodes(script, Stage.EXPORT, Stage.COMPILE):
            if not isinstance(node, ast.Call) or not member.root.in_one_piece:
                continue
            names = drawn(script, node)
            if not names:
                continue
            is_exported = member.root.stage is Stage.EXPORT
            if not is_exported and any(_is_left(name) for name in names):
                continue
            called = member.document.segment(node.func)
            what = "gives one time" if names <= CLOCKS else "draws once"
            plain = names == {"random.random"} and isinstance(member.document.parent(node), ast.BinOp)
            yield violation(
                self,
                member,
                node,
                f"`{called}` {what}, {member.when}: the program uses the same number for ever"
                if is_exported
                else f"`{called}` can't be a part of the graph: fullgraph=True fails",
                "draw with functions of PyTorch"
                if not names <= CLOCKS
                else "take the time where the function is called",
                partial(_fix, script, member, node) if plain else None,
            )


def _is_left(name: str) -> bool:
    """Say whether `torch.compile` draws by itself in one piece, or keeps the number without an error."""
    plain_numpy = name.startswith("numpy.") and not name.startswith(GENERATORS)
    return plain_numpy or name in _RECORDED or name.startswith("random.Random.")


def _fix(script: Script, member: Member, node: ast.Call) -> EditSet:
    torch = library(script, member.document, "torch", "torch")
    return EditSet.of(member.document, (*layout.replace(member.document, node, f"{torch.text}.rand(())"), *torch.edits))
