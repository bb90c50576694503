"""Modules that a script imports and that stand somewhere else below its project's root, where no name leads to them."""

from __future__ import annotations

import ast
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from farandole.project.project import Project, project_root
from farandole.source import Document

_SKIPPED = frozenset({"__pycache__", "node_modules", "site-packages"})


@dataclass(frozen=True)
class Elsewhere:
    """An import statement of a file, the top-level name that it does not find, and the folder that has it."""

    document: Document
    statement: ast.stmt
    name: str
    folder: Path


def found_elsewhere(project: Project) -> Iterator[Elsewhere]:
    """Yield the imports of a project's modules that are only found in folders in which nothing is looked up."""
    lost: dict[str, tuple[Document, ast.Import | ast.ImportFrom]] = {}
    for module in [each for each in project.modules() if each.own]:
        for statement in module.document.nodes(ast.Import, ast.ImportFrom):
            for name in _tops(statement):
                if name not in lost and _is_lost(project, name):
                    lost[name] = module.document, statement
    if lost:
        folders = _folders(project_root(project.entry.document.path.resolve()), frozenset(lost))
        for name, (document, at) in lost.items():
            if name in folders:
                yield Elsewhere(document, at, name, folders[name])


def _tops(statement: ast.stmt) -> list[str]:
    match statement:
        case ast.Import(names):
            return [alias.name.partition(".")[0] for alias in names]
        case ast.ImportFrom(module=str(module), level=0):
            return [module.partition(".")[0]]
    return []


def _is_lost(project: Project, name: str) -> bool:
    if name in sys.stdlib_module_names or project.resolver.known(name):
        return False
    return project.module(name) is None and not project.has_namespace(name)


def _folders(root: Path, names: frozenset[str]) -> dict[str, Path]:
    """Give the first folder below a root that has a module or package of each name."""
    found: dict[str, Path] = {}
    for here, folders, files in os.walk(root):
        folders[:] = sorted(each for each in folders if not each.startswith(".") and each not in _SKIPPED)
        there = {each.removesuffix(".py") for each in files if each.endswith(".py")}
        there |= {each for each in folders if os.path.exists(os.path.join(here, each, "__init__.py"))}
        for name in sorted(names & there):
            found.setdefault(name, Path(here))
    return found
