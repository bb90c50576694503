"""Oracle 1: what was made compiles and ends."""

from __future__ import annotations

import ast

from farandole.verify.oracles.evidence import Evidence, Judgement, Verdict, was_cut
from farandole.verify.oracles.messages import how_it_failed, steps_text
from farandole.verify.runs import End, Result


def ends(evidence: Evidence) -> Judgement:
    """Oracle 1: every converted file compiles, and the distributed run ends with 0 in bounded time."""
    for path, (_, text) in (evidence.texts or {}).items():
        try:
            ast.parse(text)
        except SyntaxError as problem:
            return Verdict.FAILED, [f"{path.name}, line {problem.lineno}: {problem.msg}"]
    return _ended(evidence.distributed)


def ends_without(evidence: Evidence) -> Judgement:
    """Oracle 1 of removals: the run without Horovod ends with 0 in bounded time."""
    assert evidence.original is not None
    return _ended(evidence.original)


def _ended(run: Result) -> Judgement:
    if run.end is End.OK:
        cut = " (all were stopped after --max-steps)" if was_cut(run) else ""
        return Verdict.PASSED, [f"{run.seconds:.0f} s, {steps_text(run)}{cut}"]
    return Verdict.FAILED, how_it_failed(run)
