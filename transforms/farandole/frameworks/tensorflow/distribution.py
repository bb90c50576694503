"""What distributes a training already: strategies, servers, towers on several devices, models copied to GPUs."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from farandole.analysis.call_order import run_by
from farandole.analysis.defaults import is_off, switches
from farandole.analysis.points_to.values import Class, Instance, Library
from farandole.analysis.program import Call, Program
from farandole.analysis.scopes import FunctionNode, parameters
from farandole.analysis.slicing import passed_for
from farandole.source import Document
from farandole.source.binding import names_in, stored_among

DEVICE = ("tensorflow.device", "tensorflow.Graph.device")
"""What puts the operations of its `with` block on a device."""

COPIES = "copies of its model on several GPUs (`multi_gpu_model`)"
_BY = {
    "tensorflow.train.Server": "a TensorFlow server",
    "tensorflow.train.replica_device_setter": "TensorFlow's parameter servers",
    "tensorflow.train.SyncReplicasOptimizer": "TensorFlow's SyncReplicasOptimizer",
    "tensorflow.tpu.CrossShardOptimizer": "the CrossShardOptimizer of TPUs",
    "tensorflow.contrib.estimator.replicate_model_fn": "copies of its graph on all GPUs (`replicate_model_fn`)",
    "tensorflow.keras.utils.multi_gpu_model": COPIES,
}
STRATEGY = "a tf.distribute strategy"
_MPI = ("Get_rank", "Get_size", "rank", "size")
_READING = ("os.environ.get", "os.getenv")
_RANKS = frozenset(
    {
        "OMPI_COMM_WORLD_RANK",
        "OMPI_COMM_WORLD_SIZE",
        "PMI_RANK",
        "PMI_SIZE",
        "RANK",
        "SLURM_NTASKS",
        "SLURM_PROCID",
        "WORLD_SIZE",
    }
)
"""The variables by which launchers tell a process its number, and how many there are."""
_BY_VARIABLE = "the number of the process or of all, which it reads from `{}`"
_PART = ("compute_gradients", "gradients", "minimize")
_BUILDING = frozenset({"tensorflow.Variable", "tensorflow.get_variable", "tensorflow.variable_scope"})
"""What makes the variables of a graph."""


@dataclass(frozen=True)
class Distribution:
    """What distributes the training, what it does so by, and whether it is off unless an option asks for it."""

    document: Document
    node: ast.expr
    by: str
    optional: bool


def distributions(program: Program, steps: Sequence[Call]) -> tuple[Distribution, ...]:
    """Give that by which a script distributes its training itself: calls in the order of the text, then variables.

    Where all `steps` of the training are off without options, what is off with one of them only is not optional.
    """
    off = [switches(program, step.document, step.node) for step in steps]
    met = off if off and all(off) else [frozenset[ast.AST]()]
    found = {call: by for call, by in _calls(program)}
    calls = [
        Distribution(call.document, call.node, found[call], _is_optional(program, call, met))
        for call in program.calls
        if call in found
    ]
    return (*calls, *_read_ranks(program, met))


def _calls(program: Program) -> Iterator[tuple[Call, str]]:
    for name, by in _BY.items():
        yield from ((call, by) for call in program.calls_to(name))
    for call in program.creations("strategy"):
        if call.attribute != "get_strategy":
            yield call, STRATEGY
    for call in program.calls:
        if call.attribute == "scope" and _enters_unknown(program, call):
            yield call, f"what `{ast.unparse(call.node.func)}` may be the scope of, {STRATEGY} that is not seen here"
    yield from _by_ranks(program)
    towers = [call for call in program.calls_to(*DEVICE) if _is_of_turn(program, call.document, call.node)]
    parts = _with_callers(program, (call for call in program.calls if call.attribute in _PART)) if towers else ()
    copies = [call for call in program.calls if program.must_have_role(call.node.func, "model")] if towers else []
    for call in towers:
        if any(_stands_within(call, each) for each in parts):
            yield call, "a graph that is built once for each device"
        elif any(_stands_within(call, each) for each in copies):
            yield call, "copies of its model on several devices"
        elif _builds(program, call):
            yield call, "a graph whose parts are built on several devices"


def _by_ranks(program: Program) -> Iterator[tuple[Call, str]]:
    """Yield the calls that ask for the number of the process, where that is not left to Horovod."""
    if _asks_horovod(program):
        return
    for call in program.calls_to_module("mpi4py.MPI."):
        if call.attribute in _MPI:
            yield call, f"MPI, of which `{ast.unparse(call.node)}` asks for the number of the process or of all"
    for call in program.calls_to(*_READING):
        if call.node.args and (variable := _rank_variable(program, call.node.args[0])):
            yield call, _BY_VARIABLE.format(variable)


def _read_ranks(program: Program, met: Sequence[frozenset[ast.AST]]) -> Iterator[Distribution]:
    """Yield where the number of the process is read by `os.environ[…]`, where that is not left to Horovod."""
    if _asks_horovod(program):
        return
    for document in program.documents:
        for node in document.nodes(ast.Subscript):
            if (
                isinstance(node.ctx, ast.Load)
                and (variable := _rank_variable(program, node.slice))
                and Library("os.environ") in program.values(node.value)
            ):
                optional = all(is_off(program, document, node, each) for each in met)
                yield Distribution(document, node, _BY_VARIABLE.format(variable), optional)


def _asks_horovod(program: Program) -> bool:
    return any(name.startswith("horovod.") for call in program.calls for name in call.names)


def _rank_variable(program: Program, node: ast.expr) -> str:
    """Give the variable of a launcher that an expression names; empty for none."""
    named = {each for each in program.constants(node) if isinstance(each, str)}
    return next(iter(sorted(named & _RANKS)), "")


def _enters_unknown(program: Program, call: Call) -> bool:
    """Say whether a `with` enters the scope of an object that is neither of the project nor a strategy made in it."""
    if not isinstance(call.node.func, ast.Attribute) or call.node.args or call.node.keywords:
        return False
    if not isinstance(call.document.parent(call.node), ast.withitem):
        return False
    objects = program.values(call.node.func.value)
    known = [each for each in objects if isinstance(each, Instance) and _is_known(program, each)]
    return len(known) < len(objects) or not objects


def _is_known(program: Program, value: Instance) -> bool:
    return isinstance(value.of, Class) or program.role_of(value) == "strategy"


def _is_optional(program: Program, call: Call, met: Sequence[frozenset[ast.AST]]) -> bool:
    """Say whether a script that trains without other options never comes to a call, or comes to it on a TPU only."""
    if all(is_off(program, call.document, call.node, each) for each in met):
        return True
    on_tpu = "tpu" in call.attribute.lower() or any(".tpu." in name for name in call.names)
    return on_tpu and any(isinstance(each, ast.If | ast.Try | ast.IfExp) for each in call.document.ancestors(call.node))


def _is_of_turn(program: Program, document: Document, node: ast.expr, seen: frozenset[ast.AST] = frozenset()) -> bool:
    """Say whether an expression depends on the variable of a loop around it, or around a call that passes it on."""
    used = names_in(node)
    if any(_turns(each) & used for each in document.ancestors(node)):
        return True
    function = next((each for each in document.ancestors(node) if isinstance(each, FunctionNode)), None)
    if function is None or function in seen:
        return False
    names = (each.arg for each in parameters(function) if each.arg in used)
    passed = (given for name in names for given in passed_for(program, function, name))
    return any(given is not None and _is_of_turn(program, *given, seen | {function}) for given in passed)


def _turns(loop: ast.AST) -> set[str]:
    """Give the names that are others in each turn of a loop, and tell it; none of another statement."""
    match loop:
        case ast.For(target=target):
            return names_in(target)
        case ast.While(test=test):
            return names_in(test) & stored_among(ast.walk(loop))
    return set()


def _with_callers(program: Program, calls: Iterable[Call]) -> tuple[Call, ...]:
    """Give calls, and those of the functions that they stand in, and so on."""
    found: dict[Call, None] = {}
    pending = list(calls)
    while pending:
        call = pending.pop()
        if call not in found:
            found[call] = None
            function = program.function(call.document, call.node)
            pending += program.callers(function) if function is not None else ()
    return tuple(found)


def _builds(program: Program, device: Call) -> bool:
    """Say whether variables are made where a device is chosen, also in the project's functions."""
    within = {node for body in run_by(program, device.document.statement(device.node)) for node in program.within(body)}
    return any(call.node in within and not call.names.isdisjoint(_BUILDING) for call in program.calls)


def _stands_within(device: Call, call: Call) -> bool:
    statement = device.document.statement(device.node)
    return call.document is device.document and statement in call.document.ancestors(call.node)
