"""What a user is to confirm before it is applied, for clients that do not ask by themselves."""

from __future__ import annotations

from farandole.conversion.plan import Plan
from lsprotocol import types


def client_asks(capabilities: types.ClientCapabilities) -> bool:
    """Say whether the client asks before it applies edits that need confirmation; some only know the annotations."""
    text = capabilities.text_document
    return bool(text and text.code_action and text.code_action.honors_change_annotations)


def doubts(plan: Plan, capabilities: types.ClientCapabilities) -> str:
    """Give what is uncertain in a plan, unless the client asks about it; empty when nothing is."""
    if client_asks(capabilities):
        return ""
    return "; ".join(dict.fromkeys(finding.confirm for finding in plan.applied if finding.confirm))
