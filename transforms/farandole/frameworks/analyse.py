"""What a script means for training: roles of objects, where values come from, and the models that it trains."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from farandole.analysis.points_to.flow import Flow
from farandole.analysis.points_to.solver import solve
from farandole.analysis.program import Call
from farandole.catalog import Catalog, load
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.training import Pattern, Training
from farandole.options import Options
from farandole.project import Project
from farandole.project.libraries import own_packages
from farandole.project.referenced import referenced
from farandole.source import Document, UnreadableFile, ensure_size, read

__all__ = ["Analyse", "Call", "Pattern", "Script", "Training", "analyse", "analyse_referenced", "in_whole"]

Analyse = Callable[..., Script]
"""What reads a script as `analyse` does."""

DEEPEST = 10_000
"""The depth of recursion that the analysis may use: some eight calls for each level of nesting."""


def _go_on() -> None:
    """Let the analysis go on."""


@contextmanager
def _deeper_recursion() -> Iterator[None]:
    """Let the analysis follow expressions and branches that nest deeper than Python's own limit foresees."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, DEEPEST))
    try:
        yield
    finally:
        sys.setrecursionlimit(limit)


def _as_set(read: Callable[[Path], Document], options: Options) -> Callable[[Path], Document]:
    """Give `read` for the project's formatter and files of the options' size; it raises TooLarge for larger ones."""

    def bounded(path: Path) -> Document:
        ensure_size(path, os.path.getsize(path) if os.path.isfile(path) else 0, options.largest_file)
        return read(path).formatted(options.line_length)

    return bounded


def analyse(
    path: Path,
    options: Options,
    read: Callable[[Path], Document] = read,
    packages: Callable[[Path], tuple[str, ...]] = own_packages,
    proceed: Callable[[], None] = _go_on,
) -> Script:
    """Read a script and the modules of its project that it reaches, and resolve who is what.

    `read` gives the document of a path, so that an editor can put its unsaved buffers in. `packages` gives the
    `site-packages` folders in which the libraries of a project's root are looked up. `proceed` is called again and
    again, and what it raises ends the analysis. Raises UnreadableFile when the script can't be read, and CatalogError
    when one of the project's catalogue files is wrong. Nothing of the project is imported or run.
    """
    project, catalog = _opened(path, options, read, packages)
    return _script(_solved(project, catalog, proceed))


def analyse_referenced(
    path: Path,
    options: Options,
    read: Callable[[Path], Document] = read,
    packages: Callable[[Path], tuple[str, ...]] = own_packages,
    proceed: Callable[[], None] = _go_on,
) -> Script:
    """Do what `analyse` does, but for the bodies of functions that no training can run: they are left out.

    They are not when a module is reached to which no import statement leads: what it refers to was not foreseen.
    """
    project, catalog = _opened(path, options, read, packages)
    flow = _solved(referenced(project), catalog, proceed)
    return _script(flow if flow.project.is_foreseen else _solved(project, catalog, proceed))


def in_whole(script: Script, options: Options) -> Script:
    """Give a script as `analyse` reads it: itself, where nothing was left out. Raises what `analyse` does."""
    project = script.flow.project
    if not project.shown:
        return script
    return analyse(script.entry.path, options, project.read, lambda _: project.resolver.packages)


def _opened(
    path: Path, options: Options, read: Callable[[Path], Document], packages: Callable[[Path], tuple[str, ...]]
) -> tuple[Project, Catalog]:
    """Open the project of a script, and load what is known of libraries; raises UnreadableFile and CatalogError."""
    catalog = load(options.catalog)
    return Project.around(path, _as_set(read, options), catalog.knows, packages), catalog


def _solved(project: Project, catalog: Catalog, proceed: Callable[[], None]) -> Flow:
    """Resolve who is what; raises UnreadableFile."""
    try:
        with _deeper_recursion():
            return solve(project, catalog, proceed)
    except RecursionError as error:
        raise UnreadableFile(
            project.entry.document.path, "it, or a module that it reaches, is nested too deeply"
        ) from error


def _script(flow: Flow) -> Script:
    project = flow.project
    modules = tuple(module for module in project.modules() if module.own)
    return Script(project.entry.document, modules, flow.catalog, flow)
