"""Defects of Farandole itself: an exception in one rule costs that rule's findings and a log line, nothing else."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from tests.server.conftest import KERAS, Project
from tests.server.editor import MODERN, Editor, editor, eventually

pytestmark = pytest.mark.asyncio(loop_scope="module")

DEFECTS = Path(__file__).parent / "defects"
START = types.Range(types.Position(0, 0), types.Position(0, 0))


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def defective(workspace: Path) -> AsyncIterator[Editor]:
    """Give an editor whose server has one more rule, `hvd199_defective.py`, which fails when a script says so."""
    environment = {"PYTHONPATH": str(DEFECTS)}
    async with editor(workspace, MODERN, options={"logTo": "client"}, environment=environment) as client:
        yield client


async def whole(client: Editor, uri: str) -> types.CodeAction:
    (action,) = await client.actions(uri, START, ["refactor"])
    return action


async def rate_fix(client: Editor, uri: str) -> types.CodeAction:
    fixes = await client.actions(uri, client.at(uri, "0.1"), ["quickfix"])
    (fix,) = [each for each in fixes if "(HVD103" in each.title]
    return fix


async def logged(client: Editor, words: str) -> str:
    """Give the one line of the log with these words."""
    found = await eventually(lambda: [each.message for each in client.log_messages if words in each.message])
    assert all("\n" not in line and "Traceback" not in line for line in found)
    return str(found[-1])


async def test_stale_work_ends_in_the_middle_of_a_rule(defective: Editor, project: Project) -> None:
    uri = defective.open(project.write("train.py", KERAS + "# check goes on\n"))
    asked = asyncio.ensure_future(defective.pulled(uri))
    await asyncio.sleep(1)
    assert not asked.done()
    started = time.monotonic()
    defective.replace(uri, "# check goes on", "# check ends")
    with pytest.raises(JsonRpcException):
        await asked
    assert "HVD101" in {each.code for each in await defective.pulled(uri)}
    assert time.monotonic() - started < 3, "the rule was ended, and the new text looked at"


async def test_a_rule_that_fails_costs_its_findings_and_a_log_line(defective: Editor, project: Project) -> None:
    uri = defective.open(project.write("train.py", KERAS + "# check fails\n"))
    found = {each.code for each in await defective.pulled(uri)}
    assert {"HVD101", "HVD103", "HVD104", "HVD105", "HVD106"} <= found and "HVD199" not in found
    assert "HVD199 failed on" in await logged(defective, "a defect of two lines")
    resolved = await defective.code_action_resolve_async(await rate_fix(defective, uri))
    assert resolved.edit is not None
    assert "SGD(0.1 * hvd.size())" in defective.apply(resolved.edit)[uri]


async def test_what_a_failed_rule_would_have_changed_is_not_left_out_silently(
    defective: Editor, project: Project
) -> None:
    uri = defective.open(project.write("train.py", KERAS + "# check fails\n"))
    action = await whole(defective, uri)
    assert action.disabled is not None and "HVD199" in action.disabled.reason


async def test_a_fix_that_fails_leaves_the_other_fixes(defective: Editor, project: Project) -> None:
    uri = defective.open(project.write("train.py", KERAS + "# fix fails\n"))
    assert "HVD199" in {each.code for each in await defective.pulled(uri)}
    fixes = await defective.actions(uri, START, ["quickfix"])
    assert [each.disabled is not None for each in fixes if "(HVD199)" in each.title] == [True]
    assert (await whole(defective, uri)).disabled is not None
    resolved = await defective.code_action_resolve_async(await rate_fix(defective, uri))
    assert resolved.edit is not None
    assert "SGD(0.1 * hvd.size())" in defective.apply(resolved.edit)[uri]
    await logged(defective, "a defect of a fix")


async def test_a_conversion_that_a_second_one_would_change_is_refused(defective: Editor, project: Project) -> None:
    """As the command does, the server reads the result of a whole conversion once more."""
    uri = defective.open(project.write("train.py", KERAS + "# never done\n"))
    with pytest.raises(JsonRpcException) as refused:
        await defective.code_action_resolve_async(await whole(defective, uri))
    assert "HVD199 does not recognise line 1 of the converted text as done" in refused.value.message
    params = types.ExecuteCommandParams("farandole.distribute", arguments=[uri])
    assert await defective.workspace_execute_command_async(params) is None
    await eventually(lambda: any("HVD199 does not recognise" in each.message for each in defective.messages))
    assert defective.texts[uri] == KERAS + "# never done\n"
