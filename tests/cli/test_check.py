"""`farandole check`: the findings in each format, and what is asked for."""

from __future__ import annotations

import json
import re

from farandole.rules import all_rules

from tests.cli.conftest import KERAS, Project

TEXT_LINE = re.compile(r"train\.py:\d+:\d+: HVD\d{3} [a-z0-9-]+: \S.*|    (help|see \S+:\d+): \S.*")
NAMES = {rule.code: rule.name for rule in all_rules()}


def test_findings_are_lines_with_places(project: Project) -> None:
    script = project.write("train.py")
    ran = project.run("check", "train.py")
    assert ran.status == 1
    lines = ran.out.splitlines()
    assert all(TEXT_LINE.fullmatch(line) for line in lines), lines
    assert any(" HVD101 " in line for line in lines)
    assert script.read_text() == KERAS


def test_a_converted_script_has_no_findings(project: Project) -> None:
    project.write("train.py")
    project.run("distribute", "train.py", "--write")
    ran = project.run("check", "train.py")
    assert (ran.status, ran.out, ran.err) == (0, "", "")


def test_a_script_without_training_has_no_findings(project: Project) -> None:
    project.write("train.py", "import tensorflow as tf\n")
    ran = project.run("check", "train.py", "--format", "json")
    assert ran.status == 0
    assert json.loads(ran.out) == {"version": 1, "findings": [], "errors": []}


def test_select_and_ignore(project: Project) -> None:
    project.write("train.py")
    everything = codes(project)
    assert codes(project, "--select", "HVD101") == ["HVD101"]
    assert codes(project, "--select", "HVD101,HVD102") == ["HVD101", "HVD102"]
    assert codes(project, "--select", "HVD1", "--ignore", "HVD101") == [
        code for code in everything if code.startswith("HVD1") and code != "HVD101"
    ]
    assert codes(project, "--ignore", "HVD") == []


def codes(project: Project, *arguments: str) -> list[str]:
    found = json.loads(project.run("check", "train.py", "--format", "json", *arguments).out)["findings"]
    return sorted({finding["code"] for finding in found})


def test_json_has_places_that_hold_what_is_meant(project: Project) -> None:
    script = project.write("train.py", KERAS.replace('"mse"', '"mse" if "é" else "mae"'))
    report = json.loads(project.run("check", "train.py", "--format", "json").out)
    assert report["version"] == 1
    lines = script.read_text().splitlines()
    for finding in report["findings"]:
        assert finding["path"] == "train.py"
        assert finding["name"] == NAMES[finding["code"]]
        assert finding["status"] in ("missing", "refused")
        start, end = (finding["line"], finding["column"]), (finding["end_line"], finding["end_column"])
        assert (1, 1) <= start <= end <= (len(lines) + 1, 1)
    scaling = next(finding for finding in report["findings"] if finding["code"] == "HVD103")
    meant = lines[scaling["line"] - 1][scaling["column"] - 1 : scaling["end_column"] - 1]
    assert "0.1" in meant


def test_json_names_the_files_that_gave_no_result(project: Project) -> None:
    project.write("src/broken.py", "import tensorflow as tf\nmodel.fit(\n")
    project.write("src/train.py")
    ran = project.run("check", "src", "--format", "json")
    report = json.loads(ran.out)
    assert ran.status == 2
    assert [error["path"] for error in report["errors"]] == ["src/broken.py"]
    assert report["findings"]
    assert ran.err.startswith("src/broken.py:2: ")


def test_sarif_has_what_the_standard_asks_for(project: Project) -> None:
    project.write("a folder/tr%in.py")
    log = json.loads(project.run("check", "a folder/tr%in.py", "--format", "sarif").out)
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert run["results"]
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["level"] in ("warning", "error")
        assert result["message"]["text"]
        place = result["locations"][0]["physicalLocation"]
        assert place["artifactLocation"]["uri"] == "a%20folder/tr%25in.py"
        region = place["region"]
        assert (region["startLine"], region["startColumn"]) <= (region["endLine"], region["endColumn"])
    assert run["invocations"] == [{"executionSuccessful": True, "toolExecutionNotifications": []}]


def test_github_annotations_are_escaped(project: Project) -> None:
    project.write("odd,name.py")
    lines = project.run("check", "odd,name.py", "--format", "github").out.splitlines()
    assert lines
    for line in lines:
        assert re.fullmatch(r"::(warning|error) file=odd%2Cname\.py,line=\d+,[^:]*::\S.*", line), line


def test_a_shared_module_is_reported_once(project: Project) -> None:
    project.write(
        "src/shared.py",
        "import tensorflow as tf\n\n\ndef rate():\n    return tf.keras.optimizers.SGD(0.1)\n",
    )
    for name in ("one", "two"):
        project.write(
            f"src/{name}.py",
            KERAS.replace("tf.keras.optimizers.SGD(0.1)", "rate()").replace("\n\n", "\nfrom shared import rate\n\n", 1),
        )
    lines = [line for line in project.run("check", "src").out.splitlines() if line.startswith("src/shared.py")]
    assert lines
    assert len(lines) == len(set(lines))


DISTRIBUTED = """\
import horovod.tensorflow.keras as hvd
import tensorflow as tf

hvd.init()
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse", experimental_run_tf_function=False)
if hvd.rank() == 0:
    hvd.allreduce(tf.constant(1.0))
"""


def test_fix_corrects_what_it_can_and_reports_what_is_left(project: Project) -> None:
    script = project.write("train.py", DISTRIBUTED)
    assert codes(project, "--select", "HVD4") == ["HVD401", "HVD402"]
    ran = project.run("check", "train.py", "--fix", "--select", "HVD4")
    assert script.read_text() == DISTRIBUTED.replace(", experimental_run_tf_function=False", "")
    assert ran.err.splitlines()[0].startswith("HVD402 experimental-run-tf-function  train.py:6  done: ")
    assert [line.split()[1] for line in ran.out.splitlines() if line.startswith("train.py")] == ["HVD401"]
    assert ran.status == 1


def test_fix_takes_no_step_of_a_conversion(project: Project) -> None:
    script = project.write("train.py")
    assert project.run("check", "train.py", "--fix").status == 1
    assert script.read_text() == KERAS


def test_a_conversion_leaves_mistakes_and_reports_them(project: Project) -> None:
    script = project.write("train.py", DISTRIBUTED)
    ran = project.run("distribute", "train.py", "--write")
    assert ran.status == 1
    assert "a mistake: `allreduce` waits for every process" in ran.err
    assert "experimental_run_tf_function" in script.read_text()


def test_what_a_comment_switches_off_is_not_listed_and_one_that_switches_nothing_off_is_named(project: Project) -> None:
    project.write("train.py", KERAS.rstrip("\n") + "  # farandole: ignore[HVD101, HVD302]\n")
    ran = project.run("check", "train.py")
    assert " HVD101 " not in ran.out and " HVD103 " in ran.out
    assert re.search(r"train\.py:\d+: nothing is switched off by ignore\[HVD302\]", ran.err)
