"""Sessions and estimators: `config.gpu_options.visible_device_list = str(hvd.local_rank())`."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from farandole.analysis.points_to.lattice import one
from farandole.analysis.points_to.values import Bound, Class, Constant, Instance, Library
from farandole.analysis.program import Call
from farandole.frameworks.script import Script
from farandole.rules.horovod.devices.early import listed
from farandole.rules.horovod.devices.local_rank import depends_on_local_rank, free_name
from farandole.rules.horovod.names import horovod, tensorflow
from farandole.rules.horovod.restrictions.hvd234_devices_chosen import (
    initialised_all,
    unknown_configuration,
    unknown_objects,
)
from farandole.rules.rule import Finding, Rule, Status
from farandole.source import Document, Edit, EditSet, layout

MONITORED = "tensorflow.train.MonitoredSession"
REPLACE = "tensorflow.estimator.RunConfig.replace"
LIST = "visible_device_list"
_ONLY_IN_1 = (
    "Session",
    "InteractiveSession",
    "ConfigProto",
    "GPUOptions",
    "placeholder",
    "get_variable",
    "variable_scope",
    "global_variables_initializer",
    "trainable_variables",
    "app.run",
    "logging.info",
    "logging.set_verbosity",
    "train.get_global_step",
    "train.get_or_create_global_step",
    "train.Saver",
    "train.MonitoredTrainingSession",
    "train.GradientDescentOptimizer",
    "train.AdamOptimizer",
    "train.MomentumOptimizer",
    "train.AdagradOptimizer",
    "train.RMSPropOptimizer",
    "layers.dense",
    "layers.conv2d",
    "losses.sparse_softmax_cross_entropy",
    "set_random_seed",
)
"""Names of `tensorflow` that TensorFlow 2 has below `compat.v1` only."""


@dataclass(frozen=True)
class _Unconfigured:
    """A call that lacks a configuration: the parameter that takes it, and what to give for a session's."""

    call: Call
    parameter: str
    given: Callable[[str], str]
    options: str = ""


def find(rule: Rule, script: Script) -> Iterator[Finding]:
    """Find the sessions and estimators of the project, and whether each is pinned to the GPU of its process."""
    found: dict[ast.AST, Finding] = {}
    for call in script.calls:
        if not any(isinstance(value, Class) for value in script.values(call.node.func)):
            for node, finding in _of_call(rule, script, call):
                found.setdefault(node, finding)
    told = listed(script)
    for node, finding in found.items():
        if told is not None and finding.status is Status.MISSING:
            yield initialised_all(told).finding(rule.code, finding.document, node)
        else:
            yield finding


def _of_call(rule: Rule, script: Script, call: Call) -> Iterator[tuple[ast.AST, Finding]]:
    parameter = str(call.entry.facts.get("config") or "") if call.entry is not None else ""
    if call.entry is not None and call.entry.name == MONITORED:
        if call.argument("session_creator") is None and not call.may_hide("session_creator"):
            creator = f"{v1_name(script, call.document, call.node.func)}.train.ChiefSessionCreator"
            yield (
                call.node,
                _missing(rule, script, _Unconfigured(call, "session_creator", lambda c: f"{creator}(config={c})")),
            )
    elif _role(script, call) == "estimator" and parameter:
        yield from _of_estimator(rule, script, call, parameter)
    elif parameter and _role(script, call) != "run-config":
        yield from _of_session(rule, script, _Unconfigured(call, parameter, lambda config: config))


def _role(script: Script, call: Call) -> str | None:
    return next((script.role_of(value) for value in script.values(call.node) if isinstance(value, Instance)), None)


def _of_session(rule: Rule, script: Script, lacking: _Unconfigured) -> Iterator[tuple[ast.AST, Finding]]:
    argument = lacking.call.argument(lacking.parameter)
    if argument is None and not lacking.call.may_hide(lacking.parameter):
        entry = lacking.call.entry
        if entry is None or "config-optional" not in entry.facts:
            yield lacking.call.node, _missing(rule, script, lacking)
        return
    values = script.values(argument)
    configs = script.instances(argument, "session-config")
    refusal = unknown_objects(script, lacking.call, argument, "session-config", "session configuration")
    if argument is not None and values == one(Constant(None)) and isinstance(argument, ast.Constant):
        yield lacking.call.node, _missing(rule, script, lacking)
    elif refusal is not None:
        yield lacking.call.node, refusal.finding(rule.code, lacking.call.document, lacking.call.node)
    else:
        for creation in filter(None, map(script.creation, configs)):
            yield creation.node, _of_config(rule, script, creation)


def _of_estimator(rule: Rule, script: Script, call: Call, parameter: str) -> Iterator[tuple[ast.AST, Finding]]:
    argument = call.argument(parameter)
    if argument is None and not call.may_hide(parameter):
        lacking = _Unconfigured(call, parameter, partial(_run_config, script, call), "allow_soft_placement=True")
        yield call.node, _missing(rule, script, lacking)
        return
    found = script.instances(argument, "run-config")
    creations = [made for each in found if (made := script.creation(each)) is not None]
    refusal = unknown_objects(script, call, argument, "run-config", "RunConfig")
    if refusal is not None:
        yield call.node, refusal.finding(rule.code, call.document, call.node)
    while creations:
        creation = creations.pop()
        if creation.attribute == "replace" and creation.keyword("session_config") is None:
            receivers = (script.creation(each) for each in creation.receivers if isinstance(each, Instance))
            creations += [each for each in receivers if each is not None]
            continue
        lacking = _Unconfigured(creation, "session_config", lambda config: config, "allow_soft_placement=True")
        yield from _of_session(rule, script, lacking)


def _run_config(script: Script, call: Call, config: str) -> str:
    tf = tensorflow(script, call.document).text
    return f"{tf}.estimator.RunConfig(session_config={config})"


def _name(call: Call) -> str:
    return call.document.segment(call.node.func)


# A configuration that is missing.


def _missing(rule: Rule, script: Script, lacking: _Unconfigured) -> Finding:
    return Finding(
        rule,
        Status.MISSING,
        lacking.call.document,
        lacking.call.document.span(lacking.call.node),
        f"`{_name(lacking.call)}` uses the first GPU in every process of a machine",
        "let hvd.local_rank() choose the GPU in its configuration",
        fix=partial(_add_config, script, lacking),
    )


def _add_config(script: Script, lacking: _Unconfigured) -> EditSet:
    """Give a call a configuration: made in statements before it, or inline where none can stand."""
    document, node = lacking.call.document, lacking.call.node
    hvd = horovod(script, document)
    v1 = v1_name(script, document, node.func)
    statement = document.statement(node)
    edits = [*hvd.edits, *tensorflow_import(script, document, v1, lacking.given(""))]
    if _is_evaluated_once(document, node, statement):
        name = free_name(document, "config", "session_config")
        lines = [f"{name} = {v1}.ConfigProto({lacking.options})", f"{name}.gpu_options.{LIST} = {_rank(hvd.text)}"]
        edits += layout.insert_before(document, statement, lines, once=True)
    else:
        options = f"{lacking.options}, " if lacking.options else ""
        name = f"{v1}.ConfigProto({options}gpu_options={v1}.GPUOptions({LIST}={_rank(hvd.text)}))"
    argument = lacking.call.argument(lacking.parameter)
    if argument is not None:
        edits += layout.replace(document, argument, lacking.given(name))
    else:
        edits += layout.add_argument(document, node, f"{lacking.parameter}={lacking.given(name)}")
    return EditSet.of(document, edits)


def _is_evaluated_once(document: Document, node: ast.AST, statement: ast.stmt) -> bool:
    """Say whether what stands before a statement is evaluated right before a node in it."""
    if not isinstance(statement, ast.Assign | ast.Expr | ast.With | ast.Return):
        return False
    inner = (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
    for each in document.ancestors(node):
        if each is statement:
            return not isinstance(document.owner(statement), ast.ClassDef)
        if isinstance(each, inner):
            return False
    return False


def _rank(hvd: str) -> str:
    return f"str({hvd}.local_rank())"


# A configuration that is there.


def _of_config(rule: Rule, script: Script, creation: Call) -> Finding:
    document, span = creation.document, creation.document.span(creation.node)
    settings = _settings(script, creation)
    if settings and all(depends_on_local_rank(script, value) for _, value in settings):
        return Finding(rule, Status.DONE, document, span, "the session uses the GPU of hvd.local_rank()")
    if _uses_no_gpu(creation):
        return Finding(rule, Status.DONE, document, span, "the session uses no GPU")
    options = creation.argument("gpu_options")
    if options is not None and not settings and not _gpu_options(script, creation) and not creation.assigned_to:
        return unknown_configuration(creation, "gpu_options").finding(rule.code, document, creation.node)
    return Finding(
        rule,
        Status.MISSING,
        document,
        span,
        "sessions with this configuration use the same GPU in every process of a machine",
        f"set its gpu_options.{LIST} to str(hvd.local_rank())",
        fix=partial(_pin, script, creation, tuple(settings)),
    )


def _uses_no_gpu(creation: Call) -> bool:
    """Say whether a configuration counts no GPU: `device_count={"GPU": 0}`."""
    match creation.argument("device_count"):
        case ast.Dict([ast.Constant("GPU")], [ast.Constant(0)]):
            return True
    return False


def _pin(script: Script, creation: Call, settings: tuple[tuple[Document, ast.expr], ...]) -> EditSet:
    """Set the GPU of a configuration: where the script sets it, else after its assignment, else in its arguments."""
    options = _gpu_options(script, creation)
    if settings:
        return EditSet.union(_set(script, document, value) for document, value in settings)
    if options and not creation.assigned_to:
        return EditSet.union(_given(script, call, "") for call in options)
    return _given(script, creation, creation.assigned_to)


def _set(script: Script, document: Document, value: ast.expr) -> EditSet:
    """Set what the script sets already to another value."""
    hvd = horovod(script, document)
    return EditSet.of(document, [*hvd.edits, *layout.replace(document, value, _rank(hvd.text))])


def _given(script: Script, creation: Call, name: str) -> EditSet:
    """Set the GPU of a configuration that has a name in a statement, of one without and of GPU options by argument."""
    document, node = creation.document, creation.node
    hvd = horovod(script, document)
    if name:
        line = f"{name}.gpu_options.{LIST} = {_rank(hvd.text)}"
        added = layout.insert_after(document, document.statement(node), [line], once=True)
    elif _role(script, creation) == "gpu-options":
        added = layout.add_argument(document, node, f"{LIST}={_rank(hvd.text)}")
    else:
        options = f"{v1_name(script, document, node.func)}.GPUOptions({LIST}={_rank(hvd.text)})"
        added = layout.add_argument(document, node, f"gpu_options={options}")
        added += tensorflow_import(script, document, options)
    return EditSet.of(document, [*hvd.edits, *added])


def _gpu_options(script: Script, creation: Call) -> list[Call]:
    found = script.instances(creation.argument("gpu_options"), "gpu-options")
    return [call for each in found if (call := script.creation(each)) is not None]


def _settings(script: Script, creation: Call) -> list[tuple[Document, ast.expr]]:
    """Give the values that the script sets a configuration's visible devices to, wherever it does."""
    objects = {value for value in script.values(creation.node) if isinstance(value, Instance)}
    options = _gpu_options(script, creation)
    objects |= {value for call in options for value in script.values(call.node) if isinstance(value, Instance)}
    found = [
        (document, statement.value)
        for document in script.documents
        for statement in document.statements
        if isinstance(statement, ast.Assign)
        for target in statement.targets
        if isinstance(target, ast.Attribute) and target.attr == LIST
        if not objects.isdisjoint(_holders(script, target.value))
    ]
    given = [(call.document, keyword.value) for call in options if (keyword := call.keyword(LIST)) is not None]
    return found or given


def _holders(script: Script, node: ast.expr) -> set[Instance]:
    """Give the configurations, or their GPU options, that an expression such as `config.gpu_options` stands for."""
    found: set[Instance] = set()
    for value in script.values(node):
        if isinstance(value, Bound) and isinstance(value.receiver, Instance):
            found.add(value.receiver)
        elif isinstance(value, Instance):
            found.add(value)
    return found


def tensorflow_import(script: Script, document: Document, *texts: str) -> tuple[Edit, ...]:
    """Give the import of TensorFlow that expressions need where the file has none."""
    tf = tensorflow(script, document)
    return tf.edits if any(text.startswith(f"{tf.text}.") for text in texts) else ()


def v1_name(script: Script, document: Document, *first: ast.expr) -> str:
    """Give what a file writes before the names of TensorFlow 1: as in the `first` of its expressions, else as anywhere."""
    nodes = [*first, *document.nodes(ast.Attribute)]
    for node in nodes:
        for value in script.values(node) if isinstance(node, ast.expr) else ():
            if isinstance(value, Library) and value.name.removeprefix("tensorflow.") in _ONLY_IN_1:
                module = _before(node, value.name.removeprefix("tensorflow."))
                if module is not None and script.names_of(module) == {"tensorflow"}:
                    return document.segment(module)
    tf = tensorflow(script, document).text
    return f"{tf}.compat.v1"


def _before(node: ast.AST, name: str) -> ast.expr | None:
    """Give what an expression has before a dotted name at its end; None where it doesn't end so."""
    for part in reversed(name.split(".")):
        if not isinstance(node, ast.Attribute) or node.attr != part:
            return None
        node = node.value
    return node if isinstance(node, ast.expr) else None
