"""The engine's answers for scripts, as of one moment."""

from __future__ import annotations

import hashlib
import logging
import re
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TypeVar

from farandole import source
from farandole.analysis.program import Call
from farandole.catalog import CatalogError
from farandole.conversion.plan import analysis, find_by_rule
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.training import assigned_name
from farandole.options import Options
from farandole.rules.rule import Finding, Related, Status
from farandole.settings import SettingsError, WrongOption
from farandole.source import Document, UnreadableFile
from farandole.source.trivia import is_same_program

from farandole_server.carrying import Progress, carried_findings, carried_progress, progress, same_findings
from farandole_server.configuration import Settings
from farandole_server.positions import Lines
from farandole_server.texts import Buffer, File, Notebook, Text, Texts
from farandole_server.worker import Cancelled

log = logging.getLogger(__name__)

_HOROVOD = re.compile(r"^[ \t]*(?:import|from)[ \t]+horovod\b", re.MULTILINE)

_KEPT = 12
_DOCUMENTS = 400

Stamp = tuple[object, ...]
Kept = TypeVar("Kept")


@dataclass(frozen=True)
class Point:
    """What a verification found wrong, at a line of a file."""

    path: Path
    line: int
    message: str


@dataclass(frozen=True)
class Verified:
    """How a verification ended, a full one or a quick proof, and the `state` of the analysis that it is about."""

    state: str
    full: bool
    failed: tuple[Point, ...]


@dataclass(frozen=True)
class Snapshot:
    """All that an answer depends on, as of one moment.

    `reach` gives the files that each script of the workspace imports, as they are on the disk; `indexed` tells whether
    it is complete. `structure` changes when files come or go, or libraries are looked for elsewhere. `verified` has the
    last verification of each script.
    """

    texts: Texts
    encoding: str
    settings: Mapping[Path | None, Settings]
    reach: Mapping[Path, frozenset[Path]]
    indexed: bool
    structure: int
    trusted: bool
    verified: Mapping[Path, Verified]

    def root(self, path: Path) -> Path | None:
        """Give the innermost folder of the workspace that holds a path."""
        folders = [folder for folder in self.settings if folder is not None and path.is_relative_to(folder)]
        return max(folders, key=lambda folder: len(folder.parts), default=None)

    def settings_for(self, path: Path) -> Settings:
        """Give the settings of the folder that holds a path."""
        return self.settings.get(self.root(path)) or self.settings.get(None) or Settings()

    def options_for(self, path: Path) -> Options:
        """Give the options for a script; raises SettingsError or WrongOption."""
        return self.settings_for(path).options_for(path, self.root(path) or path.parent)

    def stamp(self, path: Path) -> Stamp:
        """Give a value that changes when the text of a path does."""
        text = self.texts.by_path.get(path)
        if text is not None:
            return tuple((buffer.uri, buffer.version, hash(buffer.lines.text)) for buffer in text.buffers)
        try:
            status = path.stat()
        except OSError:
            return ()
        return (status.st_mtime_ns, status.st_size, status.st_ino)

    def view(self, document: Document) -> Text:
        """Give the client's view of a document."""
        text = self.texts.by_path.get(document.path)
        return text or File(document.path, Buffer(document.path.as_uri(), None, Lines(document.text, self.encoding)))


@dataclass(frozen=True, eq=False, kw_only=True)
class Said:
    """What is said of one script.

    `stamps` are those of the files read, `documents` the files of the project that the script reaches. `findings` are
    where the texts of these have them, without those of the rules that `failed`; `problem` says why nothing is
    understood, `misconfigured` why the options are not the user's. `progress` is that of each training; none is known
    of a text that could never be parsed.
    """

    entry: Path
    options: Options
    stamps: Mapping[Path, Stamp]
    structure: int
    trusted: bool
    documents: Mapping[Path, Document]
    findings: tuple[Finding, ...]
    failed: frozenset[str] = frozenset()
    problem: str = ""
    misconfigured: str = ""
    progress: tuple[Progress, ...] = ()

    @cached_property
    def begun(self) -> bool:
        """Whether somebody has begun to distribute the script: it uses Horovod."""
        return any(finding.status is Status.DONE for finding in self.findings) or any(
            _HOROVOD.search(document.text) for document in self.documents.values()
        )

    @cached_property
    def removed(self) -> frozenset[Finding]:
        """The findings about text that their fixes take away."""
        return frozenset(finding for finding in self.findings if _removes(finding))

    @property
    def parses(self) -> bool:
        """Whether no file that the script reaches has a syntax error."""
        return bool(self.documents) and not any(document.errors for document in self.documents.values())

    @cached_property
    def state(self) -> str:
        """A text that changes when anything that the analysis has read does."""
        return self._state_of(self.stamps)

    def state_in(self, snapshot: Snapshot) -> str:
        """Give the `state` of an analysis that reads the same files as they are now."""
        return self._state_of({path: snapshot.stamp(path) for path in self.stamps})

    def _state_of(self, stamps: Mapping[Path, Stamp]) -> str:
        listed = sorted((str(path), stamp) for path, stamp in stamps.items())
        return hashlib.sha256(repr((listed, self.options)).encode()).hexdigest()[:16]

    def verified(self, snapshot: Snapshot) -> Verified | None:
        """Give how the last verification of the script ended, unless its text has changed since."""
        last = snapshot.verified.get(self.entry)
        return last if last is not None and last.state == self.state else None

    def holds(self, snapshot: Snapshot, options: Options, misconfigured: str) -> bool:
        """Say whether nothing has changed since."""
        return self.is_for(snapshot, options, misconfigured) and all(
            snapshot.stamp(path) == stamp for path, stamp in self.stamps.items()
        )

    def is_for(self, snapshot: Snapshot, options: Options, misconfigured: str) -> bool:
        """Say whether nothing but texts may have changed since."""
        own = self.options, self.misconfigured, self.structure, self.trusted
        return own == (options, misconfigured, snapshot.structure, snapshot.trusted)


class Held:
    """A script that is closed when nobody holds this any more: what is known of it refers to it, and would stay."""

    def __init__(self, script: Script) -> None:
        """Hold a script."""
        self._script = script

    def __del__(self) -> None:
        """Close it."""
        self._script.close()


@dataclass(frozen=True, eq=False, kw_only=True)
class Analysis(Said):
    """What the engine says of one script; `plans` keeps what was planned, by what was asked for."""

    script: Script | None
    held: Held | None = field(default=None, repr=False)
    plans: dict[object, object] = field(default_factory=dict, repr=False)


@dataclass(frozen=True, eq=False, kw_only=True)
class Carried(Said):
    """What the analysis of an earlier text of the same program says; `origins` has each finding as it was there."""

    known: Analysis
    origins: Mapping[Finding, Finding]

    @cached_property
    def removed(self) -> frozenset[Finding]:
        """The findings about text that their fixes take away."""
        return frozenset(finding for finding, origin in self.origins.items() if origin in self.known.removed)


class Analyst:
    """Analyses of scripts, kept while they hold. To be used by the worker's thread only."""

    def __init__(self) -> None:
        """Start without any."""
        self._analyses: OrderedDict[Path, Analysis] = OrderedDict()
        self._carried: OrderedDict[Path, Carried] = OrderedDict()
        self._whole: OrderedDict[Path, Analysis] = OrderedDict()
        self._documents: OrderedDict[Path, tuple[Stamp, Document]] = OrderedDict()
        self._options: OrderedDict[Path, Options] = OrderedDict()

    def analysis(self, snapshot: Snapshot, entry: Path, proceed: Callable[[], None]) -> Analysis:
        """Give what the engine says of a script; `proceed` may end the work by raising.

        While a file can't be parsed, what was known before it and is still true is kept.
        """
        options, misconfigured = self._options_for(snapshot, entry)
        known = self._analyses.get(entry)
        if known is not None and known.holds(snapshot, options, misconfigured):
            self._analyses.move_to_end(entry)
            return known
        found = replace(self._analysed(snapshot, entry, options, proceed), misconfigured=misconfigured)
        if found.parses:
            _put(self._whole, entry, found, _KEPT)
        elif found.script is not None:
            whole = self._whole.get(entry)
            found = replace(
                found,
                findings=carried_findings(whole.findings, found.findings, found.documents) if whole else found.findings,
                progress=carried_progress(whole.progress, found.documents) if whole else (),
            )
        _put(self._analyses, entry, found, _KEPT)
        return found

    def said(self, snapshot: Snapshot, entry: Path, proceed: Callable[[], None]) -> Said:
        """Give what is said of a script, as `analysis` does; it is made anew only when code has changed."""
        options, misconfigured = self._options_for(snapshot, entry)
        for kept in (self._analyses.get(entry), self._carried.get(entry)):
            if kept is not None and kept.holds(snapshot, options, misconfigured):
                return kept
        known = self.last(snapshot, entry)
        carried = self._carry(known, snapshot) if known is not None and known.parses else None
        if carried is None:
            return self.analysis(snapshot, entry, proceed)
        _put(self._carried, entry, carried, _KEPT)
        return carried

    def last(self, snapshot: Snapshot, entry: Path) -> Analysis | None:
        """Give the last analysis of a script, when nothing but texts may have changed since."""
        known = self._analyses.get(entry)
        return known if known is not None and known.is_for(snapshot, *self._options_for(snapshot, entry)) else None

    def _carry(self, known: Analysis, snapshot: Snapshot) -> Carried | None:
        """Give what an analysis says of texts in which only comments and blank lines are others; None where more is."""
        stamps = {path: snapshot.stamp(path) for path in known.stamps}
        documents = dict(known.documents)
        for path in (path for path, stamp in stamps.items() if stamp != known.stamps[path]):
            before = known.documents.get(path)
            try:
                after = self._document(snapshot, path, stamps[path])
            except UnreadableFile:
                return None
            if before is None or not is_same_program(before, after):
                return None
            documents[path] = after.formatted(before.formatted_to)
        origins = same_findings(known.findings, documents)
        if origins is None:
            return None
        return Carried(
            entry=known.entry,
            options=known.options,
            stamps=stamps,
            structure=known.structure,
            trusted=known.trusted,
            documents=documents,
            findings=tuple(origins),
            failed=known.failed,
            problem=known.problem,
            misconfigured=known.misconfigured,
            progress=carried_progress(known.progress, documents),
            known=known,
            origins=origins,
        )

    def _options_for(self, snapshot: Snapshot, entry: Path) -> tuple[Options, str]:
        """Give the options for a script, while they can't be read the last that could; without any, also why."""
        try:
            options = snapshot.options_for(entry)
        except (SettingsError, WrongOption) as error:
            known = self._options.get(entry)
            return (known, "") if known is not None else (Options(), str(error))
        _put(self._options, entry, options, _DOCUMENTS)
        return options, ""

    def entries(self, snapshot: Snapshot, path: Path) -> tuple[Path, ...]:
        """Give the scripts that a file is converted with: itself, or those that import it."""
        importers = {entry for entry, reached in snapshot.reach.items() if path in reached}
        importers |= {
            entry
            for entry, known in self._analyses.items()
            if path in known.documents and (entry in snapshot.reach or entry in snapshot.texts.by_path)
        }
        importers.discard(path)
        own = [path] if path in snapshot.reach or not importers else []
        is_open = snapshot.texts.by_path.__contains__
        return tuple(own + sorted(importers, key=lambda entry: (not is_open(entry), entry))[: _KEPT - 1])

    def _analysed(self, snapshot: Snapshot, entry: Path, options: Options, proceed: Callable[[], None]) -> Analysis:
        stamps: dict[Path, Stamp] = {}
        done = False

        def check() -> None:
            if not done:  # what is kept of the analysis reads on when the request for it is long over
                proceed()

        def read(path: Path) -> Document:
            check()
            stamps[path] = snapshot.stamp(path)
            return self._document(snapshot, path, stamps[path])

        def packages(root: Path) -> tuple[str, ...]:
            return snapshot.settings_for(entry).packages(root, snapshot.trusted)

        script, problem = None, ""
        findings: list[Finding] = []
        failed = set()
        try:
            script = analysis(options)(entry, options, read, packages, check)
            for rule, found in find_by_rule(script, options):
                check()
                if isinstance(found, Cancelled):
                    raise Cancelled  # anew: what holds the one that was found is held by it
                if isinstance(found, Exception):
                    log.error("%s failed on %s: %s: %s", rule.code, entry, type(found).__name__, found, exc_info=found)
                    failed.add(rule.code)
                else:
                    findings += (replace(each, related=(*each.related, *cast(script, each))) for each in found)
        except (UnreadableFile, CatalogError) as error:
            stamps.setdefault(entry, snapshot.stamp(entry))
            problem = str(error)
        except Cancelled:
            if script is not None:
                script.close()
            raise
        except Exception as error:
            log.error("analysis of %s failed: %s: %s", entry, type(error).__name__, error, exc_info=error)
            stamps.setdefault(entry, snapshot.stamp(entry))
            script, problem = None, "internal error; the log tells more"
        done = True
        return Analysis(
            entry=entry,
            options=options,
            stamps=stamps,
            structure=snapshot.structure,
            trusted=snapshot.trusted,
            documents={document.path: document for document in script.documents} if script is not None else {},
            findings=tuple(findings),
            failed=frozenset(failed),
            problem=problem,
            progress=progress(script, findings, options) if script is not None else (),
            script=script,
            held=Held(script) if script is not None else None,
        )

    def _document(self, snapshot: Snapshot, path: Path, stamp: Stamp) -> Document:
        known = self._documents.get(path)
        if known is not None and known[0] == stamp and stamp:
            self._documents.move_to_end(path)
            return known[1]
        text = snapshot.texts.by_path.get(path)
        before = known[1] if known is not None else None
        if text is None:
            document = source.read(path)
        else:
            cells = text.starts if isinstance(text, Notebook) else ()
            document = source.parse(text.text, path, before, cells)
        _put(self._documents, path, (stamp, document), _DOCUMENTS)
        return document


def _put(kept: OrderedDict[Path, Kept], key: Path, value: Kept, most: int) -> None:
    kept[key] = value
    kept.move_to_end(key)
    while len(kept) > most:
        kept.popitem(last=False)


def _removes(finding: Finding) -> bool:
    """Say whether the fix of a finding takes away all of the text that it is about."""
    if finding.fix is None:
        return False
    try:
        edits = finding.fix().edits.get(finding.document.path, ())
    except Exception as error:
        log.error("the fix of %s failed: %s: %s", finding.code, type(error).__name__, error, exc_info=error)
        return False
    return any(
        not edit.text.strip() and edit.start <= finding.span.start and finding.span.end <= edit.end for edit in edits
    )


def cast(script: Script, finding: Finding) -> Iterator[Related]:
    """Yield where the optimizers and models of a finding's training are created and trained, but for its own place."""
    training = finding.training
    if training is None:
        return
    created = {
        call: script.role_of(each)
        for each in training.optimizers | training.models
        if (call := script.creation(each)) is not None
    }
    places = [
        Related(call.document, call.document.span(call.node), f"the {role}{_called(call)} is created here")
        for call, role in created.items()
    ]
    places.sort(key=lambda place: (place.document.path, place.span))
    places.append(Related(training.document, training.span, "this takes the training steps"))
    yield from (place for place in places if not _overlap(place, finding))


def _called(call: Call) -> str:
    name = assigned_name(call)
    return f" `{name}`" if name else ""


def _overlap(place: Related, finding: Finding) -> bool:
    same = place.document is finding.document
    return same and place.span.start < finding.span.end and finding.span.start < place.span.end
