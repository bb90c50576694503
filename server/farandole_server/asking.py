"""Questions to the user, and why something is not done."""

from __future__ import annotations

from lsprotocol import types

from farandole_server.actions import Refused
from farandole_server.diagnostics import page_uri
from farandole_server.server import Server

_SHOW, _EXPLAIN = types.MessageActionItem("Show"), types.MessageActionItem("Explain")


async def chosen(ls: Server, question: str, *choices: str) -> str | None:
    """Ask the user; gives the choice, None for none."""
    items = [types.MessageActionItem(choice) for choice in choices]
    answer = await ls.window_show_message_request_async(
        types.ShowMessageRequestParams(types.MessageType.Info, question, items)
    )
    return answer.title if answer is not None else None


async def agreed(ls: Server, question: str, yes: str, no: str) -> bool:
    """Ask the user for a yes or a no."""
    return await chosen(ls, question, yes, no) == yes


async def refuse(ls: Server, refused: Refused) -> None:
    """Tell the user why something is not done; where messages have buttons, they lead to the place and to the page."""
    finding, message = refused.finding, f"Farandole: {refused}"
    if finding is None or not ls.messages_have_buttons:
        ls.window_show_message(types.ShowMessageParams(types.MessageType.Warning, message))
        return
    page = page_uri(finding.code)
    answer = await ls.window_show_message_request_async(
        types.ShowMessageRequestParams(types.MessageType.Warning, message, [_SHOW, _EXPLAIN] if page else [_SHOW])
    )
    if answer is not None and answer.title == _EXPLAIN.title and page:
        await ls.window_show_document_async(types.ShowDocumentParams(page, take_focus=True))
    elif answer is not None:
        part = ls.snapshot().view(finding.document).part(finding.span)
        await ls.window_show_document_async(types.ShowDocumentParams(part.uri, take_focus=True, selection=part.range))
