"""Scripts with one known mistake each: what finds it, and that nothing else is said of them."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from farandole.conversion.plan import find
from farandole.frameworks.analyse import analyse
from farandole.options import Options
from farandole.rules.rule import Status

SCRIPTS = sorted((Path(__file__).parent / "scripts").glob("*.py"))


def expected(script: Path) -> str:
    found = re.search(r"Found by: (HVD\d+)", ast.get_docstring(ast.parse(script.read_text(encoding="utf-8"))) or "")
    assert found is not None, script
    return found[1]


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_the_mistake_is_found_and_no_other(script: Path) -> None:
    findings = find(analyse(script, Options()), Options())
    assert expected(script) in {finding.code for finding in findings if finding.status is not Status.DONE}
    mistakes = {finding.code for finding in findings if finding.status is Status.VIOLATION}
    assert mistakes <= {expected(script)}
