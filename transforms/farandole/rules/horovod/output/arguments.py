"""Arguments that silence a call on the ranks other than 0: `verbose`, `disable`, the folder that it writes to."""

from __future__ import annotations

import ast
from functools import partial

from farandole.analysis.effects.files import written_with
from farandole.analysis.overriding import takes
from farandole.analysis.points_to.values import Constant, Container
from farandole.analysis.program import Call
from farandole.catalog import Entry
from farandole.frameworks.horovod.support import known_version
from farandole.frameworks.script import Script
from farandole.rules.horovod.graphs.library_loops import LOOP
from farandole.rules.horovod.graphs.supervisors import SUPERVISOR
from farandole.rules.horovod.names import STANDALONE_KERAS, keras_module, library, tensorflow
from farandole.rules.horovod.output.calls import LOG_FILES, facts
from farandole.rules.horovod.output.changes import FIRST, Change, Done, Obstacle
from farandole.rules.horovod.output.guards import Guards, writes_own
from farandole.rules.horovod.output.results import leave_to_rank_zero
from farandole.source import Document, Edit, layout

NO_DIRECTORY = frozenset({"estimator", "run-config", "monitored-session"})
"""Roles of what writes to a directory, and does not without one."""

_WITHOUT_LOGS = frozenset(
    {
        LOOP,
        SUPERVISOR,
        "tensorflow.contrib.summary.create_file_writer",
        "tensorflow.contrib.summary.create_summary_file_writer",
    }
)
"""What writes nothing where its folder is None."""

_NOT_RESUMED = (None, False, "never")

DIRECTORIES = ("checkpoint_dir", "model_dir", "summary_dir")


def guard_arguments(guards: Guards) -> None:
    """Find the calls that an argument silences, and the objects that have a silent stand-in."""
    for call in guards.script.calls:
        said = facts(call)
        if call.entry is None or guards.is_guarded(call.document, call.node):
            continue
        if "resumes" in said and _may_resume(guards.script, call, str(said["resumes"])):
            guards.found.append(_resumed(call))
        elif "hands-out" in said and (asked := _handed_out(guards, said["hands-out"])) is not None:
            guards.found.append(_lost(call, asked))
        elif "silent" in said:
            silent = f'"{said["silent"]}"'
            _switch(guards, call, str(said["silenced-by"]), silent, default=f"None if {FIRST} else {silent}")
        elif "silenced-by" in said:
            _switch(guards, call, str(said["silenced-by"]), silent="True", default="{hvd}.rank() != 0")
        elif "verbose" in said and not (said.get("writes") or said.get("prints")):
            default = f"1 if {FIRST} else 0" if _shows_by_itself(guards.script, call) else ""
            _switch(guards, call, str(said["verbose"]), silent="0", default=default)
        elif "draws-on" in said:
            _draw_nowhere(guards, call, str(said["draws-on"]))
        else:
            _silence(guards, call, call.entry)


def _may_resume(script: Script, call: Call, name: str) -> bool:
    """Say whether a call may go on with an earlier run."""
    argument = call.argument(name)
    if argument is None:
        return False
    return not all(isinstance(each, Constant) and each.value in _NOT_RESUMED for each in script.values(argument))


def _resumed(call: Call) -> Obstacle:
    return Obstacle(
        call.document,
        call.document.span(call.node),
        f"`{ast.unparse(call.node.func)}` goes on with an earlier run, of which rank 0 alone would know how far it came",
        "resume from a checkpoint whose step rank 0 sends to all, in a run of its own",
        blocks=True,
    )


def _handed_out(guards: Guards, given: object) -> Call | None:
    """Give a call of one of these names that all ranks make, and whose result is used."""
    names = frozenset(given) if isinstance(given, tuple) else frozenset()
    asked = (each for each in guards.script.calls if not names.isdisjoint(each.names))
    used = (each for each in asked if not isinstance(each.document.parent(each.node), ast.Expr))
    return next((each for each in used if not guards.is_guarded(each.document, each.node)), None)


def _lost(call: Call, asked: Call) -> Obstacle:
    return Obstacle(
        asked.document,
        asked.document.span(asked.node),
        f"`{asked.attribute}` gives nothing where `{ast.unparse(call.node.func)}` is told to write nothing: rank 0 alone "
        "would have what every process needs",
        "fetch it before the training, in a script of its own, and read the files here",
        blocks=True,
    )


def _shows_by_itself(script: Script, call: Call) -> bool:
    """Say whether a call shows its progress where it is not told whether to, as far as the version is known."""
    said = facts(call)
    if call.entry is not None and call.entry.role == "progress-bar":
        return True
    if not (said.get("trains") or said.get("evaluates")) or said.get("quiet") == "always":
        return False
    if said.get("quiet") != "before-2.9":
        return True
    version = known_version(script)
    if version is not None:
        return version >= (2, 9)
    return keras_module(script, call.document) != STANDALONE_KERAS and not script.is_for_version_1


def _silence(guards: Guards, call: Call, entry: Entry) -> None:
    """Find what an object is made with that lets it write nothing, or elsewhere, on the other ranks."""
    if entry.role == "callback" and "own-path" in entry.facts:
        _own_folder(guards, call, str(entry.facts["own-path"]))
    elif "data" in entry.facts and "own-path" in entry.facts:
        _own_file(guards, call, call.argument(str(entry.facts["own-path"])))
    elif writes_own(guards, call):
        return
    elif entry.role in NO_DIRECTORY:
        for name in DIRECTORIES:
            directory = call.argument(name)
            if directory is not None:
                _conditional(guards, call, directory, "None")
    elif call.names & _WITHOUT_LOGS and (directory := call.argument("logdir")) is not None:
        _conditional(guards, call, directory, "None")
    elif entry.name == "tensorflow.summary.create_file_writer":
        tf = tensorflow(guards.script, call.document)
        _stand_in(guards, call, tf.edits, f"{tf.text}.summary.create_noop_writer()")
    elif call.names & LOG_FILES:
        logging = library(guards.script, call.document, "logging", "logging")
        _stand_in(guards, call, logging.edits, f"{logging.text}.NullHandler()")
    elif "logging.basicConfig" in call.names and (keyword := call.keyword("filename")) is not None:
        os = library(guards.script, call.document, "os", "os")
        _conditional(guards, call, keyword.value, f"{os.text}.devnull", os.edits)
    elif (folder := written_with(call)) is not None:
        _conditional(guards, call, folder, "None")
    elif entry.role == "file-writer":
        leave_to_rank_zero(guards, call)


def _switch(guards: Guards, call: Call, name: str, silent: str, default: str) -> None:
    """Give an argument its silent value on other ranks; where it is absent, `default` unless that is empty."""
    document = call.document
    argument = call.argument(name)
    if argument is not None:
        if _is_silent(guards, document, argument, silent):
            if not isinstance(argument, ast.Constant):
                guards.found.append(Done(document, document.span(argument)))
        elif isinstance(argument, ast.Constant) and argument.value is False:
            guards.found.append(_switched_off(call, argument, default))
        else:
            _conditional(guards, call, argument, silent)
        return
    if not default or not takes(guards.script, call, name):
        return
    if _is_switched(call, name):
        guards.found.append(Done(document, document.span(call.node)))
        return
    options = _options(call)
    if options is not None and call.may_hide(name) and not _shows_keywords(guards, call, name):
        other = f'{{"{name}": {silent}}}'
        guards.found.append(
            Change(
                document,
                document.span(call.node),
                f"`{call.attribute}` shows its progress on every rank",
                f"give it `{name}` by rank, whatever its options say",
                lambda hvd: layout.wrap(
                    document, options, "{**", f", **({{}} if {FIRST.format(hvd=hvd)} else {other})}}"
                ),
            )
        )
        return
    if _is_hidden(guards, call, name):
        return
    guards.found.append(
        Change(
            document,
            document.span(call.node),
            f"`{call.attribute}` shows its progress on every rank",
            f"give it `{name}` by rank",
            lambda hvd: layout.add_argument(document, call.node, f"{name}={default.format(hvd=hvd)}"),
        )
    )


def _options(call: Call) -> ast.expr | None:
    """Give what a call is given by `**`, where that is one name or the like, and nothing is given by `*`."""
    spread = [each.value for each in call.node.keywords if each.arg is None]
    if len(spread) != 1 or any(isinstance(each, ast.Starred) for each in call.node.args):
        return None
    return spread[0] if isinstance(spread[0], ast.Name | ast.Attribute | ast.Call | ast.Subscript) else None


def _is_switched(call: Call, name: str) -> bool:
    """Say whether what is given by `**` ends in this argument, or nothing, by a condition."""
    for keyword in call.node.keywords:
        match keyword:
            case ast.keyword(None, ast.Dict([*_, None], [*_, ast.IfExp() as last])):
                return any(isinstance(each, ast.Constant) and each.value == name for each in ast.walk(last))
    return False


def _is_hidden(guards: Guards, call: Call, name: str) -> bool:
    """Refuse to give a call an argument that `*` or `**` may give it; say whether they may."""
    if not call.may_hide(name) or _shows_keywords(guards, call, name):
        return False
    guards.found.append(
        Obstacle(
            call.document,
            call.document.span(call.node),
            f"`{call.attribute}` shows its progress on every rank, and `{name}` may be hidden in its arguments",
            f"pass `{name}` to `{call.attribute}` by name",
        )
    )
    return True


def _draw_nowhere(guards: Guards, call: Call, name: str) -> None:
    """Let a progress bar draw on no screen on the other ranks, by the argument that says where it draws."""
    sys, os = (library(guards.script, call.document, module, module) for module in ("sys", "os"))
    nowhere = f'open({os.text}.devnull, "w")'
    given = call.argument(name)
    if given is not None:
        _conditional(guards, call, given, nowhere, os.edits)
        return
    if _is_hidden(guards, call, name):
        return
    where = f"{name}={sys.text}.stderr if {FIRST} else {nowhere}"
    guards.found.append(
        Change(
            call.document,
            call.document.span(call.node),
            f"`{call.attribute}` shows its progress on every rank",
            "leave it to rank 0",
            lambda hvd: (
                *sys.edits,
                *os.edits,
                *layout.add_argument(call.document, call.node, where.format(hvd=hvd)),
            ),
        )
    )


def _switched_off(call: Call, argument: ast.Constant, other: str) -> Change:
    """Give the change of a switch that is off, and says so, to the text by which others than rank 0 turn it on."""
    return Change(
        call.document,
        call.document.span(argument),
        f"`{call.attribute}` shows its progress on every rank",
        "leave it to rank 0",
        lambda hvd: layout.replace(call.document, argument, other.format(hvd=hvd)),
    )


def _is_silent(guards: Guards, document: Document, argument: ast.expr, silent: str) -> bool:
    """Say whether an argument has its silent value on the other ranks."""
    if silent.startswith('"'):
        return guards.script.constants(argument) == {silent.strip('"')}
    return guards.ranks.truth(document, argument) is (silent == "True")


def _shows_keywords(guards: Guards, call: Call, name: str) -> bool:
    """Say whether all that `**` brings is known, and an argument of this name is not among it."""
    if any(isinstance(each, ast.Starred) for each in call.node.args):
        return False
    for keyword in call.node.keywords:
        if keyword.arg is None:
            values = guards.script.values(keyword.value)
            if not values or not all(isinstance(each, Container) for each in values):
                return False
            keys = [key for each in values if isinstance(each, Container) for key in guards.script.flow.items(each)]
            if name in keys or not all(isinstance(value, Container) and _is_literal(value) for value in values):
                return False
    return True


def _is_literal(container: Container) -> bool:
    node = container.site.node
    if isinstance(node, ast.Dict):
        return all(isinstance(key, ast.Constant) for key in node.keys)
    return isinstance(node, ast.Call) and not node.args and all(each.arg for each in node.keywords)


def _own_folder(guards: Guards, call: Call, name: str) -> None:
    """Give each process a folder of its own, below the one that is named: every one goes on from where it was."""
    document, argument = call.document, call.argument(name)
    message = f"`{call.attribute}` writes to one folder on every rank, and every rank goes on from what is in it"
    if argument is None:
        told = f"pass `{name}` to `{call.attribute}` by name"
        guards.found.append(Obstacle(document, document.span(call.node), message, told))
        return
    if any(path.is_own for path in guards.files.paths.of(document, argument)):
        guards.found.append(Done(document, document.span(argument)))
        return
    os = library(guards.script, document, "os", "os")
    guards.found.append(
        Change(
            document,
            document.span(argument),
            message,
            "give each process a folder of its own below it",
            lambda hvd: (
                *os.edits,
                *layout.wrap(document, argument, f"{os.text}.path.join(", f", str({hvd}.rank()))"),
            ),
        )
    )


def _own_file(guards: Guards, call: Call, path: ast.expr | None) -> None:
    """Give each process but the first a file of its own beside the one in which a dataset is kept, if it is in one."""
    document = call.document
    if path is None or (isinstance(path, ast.Constant) and not path.value):
        return
    may_be_empty = isinstance(path, ast.Name | ast.Attribute)  # then the dataset is kept in memory
    before = f"{document.segment(path)} and " if may_be_empty else ""
    if guards.ranks.decides(document, path) or any(each.is_own for each in guards.files.paths.of(document, path)):
        guards.found.append(Done(document, document.span(path)))
        return
    guards.found.append(
        Change(
            document,
            document.span(path),
            f"every rank writes the file {document.quote(path)} of {call.attribute}",
            "give each process a file of its own beside it",
            lambda hvd: layout.wrap(
                document, path, before, f' + (f"-{{{hvd}.rank()}}" if {hvd}.rank() > 0 else "")', ast.Add
            ),
        )
    )


def _conditional(guards: Guards, call: Call, node: ast.expr, other: str, edits: tuple[Edit, ...] = ()) -> None:
    """Give an argument another value on the other ranks, unless it is None or depends on the rank already."""
    document = call.document
    if isinstance(node, ast.Constant) and node.value is None:
        return
    if guards.ranks.decides(document, node) or guards.ranks.truth(document, node) is False:
        guards.found.append(Done(document, document.span(node)))
        return
    guards.found.append(
        Change(
            document,
            document.span(node),
            f"`{call.attribute}` {'writes' if other == 'None' else 'shows its progress'} on every rank",
            "leave it to rank 0",
            lambda hvd: (*edits, *layout.wrap(document, node, "", f" if {FIRST.format(hvd=hvd)} else {other}")),
        )
    )


def _stand_in(guards: Guards, call: Call, edits: tuple[Edit, ...], other: str) -> None:
    document = call.document
    guards.silent.add(call.node)
    guards.found.append(
        Change(
            document,
            document.span(call.node),
            f"`{call.attribute}` writes on every rank",
            "leave it to rank 0",
            partial(_stand_in_edits, document, call.node, edits, other),
        )
    )


def _stand_in_edits(
    document: Document, node: ast.expr, edits: tuple[Edit, ...], other: str, hvd: str
) -> tuple[Edit, ...]:
    return (*edits, *layout.wrap(document, node, "", f" if {FIRST.format(hvd=hvd)} else {other}"))
