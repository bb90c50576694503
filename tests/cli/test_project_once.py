"""What is true of a project as a whole is told once, however many scripts it has."""

from __future__ import annotations

import pytest

from tests.cli.conftest import Project


@pytest.mark.parametrize("command", ["check", "distribute"])
def test_an_unsupported_version_is_told_once(project: Project, command: str) -> None:
    project.write("requirements.txt", "tensorflow==2.16.1\n")
    for name in ("first.py", "second.py", "third.py"):
        project.write(name)
    result = project.run(command, ".")
    told = result.out + result.err
    assert told.count("no released Horovod supports TensorFlow 2.16") == 1
    assert told.count("train with TensorFlow 2.12 and Horovod 0.28.1") == 1
    assert all(name in told for name in ("first.py", "second.py", "third.py"))
