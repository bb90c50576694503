"""Sessions that a `tf.train.Supervisor` makes, restores or initialises, once it has forbidden new operations."""

from __future__ import annotations

import ast

from farandole.analysis.points_to.values import Instance
from farandole.analysis.program import Call
from farandole.frameworks.script import Script

SUPERVISOR = "tensorflow.train.Supervisor"

_SESSIONS = frozenset({f"{SUPERVISOR}.managed_session", f"{SUPERVISOR}.prepare_or_wait_for_session"})

_OTHERWISE = ("graph", "is_chief", "ready_op", "ready_for_local_init_op", "session_manager", "summary_writer")
"""Arguments by which a supervisor works on another graph, with other processes, or in another way."""

_FOLLOWED = frozenset(
    {
        "coord",
        "global_step",
        "managed_session",
        "prepare_or_wait_for_session",
        "request_stop",
        "save_path",
        "saver",
        "should_stop",
        "stop",
        "summary_op",
        "summary_writer",
    }
)
"""What a script may use of a supervisor: it starts no threads of the script's own."""


def supervisor_of(script: Script, session: Call) -> Call | None:
    """Give the call that makes the supervisor of a session, where a broadcast can be made before it and run after it.

    Both stand in one function, the supervisor's in a block around the session's, and the session has a name. None for
    sessions that are made otherwise.
    """
    document, statement = session.document, session.document.statement(session.node)
    if not session.names or not session.names <= _SESSIONS or not name_of(session):
        return None
    made = [script.creation(each) for each in session.receivers if isinstance(each, Instance)]
    creation = made[0] if len(made) == 1 else None
    if creation is None or creation.names != {SUPERVISOR} or creation.document is not document:
        return None
    bound = document.statement(creation.node)
    block = document.block(bound)
    after = block[block.index(bound) + 1 :]
    around = any(each in after for each in (statement, *document.ancestors(statement)))
    same = script.function(document, bound) is script.function(document, statement)
    otherwise = creation.hides_arguments or any(creation.argument(name) is not None for name in _OTHERWISE)
    alone = isinstance(bound, ast.Assign) and bound.value is creation.node
    return creation if around and same and alone and not otherwise and _is_followed(script, creation) else None


def name_of(session: Call) -> str:
    """Give the name that a session is bound to by the `with` or the assignment that makes it; else an empty text."""
    match session.document.statement(session.node):
        case ast.With(items=[ast.withitem(expr, ast.Name(name))]) if expr is session.node:
            return name
        case ast.Assign([ast.Name(name)], value) if value is session.node:
            return name
    return ""


def _is_followed(script: Script, creation: Call) -> bool:
    """Say whether all that the script uses of a supervisor is known to go well with a broadcast."""
    uses = {
        node.attr
        for document in script.documents
        for node in document.nodes(ast.Attribute)
        for value in script.values(node.value)
        if isinstance(value, Instance) and value.site.node is creation.node
    }
    return uses <= _FOLLOWED
