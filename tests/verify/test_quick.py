"""What a quick proof does without TensorFlow: loops that it ends, data that it describes, what it says."""

from __future__ import annotations

import ast
import json
import math
import sys
import types
from pathlib import Path
from typing import Any

import pytest
from farandole.cli import main
from farandole.verify import CannotRun, Outcome, Report, Verdict, quick
from farandole.verify.observer.loops import Enough, Instrumented, Loops, functions
from farandole.verify.observer.needs import Needs
from farandole.verify.observer.needs import Refused as DownloadRefused
from farandole.verify.observer.replacements import Replacements
from farandole.verify.observer.steps import of_horovod
from farandole.verify.report import as_json, text_lines
from farandole.verify.servers import Environment

WITHOUT_TRAINING = """\
seen = []
for a in range(40):
    if a % 7 == 3:
        continue
    b = 0
    while b < a:
        b += 1
        if b == 30:
            break
    else:
        seen.append(("to its end", a))
    seen.append((a, b))
else:
    seen.append("all")

def numbers(n):
    for number in range(n):
        yield number

def first_over(limit):
    while True:
        for number in numbers(100):
            if number > limit:
                return number

seen.append(first_over(77))
seen.append(sum(numbers(50)))
for index, (one, other) in enumerate(zip("abc", [1, 2, 3])):
    seen.append((index, one, other))
try:
    while True:
        raise ValueError("out of it")
except ValueError as problem:
    seen.append(str(problem))
seen.append(a)
"""


def executed(text: str, loops: Loops | None = None, **names: Any) -> dict[str, Any]:
    """Run a module, with its loops instrumented or without; the names that it has then."""
    tree = ast.parse(text)
    if loops is not None:
        tree = ast.fix_missing_locations(Instrumented().visit(tree))
        names |= functions(loops)
    exec(compile(tree, "module.py", "exec"), names)
    return names


def test_loops_that_do_not_train_run_to_their_ends() -> None:
    loops = Loops(2, 1)
    assert executed(WITHOUT_TRAINING, loops)["seen"] == executed(WITHOUT_TRAINING)["seen"]
    assert loops.seen() == {"cut": False, "work": 0.0}


@pytest.mark.parametrize(
    ("text", "steps", "work"),
    [
        ("for i in range(1000): step()", 4, 1000),
        ("for i in range(3): step()", 3, 3),
        ("for i in range(4): step()", 4, 4),
        ("for e in range(10):\n    for b in [1, 2, 3]: step()", 6, 30),
        ("for e in range(10):\n    for b in range(50): step()", 8, 500),
        ("for e in range(10):\n    for i, b in enumerate(range(50)): step()", 8, 500),
        ("i = 0\nwhile i < 100:\n    i += 1\n    step()", 4, None),
        ("i = 0\nwhile i < 3:\n    i += 1\n    step()", 3, 3),
        (
            "for e in range(5):\n    i = 0\n    while True:\n        i += 1\n        if i > 2: break\n        step()",
            4,
            10,
        ),
        ("def batches():\n    while True: yield 1\nfor e in range(5):\n    for b in batches(): step()", 8, None),
        ("for e in range(2):\n    for b in range(3): step()\nfor i in range(8): step()", 10, 14),
        ("for e in range(6):\n    step()\n    for v in range(9): pass", 4, 6),
    ],
)
def test_loops_that_train_are_ended_and_their_steps_told(text: str, steps: int, work: float | None) -> None:
    loops = Loops(4, 2)
    taken = []

    def step() -> None:
        taken.append(1)
        loops.stepped(1)

    executed(text, loops, step=step)
    assert len(taken) == steps
    assert loops.seen()["work"] == work
    assert loops.seen()["cut"] is (work != steps)


def test_what_comes_after_an_ended_loop_is_run() -> None:
    loops = Loops(4, 2)
    text = "def train():\n    for i in range(99): step()\n    else: log('trained')\n    return i\nlast = train()\nlog('saved')"
    said: list[str] = []
    names = executed(text, loops, step=lambda: loops.stepped(1), log=said.append)
    assert said == ["trained", "saved"]
    assert names["last"] == 3


def written(folder: Path, text: str) -> Path:
    path = folder / "more.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_the_first_replacement_of_a_function_counts_and_is_made_once_wherever_it_is_imported(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def load() -> dict[str, int]:
        raise AssertionError("it would be downloaded")

    home, user = types.ModuleType("toys.words"), types.ModuleType("keras.toys")
    vars(home)["load"] = vars(user)["get_words"] = load
    for module in (home, user):
        monkeypatch.setitem(sys.modules, module.__name__, module)
    described = [{"calls": ["toys.*.load"], "gives": "word index", "words": words} for words in (2, 3)]
    replacements = Replacements({"replacement": described, "dataset": [], "moved": {}}, None)
    for _ in range(2):
        replacements.apply(home)
        assert vars(home)["load"]() == vars(user)["get_words"]() == {"word1": 1, "word2": 2}
    assert list(replacements.used) == ["toys.words.load: 2 synthetic words"]


def test_what_a_broadcast_of_horovod_gives_to_an_optimizer_is_no_step() -> None:
    def step() -> None: ...
    def broadcast() -> None: ...

    broadcast.__module__ = "horovod.tensorflow.functions"
    assert of_horovod(types.SimpleNamespace(python_function=broadcast))
    assert not of_horovod(types.SimpleNamespace(python_function=step))
    assert not of_horovod(types.SimpleNamespace())


def test_what_waits_for_a_person_is_not_called() -> None:
    def waitforbuttonpress(timeout: float = -1) -> bool:
        raise AssertionError("nobody presses a button")

    pyplot = types.ModuleType("matplotlib.pyplot")
    vars(pyplot)["waitforbuttonpress"] = waitforbuttonpress
    replacements = Replacements(quick.replacements([]), None)
    assert replacements.replaces(pyplot.__name__)
    replacements.apply(pyplot)
    assert vars(pyplot)["waitforbuttonpress"]() is None
    assert list(replacements.used) == ["matplotlib.pyplot.waitforbuttonpress: not called"]


def test_a_name_that_has_moved_is_what_it_stands_for_now(monkeypatch: pytest.MonkeyPatch) -> None:
    toys, layers = types.ModuleType("toys"), types.ModuleType("toys.layers")
    vars(toys).update(__path__=[], layers=layers)
    vars(layers).update(GRU="a layer", Dense="another", Own="new")
    for module in (toys, layers):
        monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setattr(sys, "meta_path", list(sys.meta_path))
    moved = {
        "toys.old.recurrent": {"GRU": "toys.layers.GRU", "Gone": "toys.layers.Gone"},
        "toys.layers": {"Linear": "toys.layers.Dense", "Own": "toys.layers.GRU", "old": "toys.old"},
    }
    replacements = Replacements({"replacement": [], "dataset": [], "moved": moved}, None)
    replacements.install()
    assert vars(toys).get("old") is None
    names = executed("from toys.old.recurrent import GRU\nimport toys.old.recurrent\nsame = toys.old.recurrent.GRU")
    assert names["GRU"] == names["same"] == "a layer"
    assert executed("from toys.layers import Linear, Own, old\nGRU = old.recurrent.GRU") | {"__builtins__": None} == {
        "__builtins__": None,
        "Linear": "another",
        "Own": "new",  # what a module has itself, it keeps
        "old": sys.modules["toys.old"],
        "GRU": "a layer",
    }
    with pytest.raises(ImportError, match="Gone"):
        executed("from toys.old.recurrent import Gone")
    with pytest.raises(ImportError, match="LSTM"):
        executed("from toys.old.recurrent import LSTM")
    assert "toys.old.recurrent.GRU: toys.layers.GRU, its name now" in replacements.used
    for name in ("toys.old", "toys.old.recurrent"):
        monkeypatch.delitem(sys.modules, name)


def test_a_project_adds_replacements_which_come_first(tmp_path: Path) -> None:
    text = """
[[replacement]]
calls = ["input_data.read_data_sets"]
gives = "parts"
parts = { train = 10 }
arrays = [{ name = "x", shape = [3], dtype = "float32" }]
"""
    found = quick.replacements([written(tmp_path, text)])
    assert found["replacement"][0]["calls"] == ["input_data.read_data_sets"]
    assert any("keras.datasets.mnist.load_data" in each["calls"] for each in found["replacement"])
    assert any("mnist" in each["names"] for each in found["dataset"])
    assert found["moved"]["keras.layers.embeddings"] == {"Embedding": "keras.layers.Embedding"}


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("[[replacement]\n", "more.toml"),
        ("[[replacements]]\n", "unknown key 'replacements'"),
        ('[moved."keras.toys"]\nGRU = 3\n', "gives each name what it stands for"),
        ('[moved]\nGRU = "keras.layers.GRU"\n', "gives each name what it stands for"),
        ('[[replacement]]\ncalls = ["f.g"]\ngives = "magic"\n', "`gives` must be one of"),
        ('[[replacement]]\ncalls = ["f.g"]\ngives = "parts"\nparts = { train = 3 }\n', "needs arrays"),
        ('[[dataset]]\nnames = ["d"]\nparts = {}\narrays = []\nsupervised = []\nsize = 3\n', "has no size"),
        (
            '[[dataset]]\nnames = ["d"]\nparts = {}\nsupervised = []\narrays = [{ name = "x", shape = [3] }]\n',
            "the array 'x' needs a dtype",
        ),
    ],
)
def test_a_replacement_file_that_is_wrong_is_named_with_the_reason(tmp_path: Path, text: str, problem: str) -> None:
    with pytest.raises(CannotRun) as raised:
        quick.replacements([written(tmp_path, text)])
    assert str(tmp_path / "more.toml") in str(raised.value)
    assert problem in str(raised.value)


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("x = 1", 32),
        ("BATCH_SIZE = 100", 100),
        ("model.fit(x, y, batch_size=64)", 64),
        ("parser.add_argument('--batch-size', type=int, default=50)", 50),
        ("config = {'batch_size': 48}", 48),
        ("data = data.batch(96)", 96),
        ("for start, end in zip(range(0, len(x), 128), range(128, len(x) + 1, 128)): pass", 128),
        ("for start in range(0, 300): pass", 32),
        ("batch_xs, batch_ys = mnist.train.next_batch(200)", 200),
        ("def train(x, batch=40): pass", 40),
        ("n_batches = 100000", 32),
    ],
)
def test_the_batch_size_is_found_where_scripts_write_it(text: str, size: int) -> None:
    assert quick.batch_size([ast.parse(text)]) == size


def test_each_process_has_several_full_batches_and_there_is_an_odd_rest() -> None:
    for processes in (2, 3):
        for batch in (1, 32, 100):
            samples = quick.sizes(batch, processes)["train"]
            assert samples >= 2 * batch * processes
            assert batch == 1 or samples % batch


def test_tensorflow_1_is_told_from_2() -> None:
    one = "import tensorflow as tf\nx = tf.placeholder(tf.float32)\n"
    two = "import tensorflow as tf\n# tf.Session() is gone\nmodel = tf.keras.Sequential()\ntf.keras.layers.Dense(1)\n"
    assert quick.tensorflow_1(ast.parse(one))
    assert not quick.tensorflow_1(ast.parse(one.replace("tensorflow as", "tensorflow.compat.v1 as")))
    assert not quick.tensorflow_1(ast.parse(two))


def test_modules_of_the_project_count_as_far_as_they_are_imported(tmp_path: Path) -> None:
    (tmp_path / "train.py").write_text("from data.loading import load\nfrom tensorflow.keras import layers\n")
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "loading.py").write_text("path = 'numbers/train.csv'\nend = '.npy'\n")
    (tmp_path / "other.py").write_text("path = 'other.csv'\n")
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "layers.py").write_text("path = 'elsewhere.csv'\n")
    trees = [tree for _, tree in quick.modules(tmp_path / "train.py")]
    assert quick.named_files(trees, tmp_path) == ["numbers/train.csv"]


def looked_for(tmp_path: Path, body: str) -> Needs:
    """Run a script of a project, and note what it looks for."""
    needs = Needs(str(tmp_path), downloads=True)
    sys.addaudithook(lambda event, args: needs.audit(event, args) if active else None)
    active = [True]
    try:
        exec(compile(body, str(tmp_path / "train.py"), "exec"), {})
    finally:
        active.clear()
    return needs


def test_what_is_not_there_is_named_with_the_line_that_looks_for_it(tmp_path: Path) -> None:
    body = "import os\ntry:\n    open('no/such/file.csv')\nexcept OSError: pass\ntry:\n    os.listdir('no/images')\nexcept OSError: pass\n"
    assert looked_for(tmp_path, body).found == {"no/such/file.csv": "train.py:3", "no/images": "train.py:6"}


def test_a_download_is_refused_before_it_begins(tmp_path: Path) -> None:
    body = "import urllib.request\nurllib.request.urlretrieve('http://example.org/data.zip', 'data.zip')\n"
    with pytest.raises(DownloadRefused, match=r"a download of http://example.org/data.zip"):
        looked_for(tmp_path, body)


def report(said: tuple[str, ...] | None) -> Report:
    environment = Environment("python", "2.12.1", "0.28.1", True, None)
    outcomes = (Outcome(1, "compiles", Verdict.PASSED, ("3 s",)), Outcome(2, "equal", Verdict.PASSED, ()))
    return Report(Path("train.py"), environment, 2, (), outcomes, said)


def test_a_quick_proof_says_so_in_its_first_lines_in_each_verdict_and_at_the_end() -> None:
    _, second, *verdicts, replaced, last = text_lines(report(("keras.datasets.mnist.load_data: 145 samples",)))
    assert "QUICK PROOF" in second and "no full verification" in second
    assert all("quick: passed" in line for line in verdicts)
    assert replaced == "replaced: keras.datasets.mnist.load_data: 145 samples"
    assert "QUICK PROOF" in last
    assert not any("quick" in line.lower() for line in text_lines(report(None)))


def test_only_a_full_proof_says_that_a_conversion_holds() -> None:
    full, quickly = json.loads(as_json(report(None))), json.loads(as_json(report(())))
    assert full["holds"] is True and full["proof"] == "full"
    assert "holds" not in quickly
    assert quickly["proof"] == "quick" and quickly["quick_holds"] is True and quickly["replaced"] == []


def test_a_sample_of_data_is_for_quick_proofs_only(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script = tmp_path / "train.py"
    script.write_text(
        "import tensorflow as tf\nm = tf.keras.Sequential()\nm.compile('sgd', 'mse')\nm.fit(tf.zeros([8, 1]), tf.zeros([8, 1]))\n"
    )
    assert main(["verify", str(script), "--data", str(tmp_path)]) == 2
    assert "add --quick" in capsys.readouterr().err


def test_a_file_that_an_error_names_has_the_line_that_it_came_through(tmp_path: Path) -> None:
    needs = Needs(str(tmp_path), downloads=True)
    body = "def load():\n    raise FileNotFoundError('/no/such/table.csv not found.')\nload()\n"
    try:
        exec(compile(body, str(tmp_path / "train.py"), "exec"), {})
    except FileNotFoundError as problem:
        needs.raised(problem)
    assert needs.found == {"/no/such/table.csv": "train.py:2"}


def test_a_run_is_interrupted_before_its_second_epoch_and_not_before_the_first_is_over() -> None:
    said: list[str] = []
    loops = Loops(math.inf, math.inf, interrupted=True)
    text = "for epoch in range(3):\n    for fit in range(1):\n        for batch in range(2): step()\n    log('saved')\n"
    with pytest.raises(Enough):
        executed(text, loops, step=lambda: loops.stepped(1), log=said.append)
    assert said == ["saved"]
