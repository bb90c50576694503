"""Comments that switch findings off, by their line or in the whole file."""

from __future__ import annotations

from pathlib import Path

import pytest
from farandole.conversion.ignores import unused
from farandole.conversion.plan import find, make_plan
from farandole.frameworks.analyse import analyse
from farandole.options import Options

SCRIPT = """\
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(tf.keras.optimizers.SGD(0.1), "mse")COMPILE
model.fit([[1.0]] * 64, [[2.0]] * 64, verbose=0)
print("done")PRINT
TEXT = "# farandole: ignore-file[HVD105]"
"""


def script(folder: Path, head: str = "", compiled: str = "", printed: str = "") -> Path:
    path = folder / "train.py"
    path.write_text(head + SCRIPT.replace("COMPILE", compiled).replace("PRINT", printed), encoding="utf-8")
    return path


def ignored(path: Path) -> set[str]:
    return {finding.code for finding in find(analyse(path, Options()), Options()) if finding.ignored}


def converted(path: Path) -> str:
    return make_plan(analyse(path, Options()), Options()).texts[path]


@pytest.mark.parametrize(
    ("head", "printed", "codes"),
    [
        ("", "", set()),
        ("", "  # farandole: ignore[HVD107]", {"HVD107"}),
        ("", "  # loud  # farandole: ignore[HVD103, HVD107]", {"HVD107"}),
        ("", "  # farandole: ignore[HVD104]", set()),
        ("# farandole: ignore-file[HVD103,HVD107]\n", "", {"HVD103", "HVD107"}),
    ],
)
def test_a_comment_switches_off_what_is_on_its_line_or_in_its_file(
    tmp_path: Path, head: str, printed: str, codes: set[str]
) -> None:
    assert ignored(script(tmp_path, head, printed=printed)) == codes


def test_what_is_switched_off_is_not_changed(tmp_path: Path) -> None:
    kept = converted(script(tmp_path, printed="  # farandole: ignore[HVD107]"))
    assert '\nprint("done")  # farandole: ignore[HVD107]\n' in kept
    assert "DistributedOptimizer" in kept


def test_steps_that_train_wrongly_without_one_that_is_switched_off_are_left_out_with_it(tmp_path: Path) -> None:
    text = converted(script(tmp_path, compiled="  # farandole: ignore[HVD104]"))
    assert "hvd.init()" in text
    assert "DistributedOptimizer" not in text and "hvd.size()" not in text


def test_a_refusal_that_blocks_is_not_lifted_by_a_comment(tmp_path: Path) -> None:
    path = tmp_path / "train.py"
    strategy = (
        "with tf.distribute.experimental.ParameterServerStrategy().scope():  # farandole: ignore[HVD232]\n    model = "
    )
    path.write_text(SCRIPT.replace("model = ", strategy, 1).replace("COMPILE", "").replace("PRINT", ""))
    assert make_plan(analyse(path, Options()), Options()).blocked


def test_codes_that_switch_nothing_off_are_found(tmp_path: Path) -> None:
    path = script(tmp_path, "# farandole: ignore-file[HVD302]\n", printed="  # farandole: ignore[HVD107, HVD999]")
    program = analyse(path, Options())
    found = find(program, Options()), program.documents
    asked = {"HVD107", "HVD302"}
    assert list(unused([found], asked).values()) == [("HVD302",), ("HVD999",)]
    assert list(unused([found], asked - {"HVD302"}).values()) == [("HVD999",)], "of what was not asked nothing is said"
