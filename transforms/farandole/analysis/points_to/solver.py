"""Who is what: a points-to analysis of a script and the modules that it reaches, solved until nothing changes.

Sets of allocation sites flow through assignments, parameters and returns, attributes of `self` (one set for each class
and attribute), and the items of containers. Inside one scope the order of statements counts and branches are joined;
what other scopes see of a name is the union of all that is ever assigned to it. Calls are not distinguished by their
context.
"""

from __future__ import annotations

import ast
from collections.abc import Callable

from farandole.analysis.points_to.by_use import name_by_use
from farandole.analysis.points_to.expressions import evaluate
from farandole.analysis.points_to.flow import Flow, Frame
from farandole.analysis.points_to.functions import decorator_names, is_method, receiver_of
from farandole.analysis.points_to.lattice import one
from farandole.analysis.points_to.members import is_called_back
from farandole.analysis.points_to.relations import ANY, Parameter, Result
from farandole.analysis.points_to.statements import read_block
from farandole.analysis.points_to.values import Class, Constant, Container, Library, Unknown
from farandole.analysis.scopes import FunctionNode, Scope, defaulted, parameters
from farandole.catalog import Catalog
from farandole.project import Project


def solve(project: Project, catalog: Catalog, proceed: Callable[[], None]) -> Flow:
    """Read a script and everything that it reaches, until nothing changes.

    First all that is certain, then what is known by its use alone; what still is nothing then can't be followed, and
    is unknown. `proceed` is called again and again, and may end the analysis by raising.
    """
    flow = Flow(project, catalog)
    flow.proceed = proceed
    flow.enter(project.entry)
    _settle(flow)
    _read_uncalled(flow)
    flow.recognises = True
    _read_unresolved(flow)
    flow.concludes = True
    _read_unresolved(flow)
    while _open_parameters(flow) or name_by_use(flow):
        _settle(flow)
    return flow


def _settle(flow: Flow) -> None:
    while flow.queue:
        flow.proceed()
        unit = next(iter(flow.queue))
        del flow.queue[unit]
        flow.unit = unit
        _read_unit(flow, flow.scopes[unit])
    flow.unit = None


def _read_unresolved(flow: Flow) -> None:
    flow.queue.update(flow.unresolved)
    flow.unresolved.clear()
    _settle(flow)


def _read_uncalled(flow: Flow) -> None:
    """Let the parameters stand for their defaults of functions that no call is seen of, or that a library may call."""
    for node in flow.scopes:
        if isinstance(node, FunctionNode) and (node in flow.escaped or not flow.callers[node]):
            _leave_out_all(flow, node)
    _settle(flow)


def _leave_out_all(flow: Flow, node: FunctionNode) -> None:
    for parameter, _ in defaulted(node):
        flow.leave_out(Parameter(node, parameter.arg))


def _read_unit(flow: Flow, scope: Scope) -> None:
    """Read a module's or a function's own statements."""
    node, frame = scope.node, Frame(flow, scope, {})
    if isinstance(node, ast.Module):
        read_block(frame, node.body)
        return
    assert not isinstance(node, ast.ClassDef)
    for parameter in parameters(node):
        frame.bind(parameter.arg, flow.ask(Parameter(node, parameter.arg)), frame.site(parameter))
    if isinstance(node, ast.Lambda):
        flow.fill(Result(node), evaluate(frame, node.body), frame.site(node))
        return
    first = next(iter(parameters(node)), None)
    if is_method(scope) and first is not None:
        assert scope.parent is not None
        owner = Class(frame.site(scope.parent.node))
        received = frame.environment[first.arg] | receiver_of(node, owner)
        frame.bind(first.arg, received, frame.site(first))
    if read_block(frame, node.body) and node not in flow.generators:
        flow.fill(Result(node), one(Constant(None)), frame.site(node))


def _open_parameters(flow: Flow) -> bool:
    """Let the parameters be unknown of functions that a library may call, and those that no call is seen to give.

    Says whether that has changed anything.
    """
    for node, scope in flow.scopes.items():
        if not isinstance(node, FunctionNode) or not scope.module.own:
            continue
        called_from_outside = node in flow.escaped or _overrides(flow, scope)
        is_open = called_from_outside or not flow.callers[node]
        if is_open:
            _leave_out_all(flow, node)
        received = is_method(scope) and "staticmethod" not in decorator_names(node)
        for parameter in parameters(node)[1 if received else 0 :]:
            site = flow.site(scope.module, parameter)
            given = one(Unknown(site, "is given by a call that is not seen"))
            if parameter in (node.args.vararg, node.args.kwarg):
                if is_open:
                    flow.put(Container(site), ANY, given)
            elif (node, parameter.arg) in flow.passed_by_libraries:
                continue
            elif is_open or flow.row(Parameter(node, parameter.arg)) is None:
                flow.fill(Parameter(node, parameter.arg), given, site)
    return bool(flow.queue)


def _overrides(flow: Flow, scope: Scope) -> bool:
    """Say whether a function is a method that a library may call: of a class that derives from one of a library."""
    name = getattr(scope.node, "name", "")
    if not is_method(scope) or scope.parent is None or name == "__init__":
        return False
    owner = Class(flow.site(scope.module, scope.parent.node))
    derives = any(isinstance(each, Library | Unknown) for each in flow.mro(owner))
    return derives and (name.startswith("__") or is_called_back(flow, owner, name))
