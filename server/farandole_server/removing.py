"""The way back as a code action: a script without Horovod."""

from __future__ import annotations

import logging

from farandole.conversion.plan import Plan
from farandole.removal import Obstacle, Removal, keep, obstacles, remove

from farandole_server.actions import REWRITE, Offer, Refused
from farandole_server.analysis import Analysis
from farandole_server.wording import plain

log = logging.getLogger(__name__)

REMOVE = f"{REWRITE}.remove"
TITLE = "Remove Horovod"


def offered(analysis: Analysis, title: str = TITLE) -> Offer:
    """Give the offer to remove Horovod from a script; raises Refused with what is in the way."""
    offer = Offer(REMOVE, title)
    if analysis.script is None:
        raise Refused(plain(f"not understood: {analysis.problem}"))
    for document in analysis.documents.values():
        for problem in document.errors:
            raise Refused(f"{document.place_name(problem.span.start)} has a syntax error: {problem.message}")
    if offer not in analysis.plans:
        analysis.plans[offer] = obstacles(analysis.script)
    found = analysis.plans[offer]
    if isinstance(found, tuple) and found:
        raise Refused("; ".join(map(_because, found)))
    return offer


def removal_of(analysis: Analysis) -> Removal:
    """Remove Horovod from a script, once for each analysis; raises Refused with the reason when it can't be done."""
    offered(analysis)
    if REMOVE not in analysis.plans:
        assert analysis.script is not None
        try:
            analysis.plans[REMOVE] = remove(analysis.script, analysis.options)
        except Exception as error:
            log.error("“%s” failed: %s: %s", TITLE, type(error).__name__, error, exc_info=error)
            raise Refused(f"internal error, nothing is changed: {error}") from error
    found = analysis.plans[REMOVE]
    assert isinstance(found, Removal)
    if not found.texts:
        raise Refused("Horovod is not used")
    return found


def _because(obstacle: Obstacle) -> str:
    place = obstacle.document.place_name(obstacle.span.start)
    return plain(f"{place}: {obstacle.reason}. {obstacle.advice.capitalize()}.")


def keep_originals(plan: Plan) -> None:
    """Keep the texts of files that a plan's edits are about to change, for the way back; notebooks are left out."""
    changed = (each for each in plan.script.documents if each.path in plan.texts and each.notebook is None)
    keep((each.path, each.text, plan.texts[each.path]) for each in changed)
