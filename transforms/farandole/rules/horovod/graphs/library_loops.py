"""The session that `slim.learning.train` makes, initialises and trains in: a function that wraps it broadcasts first."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from farandole.analysis.defaults import NoDefault, default
from farandole.analysis.program import Call
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.training import Training
from farandole.rules.horovod.devices.local_rank import free_name
from farandole.rules.horovod.graphs.initialisation import BROADCASTS, done
from farandole.rules.horovod.names import horovod_tensorflow
from farandole.rules.rule import Finding, Rule, Status
from farandole.source import EditSet, layout

LOOP = "tensorflow.contrib.slim.learning.train"

_WRAPPER = "session_wrapper"

_PLAIN = {
    "graph": None,
    "is_chief": True,
    "master": "",
    _WRAPPER: None,
    "summary_writer": None,
    "sync_optimizer": None,
    "trace_every_n_steps": None,
    "train_step_fn": None,
}
"""Arguments by which it trains in another graph, with other processes, or otherwise, and with what they do not."""


def is_followed(script: Script, training: Training, call: Call) -> bool:
    """Say whether `slim.learning.train` takes the steps of a training in a session of its own, and broadcasts, or can."""
    if call.names != {LOOP} or call.hides_arguments or call not in training.runs:
        return False
    broadcasts = broadcast_in(script, call) is not None
    return broadcasts or all(_is_plain(script, call, name) for name in _PLAIN)


def broadcast_in(script: Script, call: Call) -> Call | None:
    """Give the call that makes what the wrapper of a session runs to broadcast its variables; None where none does."""
    wrapper = call.argument(_WRAPPER)
    read = script.slices.of(call.document, wrapper) if wrapper is not None else ()
    made = (found for node in read if (found := script.call(node)) is not None)
    return next((each for each in made if each.names & BROADCASTS), None)


def find(rule: Rule, script: Script, training: Training, call: Call) -> Iterator[Finding]:
    """Tell whether the session of a call is wrapped by a function that broadcasts the variables."""
    broadcast = broadcast_in(script, call)
    if broadcast is not None:
        yield done(rule, training, broadcast)
        return
    yield Finding(
        rule,
        Status.MISSING,
        call.document,
        call.document.span(call.node),
        f"the variables of {training.label} are not broadcast from rank 0 in the session of `{call.attribute}`",
        "run hvd.broadcast_global_variables(0) by its session_wrapper, before the first step",
        training=training,
        fix=partial(_fix, script, call),
    )


def _is_plain(script: Script, call: Call, name: str) -> bool:
    """Say whether an argument is left out, or is without options what it is then."""
    given = call.argument(name)
    try:
        return given is None or default(script, call.document, given) == _PLAIN[name]
    except NoDefault:
        return False


def _fix(script: Script, call: Call) -> EditSet:
    """Make the broadcast while the graph takes operations, and run it once the variables have their values."""
    document = call.document
    hvd = horovod_tensorflow(script, document)
    name = free_name(document, "broadcast", "broadcast_variables")
    made = f"{name} = {hvd.text}.broadcast_global_variables(0)"
    wrapper = f"lambda session: session.run({name}) or session"
    given = call.argument(_WRAPPER)
    edits = (
        layout.replace(document, given, wrapper)
        if given is not None
        else layout.add_argument(document, call.node, f"{_WRAPPER}={wrapper}")
    )
    return EditSet.of(
        document, [*hvd.edits, *layout.insert_before(document, document.statement(call.node), [made]), *edits]
    )
