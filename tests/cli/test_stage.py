"""`farandole stage`: what it prints, and that it runs nothing unless it is told to."""

from __future__ import annotations

from tests.cli.conftest import Project

POWER = """\
import pathlib
pathlib.Path(__file__).with_name("ran").touch()
print("at import")

class Tool:
    def power(self, n, k):
        if k == 0:
            return 1
        return n * self.power(n, k - 1)

def total(x):
    ret = 0
    while x > 0:
        ret = ret + x
        x = x - 1
    return ret

def numbers():
    yield 1
"""


def test_prints_virtualized_python_and_runs_nothing(project: Project) -> None:
    project.write("power.py", POWER)
    ran = project.run("stage", "power.py:total")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith(
        "from farandole.staging import NonLocalReturnValue, _assign, _read, _return, _var, _while\n"
    )
    assert "_while(cond_1, body_1)" in ran.out
    assert not (project.folder / "ran").exists()
    namespace: dict[str, object] = {}
    exec(ran.out, namespace)
    assert namespace["total"](10) == 55  # type: ignore[operator]


def test_prints_a_method_without_its_indentation(project: Project) -> None:
    project.write("power.py", POWER)
    assert "\ndef power(self, n, k):\n" in project.run("stage", "power.py:Tool.power").out


def test_the_s_expression_needs_running_and_says_so(project: Project) -> None:
    project.write("power.py", POWER)
    ran = project.run("stage", "power.py:total", "--sexpr")
    assert ran.status == 0
    assert ran.out.startswith("(def total (in1)\n (begin\n")
    assert "farandole: runs power.py to stage total" in ran.err
    assert "at import" in ran.err
    assert (project.folder / "ran").exists()


def test_a_file_that_reads_the_command_line_gets_no_arguments(project: Project) -> None:
    parser = "import argparse\nargparse.ArgumentParser().parse_args()\ndef double(x):\n    return x * 2\n"
    project.write("train.py", parser)
    ran = project.run("stage", "train.py:double", "--sexpr")
    assert (ran.status, ran.out.splitlines()[0]) == (0, "(def double (in1)")


def test_what_cannot_be_staged(project: Project) -> None:
    project.write("power.py", POWER)
    project.write("broken.py", "def f(:\n")
    for arguments, said in (
        (["power.py:numbers"], "farandole: power.py:19: yield: a generator cannot be virtualized"),
        (["power.py:numbers", "--sexpr"], "power.py:18: generator numbers: a generator cannot"),
        (["power.py:nothing"], "no function has this name; there are Tool.power, total, numbers"),
        (["power.py:nothing", "--sexpr"], "farandole: power.py: nothing is called nothing"),
        (["power.py"], "farandole: power.py: say FILE:FUNCTION"),
        (["absent.py:f"], "farandole: absent.py: No such file or directory"),
        (["absent.py:f", "--sexpr"], "farandole: absent.py: No such file or directory"),
        (["power.py:total", "--sexpr", "--python", "/nowhere/python"], "/nowhere/python: No such file or directory"),
        (["broken.py:f"], "farandole: broken.py:1: not Python: "),
    ):
        ran = project.run("stage", *arguments)
        assert (ran.status, ran.out) == (2, "")
        assert said in ran.err
