"""Reading and converting several scripts so that trouble with one of them does not lose the others."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Generic, Protocol, TypeVar

from farandole import source
from farandole.catalog import CatalogError
from farandole.cli.foreign import python_2
from farandole.cli.terminal import located, shown
from farandole.conversion.plan import Exclusive, InternalError, Plan, analysis, make_plan
from farandole.frameworks.analyse import Analyse
from farandole.frameworks.script import Script
from farandole.options import Options
from farandole.project.discover import Skipped, discover
from farandole.rules import all_rules
from farandole.settings import WrongOption, load, options_from
from farandole.source import Document, EditSet, UnreadableFile
from farandole.source.notebook import CannotPlace

Result = TypeVar("Result")


class NotWritten(Exception):
    """A script that is not written; its text says why."""


@dataclass(frozen=True)
class Trouble:
    """A file that gave no result, and why, in one line."""

    path: Path
    message: str


STDIN = Path("-")
"""What stands for standard input, as a script of the current folder."""


@dataclass(frozen=True)
class Chosen:
    """A script to work on, with the options of its project and the flags over them.

    `content` are its bytes when they came from standard input; its path, `STDIN`, is then no file's.
    """

    path: Path
    options: Options
    content: bytes | None = None


def choose(
    paths: Sequence[Path],
    flags: Mapping[str, object],
    skipped: Skipped,
    proceed: Callable[[], None],
    wanted: Callable[[Options], tuple[str, ...]] = lambda options: (),
) -> list[Chosen]:
    """Give the files, and the scripts below the folders, each with its options.

    `skipped` is told of what can't be read below a folder; `proceed` is called for each file that is looked at.
    `wanted` gives the libraries, beside TensorFlow, Keras and Horovod, whose scripts are looked for. Raises
    SettingsError or WrongOption when the settings of any of them are wrong.
    """
    here = Path.cwd()
    if STDIN in paths:
        if len(paths) > 1:
            raise WrongOption("-", "`-` stands alone: standard input is one script")
        return [Chosen(here / STDIN, options_from(flags, here, load(here)), sys.stdin.buffer.read())]
    everywhere = [options_from(flags, here, load(path)) for path in paths]
    excluded = tuple(dict.fromkeys(pattern for options in everywhere for pattern in options.exclude))
    largest = min((options.largest_file for options in everywhere), default=Options().largest_file)
    also = tuple(dict.fromkeys(library for options in everywhere for library in wanted(options)))
    found = discover(paths, Options(exclude=excluded, largest_file=largest), skipped, proceed, also)
    return [Chosen(path, options_from(flags, here, load(path))) for path in found]


def analysed(
    chosen: Chosen,
    read: Callable[[Path], Document] = source.read,
    analysis: Callable[[Options], Analyse] = analysis,
) -> Script:
    """Analyse a script, as far as the rules look at it that its options want, or by another `analysis`.

    Raises UnreadableFile when it or a module of its project can't be read or has a syntax error, and CatalogError.
    """

    def read_or_given(path: Path) -> Document:
        is_given = chosen.content is not None and path == chosen.path.resolve()
        return source.decode(chosen.content or b"", path) if is_given else read(path)

    script = analysis(chosen.options)(chosen.path, chosen.options, read_or_given)
    for document in script.documents:
        for problem in document.errors:
            line, _ = document.position(problem.span.start)
            if document.notebook is not None:
                cell, line = document.notebook.place(line)
                raise UnreadableFile(document.path, f"cell {cell}, line {line}: syntax error: {problem.message}")
            raise UnreadableFile(document.path, f"syntax error: {problem.message}{python_2(document)}", line)
    return script


def attempt(path: Path, action: Callable[[], Result]) -> Result | Trouble:
    """Do something with a script, and turn what goes wrong into one line."""
    try:
        return action()
    except UnreadableFile as error:
        return Trouble(path, located(error.path, error.line, error.reason))
    except (CatalogError, NotWritten) as error:
        return Trouble(path, str(error))
    except Exclusive as error:
        return Trouble(path, f"{shown(path)}: {error}")
    except InternalError as error:
        return Trouble(path, f"{shown(path)}: internal error, the file is left as it is: {error}")
    except Exception as error:
        frame = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{type(error).__name__}: {error} at {Path(frame.filename).name}:{frame.lineno}"
        return Trouble(path, f"{shown(path)}: internal error, the file is left as it is: {' '.join(where.split())}")


class Planned(Protocol):
    """What is to be done to a script: edits, and the new text of each file that changes."""

    @property
    def script(self) -> Script:
        """The script."""

    @property
    def edits(self) -> EditSet:
        """What changes in its files."""

    @property
    def texts(self) -> Mapping[Path, str]:
        """The texts of the files that change."""


Made = TypeVar("Made", bound=Planned)


@dataclass
class Conversion(Generic[Made]):
    """The conversion of scripts one after another, where a module that several of them share is converted once.

    `planned` plans what is done to each. `before` holds the files that change as they are on the disk, `after` as they
    will be.
    """

    planned: Callable[[Script, Options], Made]

    before: dict[Path, Document]
    after: dict[Path, Document]

    @classmethod
    def by(cls, planned: Callable[[Script, Options], Made]) -> Conversion[Made]:
        """Give a conversion that changes no file yet."""
        return cls(planned, {}, {})

    def add(self, chosen: Iterable[Chosen]) -> Iterator[Made | Trouble]:
        """Convert each script by itself where what it changes of a shared module is what those before it have changed.

        Else it reads its modules as the scripts before it have left them.
        """
        for script in chosen:
            planned = attempt(script.path, partial(self._plan, script))
            if isinstance(planned, Trouble):
                yield planned
                continue
            plan, changed = planned
            for before, after in changed:
                self.before.setdefault(before.path, before)
                self.after[before.path] = after
            yield plan

    def _plan(self, chosen: Chosen) -> tuple[Made, list[tuple[Document, Document]]]:
        plan = self.planned(analysed(chosen, source.read), chosen.options)
        if not all(self._is_left_so(plan, document) for document in plan.script.documents):
            plan = self.planned(analysed(chosen, self._read), chosen.options)
        documents = [document for document in plan.script.documents if document.path in plan.texts]
        return plan, [(document, _changed(document, plan)) for document in documents]

    def _is_left_so(self, plan: Made, document: Document) -> bool:
        """Say whether the scripts before have left a file as a plan leaves it, or have not changed it."""
        after = self.after.get(document.path)
        return after is None or after.text == plan.texts.get(document.path, document.text)

    def _read(self, path: Path) -> Document:
        return self.after.get(path) or source.read(path)


def _changed(document: Document, plan: Planned) -> Document:
    """Give a document as a plan leaves it; raises NotWritten when a notebook can't be changed so."""
    if document.notebook is not None:
        try:
            raw = document.notebook.with_changes(plan.edits.changes(document))
        except CannotPlace as error:
            raise NotWritten(f"{shown(document.path)}: not converted: {error}") from error
        return source.parse_notebook(raw, document.path, document.bom)
    text = plan.texts[document.path]
    return source.parse("\ufeff" + text if document.bom else text, document.path)


def distributed(script: Script, options: Options) -> Plan:
    """Plan the conversion of a script by the rules that the options select; raises InternalError."""
    return make_plan(script, options, only=_wanted(options))


def _wanted(options: Options) -> list[str] | None:
    """Give the codes of the rules that the options select, None when they select all."""
    if not options.select and not options.ignore:
        return None
    return [rule.code for rule in all_rules() if rule.is_asked(options)]
