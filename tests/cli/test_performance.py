"""Inefficient code on the command line: asked for, confirmed, in folders of PyTorch scripts, and without clingo."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest
from farandole.analysis.datalog import engine
from farandole.rules.performance import found

from tests.cli.conftest import Project

TORCH = """\
import torch

def evaluate(model, loader):
    model.eval()
    for x in loader:
        print(model(x))

evaluate(torch.nn.Linear(4, 2), [])
"""
AFTER = """\
import torch

def evaluate(model, loader):
    model.eval()
    with torch.no_grad():
        for x in loader:
            print(model(x))

evaluate(torch.nn.Linear(4, 2), [])
"""
GRAPH = """\
import tensorflow.compat.v1 as tf
x = tf.placeholder(tf.float32)
with tf.Session() as sess:
    for step in range(100):
        print(sess.run(tf.add(x, 1), feed_dict={x: step}))
"""


def test_it_is_quiet_until_it_is_asked_for(project: Project) -> None:
    project.write("train.py", GRAPH)
    assert "PRF" not in project.run("check", "train.py").out
    assert "train.py:5:24: PRF101 graph-in-loop: " in project.run("check", "--select", "PRF", "train.py").out
    assert "PRF101" in project.run("check", "--select", "HVD,PRF", "train.py").out


def test_scripts_of_pytorch_below_a_folder_are_found_when_it_is_asked_for(project: Project) -> None:
    project.write("train.py", TORCH)
    assert project.run("check", ".").out == ""
    assert "PRF151" in project.run("check", "--select", "PRF", ".").out


def test_an_assumption_has_its_kind_place_and_check(project: Project) -> None:
    project.write(
        "train.py", TORCH.replace("evaluate(torch.nn.Linear(4, 2), [])", "evaluate(torch.load('model.pt'), [])")
    )
    found = json.loads(project.run("check", "--select", "PRF", "--format", "json", "train.py").out)["findings"]
    assert [(each["speculation"], each["line"], each["check"]) for each in found[0]["assumptions"]] == [
        ("types", 6, "isinstance(model, torch.nn.Module)"),
        ("unread", 5, None),
    ]


def test_what_rests_on_a_speculation_that_is_not_allowed_is_not_found(project: Project) -> None:
    project.write("train.py", TORCH)
    project.write("pyproject.toml", "[tool.farandole]\nperformance-speculations = ['types']\n")
    assert project.run("check", "--select", "PRF", "train.py").out == ""
    project.write("pyproject.toml", "[tool.farandole]\nperformance-speculations = ['type']\n")
    assert "did you mean `types`?" in project.run("check", "--select", "PRF", "train.py").err


def test_an_assumption_is_listed_and_its_edit_waits_to_be_confirmed(project: Project) -> None:
    script = project.write("train.py", TORCH)
    ran = project.run("check", "--select", "PRF", "--fix", "--force", "train.py")
    assert "see train.py:5: assumes that no gradient of what it computes is asked for" in ran.out
    assert script.read_text() == TORCH
    ran = project.run("check", "--select", "PRF", "--fix", "--force", "--confirm", "PRF151", "train.py")
    assert script.read_text() == AFTER
    assert (ran.status, ran.out) == (0, "")
    assert "no training found" not in ran.err


def test_an_edit_without_assumptions_is_made(project: Project) -> None:
    script = project.write("train.py", GRAPH)
    project.run("check", "--select", "PRF", "--fix", "--force", "train.py")
    assert "    add = tf.add(x, 1)\n    for step" in script.read_text()


def test_without_clingo_it_is_off_and_says_so_once(
    project: Project, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    project.write("train.py", GRAPH)
    project.write("other.py", GRAPH)
    monkeypatch.setitem(sys.modules, "clingo", None)
    monkeypatch.setattr(engine, "find_spec", lambda name: None)
    engine.available.cache_clear()
    found.is_ready.cache_clear()
    try:
        ran = project.run("check", "--select", "PRF", "train.py", "other.py")
    finally:
        monkeypatch.undo()
        engine.available.cache_clear()
        found.is_ready.cache_clear()
    assert (ran.status, ran.out) == (0, "")
    assert [record.message for record in caplog.records if "clingo" in record.message] == [
        "inefficient code (PRF) is not searched for: install clingo, `pip install 'farandole[performance]'`"
    ]


def test_datalog_is_not_started_without_a_framework(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    def start(*args: object) -> None:
        raise AssertionError("started")

    monkeypatch.setattr(found, "ask", start)
    project.write("train.py", "import keras\nfor i in range(9):\n    print(i)\n")
    assert project.run("check", "--select", "PRF", "train.py").status == 0


def test_a_large_script_is_searched_within_limits_and_what_is_left_out_is_said(
    project: Project, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(found, "MOST_STEPS", 10)
    project.write("train.py", GRAPH)
    assert "PRF101" in project.run("check", "--select", "PRF", "train.py").out
    monkeypatch.setattr(engine, "SECONDS", 0.001)
    project.write("late.py", GRAPH)
    assert project.run("check", "--select", "PRF", "late.py").out == ""
    assert any(
        "late.py: not searched for inefficient code: the rules took more" in each.message for each in caplog.records
    )


PAGE = Path(__file__).parents[2] / "docs" / "performance" / "rules.md"
DECAY = """\
import tensorflow.compat.v1 as tf
rate = tf.Variable(0.1)

def decay(session):
    session.run(tf.assign(rate, 0.1))

with tf.Session() as session:
    for step in range(9):
        decay(session)
"""


def test_the_examples_of_the_page_find_what_it_says(project: Project) -> None:
    first, second = re.findall(r"```prolog\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    project.write("rules/one.lp", first)
    project.write("rules/deep/two.lp", second)
    project.write("pyproject.toml", '[tool.farandole]\nselect = ["PRF190"]\nperformance-rules = ["rules/**/*.lp"]\n')
    project.write("a.py", "import torch\nfor x in torch.rand(3):\n    print(x.item())\n")
    project.write("b.py", DECAY)
    assert project.run("check", "a.py", "b.py").out.splitlines() == [
        "a.py:3:11: PRF190 project-rule: item() waits for the device in each turn",
        "    help: add up tensors, and take the number once after the loop",
        "b.py:9:9: PRF190 project-rule: it assigns a variable by a new node of the graph in each turn",
        "    help: see the rules in two.lp",
        "    see b.py:5: assumes that this is not guarded by something that holds once",
    ]


def test_a_wrong_rule_file_does_not_take_the_other_findings_away(project: Project) -> None:
    project.write("bad.lp", 'finding(L, "x") :- lop(L, _).\n')
    project.write("good.lp", 'finding(L, "a loop") :- loop(L, _).\n')
    project.write("pyproject.toml", '[tool.farandole]\nselect = ["PRF"]\nperformance-rules = ["*.lp"]\n')
    project.write("train.py", GRAPH)
    out = project.run("check", "train.py").out
    assert "train.py:1:1: PRF190 project-rule: `bad.lp:1`: unknown relation `lop`; did you mean `loop`?" in out
    assert "PRF190 project-rule: a loop" in out
    assert "PRF101" in out


def test_a_pattern_without_files_is_a_wrong_setting(project: Project) -> None:
    project.write("pyproject.toml", '[tool.farandole]\nperformance-rules = ["gone/*.lp"]\n')
    project.write("train.py", GRAPH)
    ran = project.run("check", "train.py")
    assert ran.status == 2
    assert "pyproject.toml:2: `performance-rules`: no such file: gone/*.lp" in ran.err


def test_a_script_without_findings_is_not_measured(project: Project) -> None:
    project.write("train.py", "import torch\nprint(torch.rand(3))\n")
    ran = project.run("measure", "train.py")
    assert (ran.status, ran.out, ran.err) == (0, "", "train.py: there is nothing to refactor\n")


def test_what_does_not_run_is_not_measured(project: Project) -> None:
    project.write("train.py", GRAPH)
    ran = project.run("measure", "train.py", "--python", "no-such-python")
    assert ran.status == 2
    assert "farandole: runs train.py 3 times as it is, and 3 times with PRF101" in ran.err
    assert "farandole: no-such-python: No such file or directory" in ran.err
