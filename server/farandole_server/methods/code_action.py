"""`textDocument/codeAction`: conversions of a script, a training or one place, and why some can't be made."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from farandole.frameworks.lookup import trainings_of
from farandole.rules.rule import Finding
from farandole.source import Document, Span
from lsprotocol import types

from farandole_server import actions
from farandole_server.actions import CHECK, DISTRIBUTE, FIX_ALL, REWRITE, STAGE, UNCHECK, VIRTUALIZE, Offer, Refused
from farandole_server.analysis import Analysis, Snapshot
from farandole_server.carrying import moved
from farandole_server.diagnostics import UNUSED, Shown, analyses_of, last_of, place_of, shown, unused_ignores
from farandole_server.disabling import Disabling, disablings, removal
from farandole_server.doubts import client_asks, doubts
from farandole_server.removing import REMOVE, TITLE, offered, removal_of
from farandole_server.server import Server
from farandole_server.texts import Notebook, Text
from farandole_server.worker import Priority, Token

METHOD = types.TEXT_DOCUMENT_CODE_ACTION
_FEW = 2
# Seconds; VS Code drops a menu half a second after the cursor has moved or it has had new diagnostics.
_PATIENCE = 0.2


def options() -> types.CodeActionOptions:
    """Announce the kinds of actions."""
    return types.CodeActionOptions(
        code_action_kinds=["quickfix", REWRITE, STAGE, VIRTUALIZE, CHECK, UNCHECK, FIX_ALL], resolve_provider=True
    )


async def handle(ls: Server, params: types.CodeActionParams) -> list[types.CodeAction | types.Command] | None:
    """Give the actions for a range.

    The analysis of the text as it is now is waited for, but not longer than a client keeps a menu open for it, and not
    at all where nobody has asked while the text changes. What was known before is given then: the client asks again
    when there are new diagnostics, and an action that is chosen waits for the analysis. What is applied on saving waits
    for it too.
    """
    uri = params.text_document.uri
    capabilities = ls.client_capabilities

    def work(snapshot: Snapshot, token: Token) -> list[types.CodeAction]:
        text = snapshot.texts.text(uri)
        if text is None:
            return []
        analyses = analyses_of(ls.analyst, snapshot, text, token)
        request = _Request(snapshot, text, analyses, params, capabilities, token.check)
        return [action for action in request.actions() if action is not None]

    def known(snapshot: Snapshot) -> tuple[Text, list[Analysis]] | None:
        text = snapshot.texts.text(uri)
        last = last_of(ls.analyst, snapshot, text) if text is not None else None
        return (text, last) if text is not None and last is not None else None

    def work_meanwhile(snapshot: Snapshot, token: Token) -> list[types.CodeAction] | None:
        last = known(snapshot)
        if last is None:
            return None
        request = _Request(snapshot, *last, params, capabilities, token.check)
        return [action for action in request.actions_meanwhile() if action is not None]

    def work_while_changing(snapshot: Snapshot, token: Token) -> list[types.CodeAction] | None:
        last = known(snapshot)
        changing = last is not None and any(each.state != each.state_in(snapshot) for each in last[1])
        return work_meanwhile(snapshot, token) if changing else None

    found = None
    trigger = params.context.trigger_kind
    if trigger is not None and _resolves_edits(capabilities) and not _asks_for(params, FIX_ALL):
        if trigger != types.CodeActionTriggerKind.Invoked:
            found = await ls.ask(work_while_changing, uri, Priority.KNOWN)
        if found is None:
            with suppress(asyncio.TimeoutError):
                found = await asyncio.wait_for(ls.ask(work, uri, Priority.CURSOR), _PATIENCE)
        if found is None:
            found = await ls.ask(work_meanwhile, uri, Priority.KNOWN)
    if found is None:
        found = await ls.ask(work, uri, Priority.CURSOR)
    if not _knows_literals(capabilities):
        return [_as_command(action) for action in found if action.disabled is None]
    return [*found]


def _asks_for(params: types.CodeActionParams, kind: str) -> bool:
    """Say whether a kind is wanted: without `only`, all but what is applied on saving."""
    only = params.context.only
    if only is None:
        return kind != FIX_ALL
    return any(kind == wanted or kind.startswith(f"{wanted}.") or wanted == "" for wanted in only)


def _knows_literals(capabilities: types.ClientCapabilities) -> bool:
    text = capabilities.text_document
    return bool(text and text.code_action and text.code_action.code_action_literal_support)


def _resolves_edits(capabilities: types.ClientCapabilities) -> bool:
    text = capabilities.text_document
    known = text.code_action if text else None
    support = known.resolve_support if known else None
    return bool(known and known.data_support and support and "edit" in support.properties)


def _as_command(action: types.CodeAction) -> types.Command:
    """Give an action for a client that knows only commands."""
    return types.Command(action.title, "farandole.apply", arguments=[action.data])


@dataclass(frozen=True)
class _Request:
    """One request, with what its answer depends on."""

    snapshot: Snapshot
    text: Text
    analyses: Sequence[Analysis]
    params: types.CodeActionParams
    capabilities: types.ClientCapabilities
    proceed: Callable[[], None]

    def actions(self) -> Iterator[types.CodeAction | None]:
        """Yield the actions, quick-fixes first."""
        if _asks_for(self.params, "quickfix"):
            yield from self._fixes()
        if _asks_for(self.params, REWRITE):
            yield from self._rewrites()
        if _asks_for(self.params, REMOVE):
            yield from self._removals()
        if _asks_for(self.params, STAGE) or _asks_for(self.params, VIRTUALIZE):
            yield from self._functions()
        if _asks_for(self.params, CHECK) or _asks_for(self.params, UNCHECK):
            yield from self._checks()
        if _asks_for(self.params, "quickfix") and _knows_literals(self.capabilities):
            yield from self._disablings()
        if _asks_for(self.params, FIX_ALL):
            for analysis in self._trained():
                yield self._action(Offer(FIX_ALL, "Distribute where nothing has to be confirmed"), analysis, [])

    def actions_meanwhile(self) -> Iterator[types.CodeAction | None]:
        """Yield what analyses of earlier texts offer, where that stands now; not where the text itself has changed."""
        if isinstance(self.text, Notebook):
            return
        if _asks_for(self.params, "quickfix"):
            for each in shown(self.analyses, self.text.path):
                yield from self._fixes_meanwhile(each)
        if _asks_for(self.params, REWRITE):
            for analysis in self._trained():
                yield self._action_meanwhile(self._whole(analysis), analysis, [])
        if _asks_for(self.params, STAGE) or _asks_for(self.params, VIRTUALIZE):
            yield from self._functions_meanwhile()

    def _functions_meanwhile(self) -> Iterator[types.CodeAction | None]:
        """Yield what could be done to the function at the place; not where the function itself has changed."""
        for analysis in self.analyses[:1]:
            document = analysis.documents.get(self.text.path)
            place = moved(self._span(), self._text, document.text) if document is not None else None
            if analysis.script is None or document is None or place is None:
                continue
            for offer in actions.rewrites(analysis.script, document, place):
                assert offer.finding is not None
                span = self._unchanged(document, Span(*offer.finding[1:]))
                if _asks_for(self.params, offer.kind) and span is not None:
                    yield self._action_meanwhile(replace(offer, finding=(offer.finding[0], *span)), analysis, [])

    @property
    def _text(self) -> str:
        """The text as documents have it."""
        return self.text.text.removeprefix("\ufeff")

    def _unchanged(self, document: Document, span: Span) -> Span | None:
        """Give where a span of an earlier text stands now; None where what stands in it has changed."""
        now = moved(span, document.text, self._text)
        return now if now is not None and self._text[slice(*now)] == document.text[slice(*span)] else None

    def _fixes_meanwhile(self, each: Shown[Analysis]) -> Iterator[types.CodeAction | None]:
        document = each.finding.document
        span = self._unchanged(document, each.finding.span)
        if span is None or not _touch(self.text.part(span).range, self.params.range):
            return
        marked = moved(place_of(each.finding), document.text, self._text)
        if marked is not None:
            solved = self._diagnostics(each.finding, self.text.part(marked).range)
            for offer in actions.offers(each):
                place = (str(document.path), *span) if offer.finding is not None else None
                yield self._action_meanwhile(replace(offer, finding=place), each.analysis, solved)

    def _action_meanwhile(
        self, offer: Offer, analysis: Analysis, solved: list[types.Diagnostic]
    ) -> types.CodeAction | None:
        """Give an action whose edit is made when it is chosen; None where it may have to be confirmed before."""
        plan = analysis.plans.get(offer)
        if isinstance(plan, Refused):
            return self._disabled(offer.kind, offer.title, str(plan), solved)
        if not client_asks(self.capabilities):
            return None
        data = {**offer.data(analysis), "state": analysis.state_in(self.snapshot)}
        return self._offered(offer, offer.title, solved, None, data)

    def _fixes(self) -> Iterator[types.CodeAction | None]:
        for each in shown(self.analyses, self.text.path):
            finding = each.finding
            part = self.text.part(finding.span)
            if part.uri != self.params.text_document.uri or not _touch(part.range, self.params.range):
                continue
            solved = self._diagnostics(finding, self.text.part(place_of(finding)).range)
            for offer in actions.offers(each):
                yield self._action(offer, each.analysis, solved)
            refusal = actions.refusal(finding)
            if refusal is not None:
                yield self._disabled("quickfix", *refusal, solved)

    def _disablings(self) -> Iterator[types.CodeAction]:
        """Yield ways to switch off what is found here; where much is, only here, so that the list stays short."""
        found = [each.finding for each in shown(self.analyses, self.text.path) if self._is_here(each.finding)]
        codes = list(dict.fromkeys(finding.code for finding in found))
        for finding in {finding.code: finding for finding in found}.values():
            every = disablings(finding.document, finding.span, finding.code, self.snapshot)
            for each in every if len(codes) <= _FEW else islice(every, 1):
                if not each.creates or self._creates_files:
                    yield self._switch(each, finding.code)
        for ignore, unused in unused_ignores(self.analyses, self.text.path).items():
            part = self.text.part(ignore.span)
            if part.uri == self.params.text_document.uri and _touch(part.range, self.params.range):
                yield self._switch(removal(ignore, unused, self.snapshot), UNUSED)

    @property
    def _creates_files(self) -> bool:
        """Whether the client can create a file as a part of an edit."""
        edits = self.capabilities.workspace.workspace_edit if self.capabilities.workspace else None
        operations = edits.resource_operations or () if edits and edits.document_changes else ()
        return types.ResourceOperationKind.Create in operations

    def _is_here(self, finding: Finding) -> bool:
        part = self.text.part(place_of(finding))
        return part.uri == self.params.text_document.uri and _touch(part.range, self.params.range)

    def _switch(self, each: Disabling, code: str) -> types.CodeAction:
        edits = self.capabilities.workspace.workspace_edit if self.capabilities.workspace else None
        solved = [diagnostic for diagnostic in self.params.context.diagnostics if diagnostic.code == code]
        return types.CodeAction(
            each.title, "quickfix", solved or None, edit=each.edit(bool(edits and edits.document_changes))
        )

    def _rewrites(self) -> Iterator[types.CodeAction | None]:
        for analysis in self._trained():
            yield self._action(self._whole(analysis), analysis, [])
            script = analysis.script
            document = analysis.documents.get(self.text.path)
            if script is None or document is None or len(script.trainings) == 1:
                continue
            for training in trainings_of(script, document, self._span()):
                title = f"Distribute {training.label} with Horovod{self._where(analysis)}"
                yield self._action(Offer(REWRITE, title, script.trainings.index(training)), analysis, [])

    def _removals(self) -> Iterator[types.CodeAction | None]:
        for analysis in self.analyses:
            if not analysis.begun or analysis.script is None:
                continue
            title = TITLE if analysis.entry == self.text.path else f"{TITLE} ({analysis.entry.name})"
            try:
                offer = offered(analysis, title)
                resolves = _resolves_edits(self.capabilities) and not isinstance(self.text, Notebook)
                made = None if resolves else removal_of(analysis)
                edit = actions.workspace_edit(made, self.snapshot, self.capabilities) if made is not None else None
            except Refused as refused:
                yield self._disabled(REMOVE, title, str(refused), [])
                continue
            yield types.CodeAction(title=title, kind=REMOVE, edit=edit, data=offer.data(analysis))

    def _functions(self) -> Iterator[types.CodeAction | None]:
        """Yield what can be done to the function at the place."""
        for analysis in self.analyses[:1]:
            document = analysis.documents.get(self.text.path)
            if analysis.script is not None and document is not None:
                for offer in actions.rewrites(analysis.script, document, self._span()):
                    if _asks_for(self.params, offer.kind):
                        yield self._action(offer, analysis, [])

    def _checks(self) -> Iterator[types.CodeAction | None]:
        """Yield asserts for what the findings at the place assume, and the removal of those that the file has."""
        for analysis in self.analyses[:1]:
            document = analysis.documents.get(self.text.path)
            if document is not None:
                found = [
                    each.finding
                    for each in shown([analysis], self.text.path)
                    if _touch(self.text.part(each.finding.span).range, self.params.range)
                ]
                for offer in actions.checkings(analysis, document, found):
                    if _asks_for(self.params, offer.kind):
                        yield self._action(offer, analysis, [])

    def _whole(self, analysis: Analysis) -> Offer:
        """Give the offer to convert a script."""
        return Offer(REWRITE, DISTRIBUTE + self._where(analysis))

    def _where(self, analysis: Analysis) -> str:
        return "" if analysis.entry == self.text.path else f" ({analysis.entry.name})"

    def _trained(self) -> Iterator[Analysis]:
        """Yield the scripts that train a model."""
        return (analysis for analysis in self.analyses if analysis.script is not None and analysis.script.trainings)

    def _action(self, offer: Offer, analysis: Analysis, solved: list[types.Diagnostic]) -> types.CodeAction | None:
        """Give an action: with its edit where the client can't ask for it later, disabled where there is none."""
        self.proceed()
        try:
            edit = None
            if _resolves_edits(self.capabilities) and not isinstance(self.text, Notebook):
                plan = actions.plan_of(offer, analysis)
            else:
                plan = actions.checked_plan_of(offer, analysis, self.proceed)
                edit = actions.workspace_edit(plan, self.snapshot, self.capabilities, offer.look)
        except Refused as refused:
            return self._disabled(offer.kind, offer.title, str(refused), solved)
        doubt = doubts(plan, self.capabilities)
        title = f"{offer.title} (please confirm: {doubt})" if doubt else offer.title
        return self._offered(offer, title, solved, edit, offer.data(analysis))

    def _offered(
        self,
        offer: Offer,
        title: str,
        solved: list[types.Diagnostic],
        edit: types.WorkspaceEdit | None,
        data: Mapping[str, Any],
    ) -> types.CodeAction:
        text = self.capabilities.text_document
        known = text.code_action if text else None
        preferred = offer.preferred and known and known.is_preferred_support
        return types.CodeAction(title, offer.kind, solved or None, True if preferred else None, edit=edit, data=data)

    def _disabled(self, kind: str, title: str, reason: str, solved: list[types.Diagnostic]) -> types.CodeAction | None:
        text = self.capabilities.text_document
        if not (text and text.code_action and text.code_action.disabled_support):
            return None
        return types.CodeAction(title, kind, solved or None, disabled=types.CodeActionDisabled(reason))

    def _diagnostics(self, finding: Finding, place: types.Range) -> list[types.Diagnostic]:
        return [
            diagnostic
            for diagnostic in self.params.context.diagnostics
            if diagnostic.code == finding.code and diagnostic.range == place
        ]

    def _span(self) -> Span:
        uri = self.params.text_document.uri
        return Span(self.text.offset(uri, self.params.range.start), self.text.offset(uri, self.params.range.end))


def _touch(first: types.Range, second: types.Range) -> bool:
    return first.start <= second.end and second.start <= first.end
