"""What a script does when it is started without options, against Python's own answer."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest
from farandole.analysis.defaults import NoDefault, default, given_constants, is_off, truth
from farandole.frameworks.analyse import analyse
from farandole.options import Options

OPTIONS = """\
import argparse
parser = argparse.ArgumentParser()
parser.add_argument("--multi-gpu", action="store_true")
parser.add_argument("--single", action="store_false")
parser.add_argument("-g", "--gpus", type=int, default=1)
parser.add_argument("--strategy", default="none", choices=["none", "mirrored"])
parser.add_argument("--devices", type=str, default="0,1")
parser.add_argument("--tpu")
args = parser.parse_args([])
CONSTANT = 3
"""
TESTS = [
    "args.multi_gpu",
    "args.single",
    "not args.multi_gpu",
    "args.gpus > 1",
    "args.gpus == 1 and args.multi_gpu",
    "args.strategy == 'mirrored'",
    "len(args.devices.split(',')) > 1",
    "args.tpu is not None",
    "args.tpu",
    "CONSTANT >= 3 or print",
    "args.strategy in ('none', 'mirrored')",
    "len([0, 1]) > 1",
    "f'/gpu:{args.gpus}' == '/gpu:1'",
    "'/gpu:%d' % args.gpus == '/gpu:1'",
    "'%s:%d' % ('gpu', args.gpus) == 'gpu:1'",
    "'/gpu:{}'.format(args.gpus) == '/gpu:1'",
    "'/gpu:' + str(args.gpus) == '/gpu:0'",
]


@pytest.mark.parametrize("test", TESTS)
def test_a_condition_is_what_python_says(tmp_path: Path, test: str) -> None:
    script = tmp_path / "train.py"
    script.write_text(f"{OPTIONS}print(bool({test}))", encoding="utf-8")
    said = subprocess.run([sys.executable, script], capture_output=True, text=True, check=True).stdout.strip()
    program = analyse(script, Options())
    node = ast.parse(test, mode="eval").body
    last = program.entry.tree.body[-1].value.args[0].args[0]  # type: ignore[attr-defined]
    assert ast.dump(last) == ast.dump(node)
    found = truth(program, program.entry, last)
    assert str(found) == said


@pytest.mark.parametrize(
    "test", ["args.unknown", "function()", "args.strategy in ('none', function())", "args.gpus > limit", "args.changed"]
)
def test_what_is_not_known_is_said(tmp_path: Path, test: str) -> None:
    script = tmp_path / "train.py"
    changed = "parser.add_argument('--changed', action='store_true')\nargs.changed = function()\n"
    script.write_text(f"{OPTIONS}{changed}print(bool({test}))", encoding="utf-8")
    program = analyse(script, Options())
    last = program.entry.tree.body[-1].value.args[0].args[0]  # type: ignore[attr-defined]
    assert truth(program, program.entry, last) is None


@pytest.mark.parametrize(
    "computed",
    ["int(args.strategy)", "'%d' % args.strategy", "'{} {}'.format(args.gpus)", "int(1e999)", "len(args.gpus)"],
)
def test_what_python_refuses_to_compute_has_no_default(tmp_path: Path, computed: str) -> None:
    script = tmp_path / "train.py"
    script.write_text(f"{OPTIONS}print({computed})", encoding="utf-8")
    assert subprocess.run([sys.executable, script], capture_output=True, check=False).returncode == 1
    program = analyse(script, Options())
    last = program.entry.tree.body[-1].value.args[0]  # type: ignore[attr-defined]
    with pytest.raises(NoDefault):
        default(program, program.entry, last)


FUNCTION = """\
def run(many):
    if many:
        mark("off")
    elif args.gpus > 1:
        mark("off")
    else:
        mark("on")
    mark("off") if args.multi_gpu else mark("on")

def never():
    mark("off")

def also():
    mark("on")

run(args.multi_gpu)
if args.multi_gpu:
    never()
    also()
also()
"""


def test_code_is_off_where_all_ways_to_it_are(tmp_path: Path) -> None:
    script = tmp_path / "train.py"
    script.write_text(OPTIONS + FUNCTION, encoding="utf-8")
    program = analyse(script, Options())
    marks = [call for call in program.calls if call.attribute == "mark"]
    assert len(marks) == 7
    for call in marks:
        argument = call.node.args[0]
        assert isinstance(argument, ast.Constant)
        assert is_off(program, call.document, call.node) is (argument.value == "off"), call.node.lineno


@pytest.mark.parametrize(
    ("calls", "given"),
    [
        ("schedule(args.steps)", set()),
        ("schedule(); schedule(args.steps)", {None}),
        ("schedule(steps=10)", {10}),
        ("outer(args.steps)", set()),
        ("outer(20)", {20}),
        ("changed()", {None, 5}),
    ],
)
def test_a_parameter_has_its_default_only_where_a_call_leaves_it_out(
    tmp_path: Path, calls: str, given: set[object]
) -> None:
    script = tmp_path / "train.py"
    functions = """\
import sys
args = sys.argv
def schedule(steps=None):
    use(steps)
def outer(steps):
    schedule(steps)
def changed(steps=None):
    if args:
        steps = 5
    use(steps)
"""
    script.write_text(functions + calls, encoding="utf-8")
    program = analyse(script, Options())
    document = program.entry
    used = [call.node.args[0] for call in program.calls if ast.unparse(call.node.func) == "use"]
    node = used[1] if calls.startswith("changed") else used[0]
    assert given_constants(program, document, node) == given
