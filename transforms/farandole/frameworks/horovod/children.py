"""Processes that a script starts and that import what is converted, so that Horovod is initialised in them, too."""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from farandole.analysis.program import Call
from farandole.frameworks.script import Script
from farandole.project.imports import import_statements, imported_names
from farandole.project.project import project_root
from farandole.source import UnreadableFile, read, real

_METHODS = ("multiprocessing.set_start_method", "multiprocessing.get_context")
_FORK = "fork"
_SEPARATORS = re.compile(r"[\s\"';&|]+")
_PYTHON = re.compile(r"(?:.*/)?python[\d.]*")


def fresh_workers(script: Script) -> Iterator[Call]:
    """Yield the calls by which worker processes are not forked, but import the script anew, as with `spawn`."""
    for call in script.calls_to(*_METHODS):
        method = call.argument("method") or next(iter(call.positional), None)
        if method is not None and script.constants(method) != {_FORK} and script.may_run(call.document, call.node):
            yield call


def programs(script: Script) -> Iterator[tuple[Call, Path]]:
    """Yield the calls that start Python with a file that is a module of the script, or imports one, and that file.

    A file that the command names and that is not found where the script stands is taken for the module of its name.
    """
    for call in script.calls:
        told = call.entry.facts.get("runs-command") if call.entry is not None else None
        command = call.argument(str(told)) if told is not None else None
        if command is None or not script.may_run(call.document, call.node):
            continue
        file = _file(script, _words(script, command))
        if file is not None and _imports_module(script, file):
            yield call, file


def _words(script: Script, command: ast.expr) -> list[str]:
    """Give the words that are known of a command, `python` for `sys.executable`."""
    words: list[str] = []
    for each in ast.walk(command):
        match each:
            case ast.Attribute(ast.Name("sys"), "executable"):
                words.append("python")
            case ast.Constant(str(text)):
                words += _SEPARATORS.split(text)
            case ast.Name():
                texts = sorted(text for text in script.constants(each) if isinstance(text, str))
                words += (word for text in texts for word in _SEPARATORS.split(text))
    return words


def _file(script: Script, words: list[str]) -> Path | None:
    """Give the file of the project that a command lets Python run; None for other commands."""
    if not any(map(_PYTHON.fullmatch, words)):
        return None
    named = next((word for word in words if word.endswith(".py")), None)
    if named is None:
        modules = (after for word, after in pairwise(words) if word == "-m")
        found = script.flow.project.resolver.file(next(modules, ""))
        return found.path if found is not None and found.own else None
    here = script.entry.path.parent
    places = (real(Path(os.path.normpath(folder / named))) for folder in (here, project_root(script.entry.path)))
    there = next(filter(Path.is_file, places), None)
    modules_of_name = (each.path for each in script.documents if each.path.name == Path(named).name)
    return there or next(modules_of_name, None)


def _imports_module(script: Script, file: Path) -> bool:
    """Say whether a file is a module of a script, or imports one: also by way of others."""
    modules = {document.path for document in script.documents}
    pending, seen = [file], {file}
    while pending:
        path = pending.pop()
        if path in modules:
            return True
        try:
            tree = read(path).tree
        except UnreadableFile:
            continue
        names = (name for statement in import_statements(tree) for name in imported_names(statement, ""))
        found = (script.flow.project.resolver.file(name) for name in names)
        new = [real(each.path) for each in found if each is not None and each.own]
        pending += [each for each in new if each not in seen]
        seen.update(new)
    return False
