"""Conversions as code actions, and as edits of the workspace."""

from __future__ import annotations

import ast
import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from farandole.conversion import assumptions
from farandole.conversion.plan import InternalError, Plan, idempotent, plan_for, unconfirmed
from farandole.conversion.stage import NotStaged, stage, stageable, virtualize
from farandole.frameworks.script import Script
from farandole.removal import Origin, Removal
from farandole.rules import all_rules
from farandole.rules.rule import Finding, Rule, Status
from farandole.source import Document, Edit, EditConflict, Span
from farandole.source.notebook import CannotPlace, ended
from lsprotocol import types

from farandole_server.analysis import Analysis, Snapshot
from farandole_server.carrying import blocking
from farandole_server.diagnostics import Shown, is_of_conversion
from farandole_server.texts import Notebook, Part
from farandole_server.wording import because, plain, sentences
from farandole_server.worker import Cancelled

log = logging.getLogger(__name__)

REWRITE = "refactor.rewrite.horovod"
STAGE = "refactor.rewrite.stage"
VIRTUALIZE = "refactor.rewrite.virtualize"
CHECK = "refactor.rewrite.check"
UNCHECK = "refactor.rewrite.uncheck"
FIX_ALL = "source.fixAll.farandole"
DISTRIBUTE = "Distribute with Horovod"


class Refused(Exception):
    """A conversion that can't be offered; `str()` of it is the reason for the user, `finding` what is in the way."""

    def __init__(self, reason: str, finding: Finding | None = None) -> None:
        super().__init__(reason)
        self.finding = finding


@dataclass(frozen=True)
class Offer:
    """A conversion that can be asked for: of the whole script, a training, the findings of a code, or one finding.

    Or one function staged, or virtualized. `training` is an index of the script's trainings. `finding` is the place of
    a finding, or of the function: path, start and end.
    """

    kind: str
    title: str
    training: int | None = None
    code: str = ""
    finding: tuple[str, int, int] | None = None
    preferred: bool = False

    @property
    def is_whole(self) -> bool:
        """Whether it is the conversion of the whole script."""
        return self.training is None and not self.code and self.finding is None

    @property
    def look(self) -> str:
        """The label under which the client shows its edits before it applies them, else an empty text."""
        return self.title if self.kind == VIRTUALIZE else ""

    def data(self, analysis: Analysis) -> dict[str, Any]:
        """Give what comes back with the request to resolve the action; some clients lose what is null in it."""
        return {
            "kind": self.kind,
            "title": self.title,
            "training": self.training,
            "code": self.code,
            "finding": list(self.finding) if self.finding else None,
            "entry": str(analysis.entry),
            "state": analysis.state,
        }

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Offer:
        """Give the offer of a resolve request's data; raises KeyError or TypeError when it is not ours."""
        place = data.get("finding")
        finding = (str(place[0]), int(place[1]), int(place[2])) if place else None
        return cls(str(data["kind"]), str(data["title"]), data.get("training"), str(data["code"]), finding)


def plan_of(offer: Offer, analysis: Analysis) -> Plan:
    """Plan what an offer is about, once for each analysis; raises Refused with the reason when it can't be done."""
    kept = analysis.plans.get(offer)
    if kept is None:
        try:
            kept = _planned(offer, analysis)
        except Refused as refused:
            kept = refused
        analysis.plans[offer] = kept
    if isinstance(kept, Refused):
        raise kept
    assert isinstance(kept, Plan)
    return kept


def _planned(offer: Offer, analysis: Analysis) -> Plan:
    script = analysis.script
    if script is None:
        raise Refused(f"not understood: {analysis.problem}")
    if analysis.misconfigured:
        raise Refused(plain(analysis.misconfigured))
    for document in analysis.documents.values():
        for problem in document.errors:
            raise Refused(f"{document.place_name(problem.span.start)} has a syntax error: {problem.message}")
    broken = analysis.failed & _steps_of(offer)
    if broken:
        raise Refused(f"internal error in {', '.join(sorted(broken))}; the log tells more")
    if offer.kind in (STAGE, VIRTUALIZE):
        return _rewritten(offer, script)
    if offer.kind in (CHECK, UNCHECK):
        return _checked(offer, analysis, script)
    try:
        plan = plan_for(script, analysis.findings, _wanted(offer, analysis))
    except (InternalError, EditConflict) as error:
        raise Refused(f"internal error: {error}") from error
    except Exception as error:
        log.error("“%s” failed: %s: %s", offer.title, type(error).__name__, error, exc_info=error)
        raise Refused("internal error; the log tells more") from error
    if plan.blocked and not plan.applied:
        obstacles = [finding for finding in plan.refused if finding.blocks]
        raise Refused(" ".join(dict.fromkeys(map(because, obstacles))), obstacles[0])
    if not plan.texts:
        raise Refused("nothing is to be done")
    if offer.kind == FIX_ALL and (doubts := [finding.confirm for finding in plan.applied if finding.confirm]):
        raise Refused(plain(f"it must be confirmed, with “{DISTRIBUTE}”: {doubts[0]}"))
    return plan


def _rewritten(offer: Offer, script: Script) -> Plan:
    """Plan the staging or the virtualization of a function; raises Refused with what is in the way."""
    found = next(
        (
            (document, node)
            for document in script.documents
            for node in document.statements
            if isinstance(node, ast.FunctionDef) and (str(document.path), *document.span(node)) == offer.finding
        ),
        None,
    )
    if found is None:
        raise Refused("the function is not there any more")
    try:
        return (stage if offer.kind == STAGE else virtualize)(script, *found)
    except NotStaged as error:
        raise Refused(plain(str(error))) from error
    except (InternalError, EditConflict) as error:
        raise Refused(f"internal error: {error}") from error


def _checked(offer: Offer, analysis: Analysis, script: Script) -> Plan:
    """Plan asserts for what a finding assumes, or their removal; raises Refused when there is nothing to do."""
    try:
        if offer.kind == CHECK:
            found = next((each for each in analysis.findings if _where(each) == offer.finding), None)
            plan = assumptions.check(script, found) if found is not None else None
        else:
            documents = [each for each in script.documents if offer.finding and str(each.path) == offer.finding[0]]
            plan = assumptions.uncheck(script, documents[0]) if documents else None
    except (InternalError, EditConflict) as error:
        raise Refused(f"internal error: {error}") from error
    if plan is None or not plan.texts:
        raise Refused("nothing is to be done")
    return plan


def _where(finding: Finding) -> tuple[str, int, int]:
    return str(finding.document.path), finding.span.start, finding.span.end


def checkings(analysis: Analysis, document: Document, found: Iterable[Finding]) -> Iterator[Offer]:
    """Yield the checks that the script can make of what some findings assume, and the removal of those it makes."""
    for finding in found:
        if assumptions.checks(finding):
            title = f"Check these assumptions when it runs ({finding.code})"
            yield Offer(CHECK, title, code=finding.code, finding=_where(finding))
    if any(assumptions.written_checks(document)):
        yield Offer(UNCHECK, "Remove the checks of assumptions", finding=(str(document.path), 0, 0))


def rewrites(script: Script, document: Document, span: Span) -> Iterator[Offer]:
    """Yield what can be done to the function on whose first line a place stands."""
    for node in document.statements:
        if isinstance(node, ast.FunctionDef):
            whole = document.span(node)
            first, line = document.position(whole.start)[0], document.position(span.start)[0]
            if first <= line <= node.body[0].lineno - (node.body[0].lineno > node.lineno):
                place = (str(document.path), *whole)
                if stageable(script, document, node) is not None:
                    yield Offer(STAGE, "Stage this function", finding=place)
                yield Offer(VIRTUALIZE, "Virtualize", finding=place)


def checked_plan_of(offer: Offer, analysis: Analysis, proceed: Callable[[], None]) -> Plan:
    """Plan what an offer is about, as the command does: the result of a whole conversion is read once more.

    Raises Refused with the reason when it can't be done, and what `proceed` raises.
    """
    plan, options = plan_of(offer, analysis), analysis.options
    if not offer.is_whole or options.select or options.ignore:
        return plan
    try:
        return idempotent(plan, options, proceed)
    except Cancelled:
        raise
    except Exception as error:
        log.error("“%s” failed: %s: %s", offer.title, type(error).__name__, error, exc_info=error)
        raise Refused(f"internal error, nothing is changed: {error}") from error


def _steps_of(offer: Offer) -> frozenset[str]:
    """Give the codes of the rules whose findings an offer depends on."""
    rules = all_rules()
    return frozenset(_with_needs(rule for rule in rules if not offer.code or rule.code == offer.code))


def _with_needs(rules: Iterable[Rule | type[Rule]]) -> Iterator[str]:
    for rule in rules:
        yield rule.code
        yield from _with_needs(rule.after)


def _wanted(offer: Offer, analysis: Analysis) -> Callable[[Finding], bool]:
    trainings = analysis.script.trainings if analysis.script is not None else ()
    training = trainings[offer.training] if offer.training is not None else None
    options = analysis.options
    selects = bool(options.select or options.ignore)
    asked = frozenset(_with_needs(rule for rule in all_rules() if rule.is_asked(options)))

    def wanted(finding: Finding) -> bool:
        if offer.finding is not None:
            place = (str(finding.document.path), finding.span.start, finding.span.end)
            return finding.code == offer.code and place == offer.finding
        if offer.code:
            return offer.code in (finding.code, finding.step)
        if finding.status is Status.VIOLATION:
            return False
        code = finding.step if finding.status is Status.REFUSED else finding.code
        return (not selects or code in asked) and (training is None or finding.training in (None, training))

    return wanted


def offers(each: Shown[Analysis]) -> Iterator[Offer]:
    """Yield the quick-fixes of a finding: for its place, and for all of its kind.

    A step of a conversion that can't be made as a whole has none: it would leave a script that trains wrongly.
    """
    finding, analysis = each.finding, each.analysis
    if finding.fix is None:
        return
    if is_of_conversion(finding) and blocking(analysis.findings, finding.training):
        return
    place = (str(finding.document.path), finding.span.start, finding.span.end)
    yield Offer("quickfix", f"{finding.rule.title} ({finding.code})", code=finding.code, finding=place, preferred=True)
    same = [other for other in analysis.findings if other.code == finding.code and other.fix is not None]
    if len(same) > 1:
        yield Offer(
            "quickfix", f"{finding.rule.title} everywhere ({finding.code}, {len(same)} places)", code=finding.code
        )


def refusal(finding: Finding) -> tuple[str, str] | None:
    """Give the title of the step that a finding refuses, and the reason."""
    if finding.status is not Status.REFUSED:
        return None
    rule = next((rule for rule in all_rules() if rule.code == finding.step), finding.rule)
    return f"{rule.title} ({rule.code})", because(finding)


@dataclass(frozen=True)
class _Groups:
    """The changes of a plan, one group for each rule; those that want a look are a group of their own.

    So are those that would train wrongly without one that does: `waiting` has what they wait for.
    """

    findings: Mapping[str, Finding]
    waiting: Mapping[Finding, Sequence[Finding]]
    owners: Mapping[tuple[Path, Edit], str]

    @classmethod
    def of(cls, plan: Plan) -> _Groups:
        """Group the changes of a plan."""
        findings: dict[str, Finding] = {}
        owners: dict[tuple[Path, Edit], str] = {}
        waiting = unconfirmed(plan)
        for finding, edits in plan.fixes.items():
            wants_look = finding.confirm or finding in waiting
            identifier = finding.code + ("-confirm" if wants_look else "")
            findings.setdefault(identifier, finding)
            for path, made in edits.edits.items():
                for edit in made:
                    owners.setdefault((path, edit), identifier)
        return cls(findings, waiting, owners)

    def identifier(self, path: Path, change: Edit, maker: Edit | None) -> str:
        """Give the group of a change; what follows from several edits is in that of the nearest one."""
        if maker is not None and (path, maker) in self.owners:
            return self.owners[path, maker]
        near = maker or change
        own = [(edit, identifier) for (where, edit), identifier in self.owners.items() if where == path]
        return min(own, key=lambda each: (abs(each[0].start - near.start), abs(each[0].end - near.end)))[1]

    def annotation(self, identifier: str) -> types.ChangeAnnotation:
        """Give what the client shows for a group."""
        finding = self.findings[identifier]
        waits_for = self.waiting.get(finding, ())
        description = sentences(finding)
        if finding.confirm:
            description = f"Please confirm: {finding.confirm}"
        elif waits_for:
            codes = ", ".join(dict.fromkeys(each.code for each in waits_for))
            description = f"Only together with {codes}, which is to be confirmed: without it the script trains wrongly"
        needs_confirmation = bool(finding.confirm or waits_for)
        return types.ChangeAnnotation(f"{finding.rule.title} ({finding.code})", needs_confirmation, plain(description))


def converted_texts(plan: Plan | Removal, snapshot: Snapshot) -> Iterator[tuple[Path, str, str]]:
    """Yield the texts that a plan changes, before and after: files, and cells of a notebook with their last line ended.

    Raises Refused.
    """
    for document in _changed(plan):
        view = snapshot.view(document)
        if not isinstance(view, Notebook):
            yield document.path, document.text, plan.texts[document.path]
            continue
        changed: dict[str, list[tuple[int, int, str]]] = {}
        lines = {cell.uri: cell.lines for cell in view.cells}
        for change in plan.edits.changes(document):
            part = _place(document, change, snapshot)
            start, end = (lines[part.uri].offset(position) for position in (part.range.start, part.range.end))
            changed.setdefault(part.uri, []).append((start, end, change.text))
        for number, cell in enumerate(view.cells, start=1):
            text = cell.lines.text
            for start, end, new in changed.get(cell.uri, [])[::-1]:
                text = text[:start] + new + text[end:]
            if text != cell.lines.text:
                name = f"{document.path.name}, code cell {number}"
                yield document.path.with_name(name), ended(cell.lines.text), ended(text)


def workspace_edit(
    plan: Plan | Removal, snapshot: Snapshot, capabilities: types.ClientCapabilities, look: str = ""
) -> types.WorkspaceEdit:
    """Give the edits of a plan or of a removal, in the richest form that the client knows; raises Refused.

    With a `look`, edits that are no finding's are to be looked at under that label before they are applied.
    """
    known = capabilities.workspace.workspace_edit if capabilities.workspace else None
    if known is None or not known.document_changes:
        return _unversioned(plan, snapshot)
    if known.change_annotation_support is None:
        return _versioned(plan, snapshot)
    if isinstance(plan, Removal):
        return _annotated_removal(plan, snapshot)
    if plan.fixes:
        return _annotated(plan, snapshot)
    return _looked_at(plan, snapshot, look) if look else _versioned(plan, snapshot)


def _unversioned(plan: Plan | Removal, snapshot: Snapshot) -> types.WorkspaceEdit:
    changes: dict[str, list[types.TextEdit]] = {}
    for document, change in _changes(plan):
        part = _place(document, change, snapshot)
        changes.setdefault(part.uri, []).append(types.TextEdit(part.range, change.text))
    return types.WorkspaceEdit(changes=changes)


def _versioned(plan: Plan | Removal, snapshot: Snapshot) -> types.WorkspaceEdit:
    found: dict[tuple[str, int | None], list[types.TextEdit | types.AnnotatedTextEdit]] = {}
    for document, change in _changes(plan):
        part = _place(document, change, snapshot)
        found.setdefault((part.uri, part.version), []).append(types.TextEdit(part.range, change.text))
    return types.WorkspaceEdit(document_changes=_by_document(found))


def _looked_at(plan: Plan, snapshot: Snapshot, look: str) -> types.WorkspaceEdit:
    """Give edits as one group, which the client shows before it applies them."""
    found: dict[tuple[str, int | None], list[types.TextEdit | types.AnnotatedTextEdit]] = {}
    for document, change in _changes(plan):
        part = _place(document, change, snapshot)
        edit = types.AnnotatedTextEdit("look", part.range, change.text)
        found.setdefault((part.uri, part.version), []).append(edit)
    annotation = types.ChangeAnnotation(look, needs_confirmation=True, description="Look at it before it is applied")
    return types.WorkspaceEdit(document_changes=_by_document(found), change_annotations={"look": annotation})


def _annotated(plan: Plan, snapshot: Snapshot) -> types.WorkspaceEdit:
    groups = _Groups.of(plan)
    found: dict[tuple[str, int | None], list[types.TextEdit | types.AnnotatedTextEdit]] = {}
    used: dict[str, types.ChangeAnnotation] = {}
    for document in _changed(plan):
        for change, maker in plan.edits.attributed(document):
            part = _place(document, change, snapshot)
            identifier = groups.identifier(document.path, change, maker)
            used.setdefault(identifier, groups.annotation(identifier))
            edit = types.AnnotatedTextEdit(identifier, part.range, change.text)
            found.setdefault((part.uri, part.version), []).append(edit)
    return types.WorkspaceEdit(document_changes=_by_document(found), change_annotations=used)


def _annotated_removal(removal: Removal, snapshot: Snapshot) -> types.WorkspaceEdit:
    """Give the edits of a removal as one group, which is to be read where it is not known to be the way back."""
    by_hand = removal.origin is Origin.BY_HAND
    description = (
        "Distributed by hand: this is what one process did"
        if by_hand
        else f"As in commit {removal.commit}, before the conversion"
        if removal.commit
        else "As it was kept before the conversion"
        if removal.origin is Origin.RESTORED
        else "The conversion of the result is this text again"
    )
    found: dict[tuple[str, int | None], list[types.TextEdit | types.AnnotatedTextEdit]] = {}
    for document, change in _changes(removal):
        part = _place(document, change, snapshot)
        found.setdefault((part.uri, part.version), []).append(
            types.AnnotatedTextEdit("removal", part.range, change.text)
        )
    annotation = types.ChangeAnnotation("Remove Horovod", by_hand, description)
    return types.WorkspaceEdit(document_changes=_by_document(found), change_annotations={"removal": annotation})


def _by_document(
    found: Mapping[tuple[str, int | None], Sequence[types.TextEdit | types.AnnotatedTextEdit]],
) -> list[types.TextDocumentEdit]:
    return [
        types.TextDocumentEdit(types.OptionalVersionedTextDocumentIdentifier(uri, version), edits)
        for (uri, version), edits in found.items()
    ]


def _changed(plan: Plan | Removal) -> Iterator[Document]:
    return (document for document in plan.script.documents if document.path in plan.edits.edits)


def _changes(plan: Plan | Removal) -> Iterator[tuple[Document, Edit]]:
    return ((document, change) for document in _changed(plan) for change in plan.edits.changes(document))


def _place(document: Document, change: Edit, snapshot: Snapshot) -> Part:
    try:
        return snapshot.view(document).editable(Span(change.start, change.end), change.text)
    except CannotPlace as error:
        raise Refused(str(error)) from error
