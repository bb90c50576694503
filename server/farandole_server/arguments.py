"""What the arguments of a command stand for."""

from __future__ import annotations

from typing import Any

from pygls.exceptions import JsonRpcInvalidParams

from farandole_server.actions import DISTRIBUTE, REWRITE, Offer, Refused
from farandole_server.analysis import Analysis, Snapshot
from farandole_server.diagnostics import analyses_of
from farandole_server.server import Server
from farandole_server.worker import Token


def uri_of(arguments: tuple[Any, ...]) -> str:
    """Give the address of a document, the first argument; raises InvalidParams."""
    if not arguments or not isinstance(arguments[0], str):
        raise JsonRpcInvalidParams("the first argument must be the address of a document")
    return arguments[0]


def analysis_of(ls: Server, snapshot: Snapshot, uri: str, token: Token) -> Analysis:
    """Give the analysis of the script that a document is converted with: itself, or one that imports it.

    Raises InvalidParams for a document that is not open, Refused for one that trains nothing.
    """
    text = snapshot.texts.text(uri)
    if text is None:
        raise JsonRpcInvalidParams(f"not open: {uri}")
    for analysis in analyses_of(ls.analyst, snapshot, text, token):
        if analysis.problem or (analysis.script is not None and analysis.script.trainings):
            return analysis
    raise Refused(f"{text.path.name} trains no model")


def using_horovod(ls: Server, snapshot: Snapshot, uri: str, token: Token) -> Analysis:
    """Give the analysis of the script, a document or one that imports it, which uses Horovod.

    Raises InvalidParams for a document that is not open, Refused for one that does not use Horovod.
    """
    text = snapshot.texts.text(uri)
    if text is None:
        raise JsonRpcInvalidParams(f"not open: {uri}")
    for analysis in analyses_of(ls.analyst, snapshot, text, token):
        if analysis.begun:
            return analysis
    raise Refused(f"{text.path.name} does not use Horovod")


def offer_of(arguments: tuple[Any, ...], analysis: Analysis) -> Offer:
    """Give the conversion that is meant: of the script, or of the training whose index is the second argument."""
    training = arguments[1] if len(arguments) > 1 else None
    known = len(analysis.script.trainings) if analysis.script is not None else 0
    if training is not None and not (isinstance(training, int) and 0 <= training < known):
        raise JsonRpcInvalidParams("the second argument must be the index of a training")
    return Offer(REWRITE, DISTRIBUTE, training)
