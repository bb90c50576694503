"""Which calls show or write something, and what each gives back."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from farandole.analysis.effects.files import Files
from farandole.analysis.effects.openers import WRITING
from farandole.analysis.points_to.values import Instance, Value
from farandole.analysis.program import Call
from farandole.frameworks.script import Script

OBJECTS = frozenset(
    {"callback", "hook", "estimator", "run-config", "monitored-session", "file-writer", "summary-writer"}
)
"""Roles of objects that write later; leaving them to rank 0 takes more than a condition around a statement."""

OWN_MESSAGES = frozenset({"error", "exception", "critical", "fatal"})
"""What every process may log: that it is in trouble."""

LEFT_ALONE = frozenset(
    {
        "warnings.warn",
        "traceback.print_exc",
        "traceback.print_stack",
        "traceback.print_exception",
        "tensorflow.estimator.train_and_evaluate",
        "tensorflow.train.Supervisor",
        "tensorflow.contrib.slim.learning.train",
        "tensorflow.contrib.training.train",
    }
)

COMMANDS = frozenset(
    f"{module}.{name}"
    for module, names in {
        "os": ("system", "popen"),
        "subprocess": ("Popen", "call", "check_call", "check_output", "getoutput", "run"),
    }.items()
    for name in names
)
"""Programs that are started: what they do is not known."""

LOG_FILES = frozenset(
    {"logging.FileHandler", "logging.handlers.RotatingFileHandler", "logging.handlers.TimedRotatingFileHandler"}
)

IDENTITIES = frozenset({"tensorflow.Print", "tensorflow.keras.backend.print_tensor"})
"""Calls that print and give back their first argument."""


def facts(call: Call) -> Mapping[str, object]:
    """Give the catalogue's facts of a call."""
    return call.entry.facts if call.entry is not None else {}


def parameter(call: Call, fact: str) -> ast.expr | None:
    """Give the argument for the parameter that a fact of the catalogue names."""
    name = facts(call).get(fact)
    return call.argument(name) if isinstance(name, str) else None


def opens_to_write(files: Files, call: Call) -> bool:
    """Say whether a call opens a file to write it."""
    return any(set(mode) & WRITING for mode in files.modes(call) or ())


def is_output(files: Files, call: Call) -> bool:
    """Say whether a call shows or writes something at once, so that a condition around it is what it needs."""
    said = files.facts(call)
    if not said or call.names & (LEFT_ALONE | LOG_FILES):
        return False
    if said.get("downloads"):
        return bool(said.get("fetches-again")) and not files.fetches_apart(call)
    if "silenced-by" in said or "reads-input" in said or said.get("ends-process"):
        return False
    if call.entry is not None:
        if call.entry.role in OBJECTS or (call.attribute in OWN_MESSAGES and "logging" in call.entry.name):
            return False
        if said.get("writes") and "path" in said and result(call) == "value":
            named = parameter(call, "path") is not None or call.hides_arguments
            return named or bool(said.get("names-path")) or call.entry.kind == "class"
    return bool(said.get("prints") or said.get("writes")) or opens_to_write(files, call)


def result(call: Call) -> str:
    """Tell what an output call gives back: `none`, `value` or `path`."""
    return str(facts(call).get("result", "value"))


def targets(script: Script, call: Call) -> frozenset[Value]:
    """Give the objects that a call writes to: its receiver, the file that it is given."""
    files = (parameter(call, "path"), call.argument("file"), call.argument("stream"))
    return frozenset(call.receivers).union(*(script.values(each) for each in files))


def progress_bars(script: Script, call: Call) -> list[Call]:
    """Give the creations of the progress bars that a call belongs to."""
    bars = [
        script.creation(each)
        for each in call.receivers
        if isinstance(each, Instance) and script.role_of(each) == "progress-bar"
    ]
    return [bar for bar in bars if bar is not None]
