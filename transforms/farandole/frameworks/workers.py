"""Which functions of a script run in processes or threads that it starts itself."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from farandole.analysis.answers import answered_once
from farandole.analysis.points_to.values import Bound, Class, Function, Instance
from farandole.analysis.program import Call
from farandole.analysis.slicing import methods_of
from farandole.frameworks.script import Script

_PROCESSES = ("concurrent.futures.ProcessPoolExecutor.", "joblib.delayed", "multiprocessing.", "ray.remote")
_THREADS = ("concurrent.futures.ThreadPoolExecutor.", "threading.Thread", "threading.Timer")


def started(script: Script, call: Call) -> Iterator[ast.AST]:
    """Yield the functions that a call runs in a process or thread of its own."""
    if not _is_of(script, call, (*_PROCESSES, *_THREADS)):
        return
    for value in script.values(call.node):
        if isinstance(value, Instance) and isinstance(value.of, Class):
            yield from methods_of(script, value.of, ("run",))
    for argument in call.arguments:
        for value in script.values(argument):
            match value:
                case Function(site) | Bound(_, Function(site)):
                    yield site.node


def starters(script: Script, function: ast.AST) -> Sequence[Call]:
    """Give the calls that run a function in a process or thread of its own."""
    return _starters(script).get(function, ())


def is_in_thread(script: Script, call: Call) -> bool:
    """Say whether what a call starts runs in a thread, and not in a process."""
    return _is_of(script, call, _THREADS)


@answered_once
def _starters(script: Script) -> Mapping[ast.AST, Sequence[Call]]:
    found: defaultdict[ast.AST, list[Call]] = defaultdict(list)
    for call in script.calls:
        for function in started(script, call):
            found[function].append(call)
    return found


def _is_of(script: Script, call: Call, names: tuple[str, ...]) -> bool:
    """Say whether a call is one of these functions, or makes an object of a class that derives from one of these."""
    made = (each.of for each in script.values(call.node) if isinstance(each, Instance) and isinstance(each.of, Class))
    ancestors = (name for owner in made for name in script.library_ancestors(owner))
    return any(name.startswith(names) for name in (*call.names, *ancestors))
