"""The facts of a program, against what its text says."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path

import pytest
from farandole.analysis.facts.database import Facts, as_datalog, as_json
from farandole.analysis.facts.schema import RELATIONS, Sort
from farandole.frameworks.analyse import analyse
from farandole.options import Options

SESSION = """\
import tensorflow.compat.v1 as tf

size = 4
a = tf.Variable(tf.zeros(shape=[size, size]))
d = tf.placeholder(tf.float32, shape=[size, 2])
with tf.control_dependencies([tf.assign(a, tf.ones([size, size]))]):
    product = tf.matmul(tf.transpose(d), a)
with tf.Session() as session:
    for i in range(2, 5):
        if i == 3:
            print(session.run([product, a], feed_dict={d: [[1.0]]}))
"""
EAGER = """\
import torch

def step(x, w):
    return (x @ w.t()).to("cpu")

loss = step(torch.zeros(3, 5), torch.ones(2, 5))
total = 0
total += 1
torch.add(loss, 1, out=loss)
with torch.no_grad():
    while loss.item() > 0:
        loss = torch.sub(loss, 1)
        if loss.sum() < 0:
            break
        print(loss)
"""


def facts_of(text: str, folder: Path) -> Facts:
    path = folder / "train.py"
    path.write_text(text, encoding="utf-8")
    return Facts(analyse(path, Options()))


def said(facts: Facts, relation: str) -> set[tuple[object, ...]]:
    """Give the rows of a relation with the text of each node in the place of its number."""

    def text(column: str, item: int | str) -> object:
        if column != Sort.NODE.value or not isinstance(item, int):
            return item
        node = facts.numbering.node(item)
        return "" if isinstance(node, ast.Module) else facts.numbering.document(node).segment(node).partition("\n")[0]

    columns = [column.sort.value for column in RELATIONS[relation].columns]
    return {tuple(map(text, columns, row)) for row in facts.rows(relation)}


def test_operations_of_a_graph(tmp_path: Path) -> None:
    facts = facts_of(SESSION, tmp_path)
    assert ("tf.matmul(tf.transpose(d), a)", "MatMul") in said(facts, "operation")
    assert {
        ("tf.matmul(tf.transpose(d), a)", 0, "tf.transpose(d)"),
        ("tf.matmul(tf.transpose(d), a)", 1, "a"),
    } <= said(facts, "input")
    assert ("tf.matmul(tf.transpose(d), a)", "tf.assign(a, tf.ones([size, size]))") in said(facts, "control_input")
    assert ("tf.matmul(tf.transpose(d), a)", 0, 2) in said(facts, "shape")
    assert ("tf.matmul(tf.transpose(d), a)", 1, 4) in said(facts, "shape")
    assert said(facts, "element_type") == {("tf.placeholder(tf.float32, shape=[size, 2])", "float32")}
    assert said(facts, "mutable") == {("tf.Variable(tf.zeros(shape=[size, size]))",)}
    assert said(facts, "sets") == {("tf.assign(a, tf.ones([size, size]))", "a")}


def test_runs_of_a_graph(tmp_path: Path) -> None:
    facts = facts_of(SESSION, tmp_path)
    run = "session.run([product, a], feed_dict={d: [[1.0]]})"
    assert said(facts, "runs") == {(run,)}
    assert said(facts, "fetch") == {(run, "product"), (run, "a")}
    assert said(facts, "feed") == {(run, "d", "[[1.0]]")}


def test_loops(tmp_path: Path) -> None:
    facts = facts_of(SESSION, tmp_path)
    assert said(facts, "turns") == {("for i in range(2, 5):", 3)}
    assert said(facts, "every_turn") == {("if i == 3:", "for i in range(2, 5):")}
    assert ("i == 3", "for i in range(2, 5):") in said(facts, "in_loop")
    facts = facts_of(EAGER, tmp_path)
    assert {stmt for stmt, _ in said(facts, "every_turn")} == {"loss = torch.sub(loss, 1)", "if loss.sum() < 0:"}


def test_what_changes_in_place(tmp_path: Path) -> None:
    facts = facts_of(EAGER, tmp_path)
    assert said(facts, "stores") == {("total += 1", "total")}
    assert ('(x @ w.t()).to("cpu")',) in said(facts, "aliases")
    pure = {call for (call,) in said(facts, "pure")}
    assert {"torch.zeros(3, 5)", "w.t()", "loss.sum()"} <= pure
    assert not pure & {"torch.add(loss, 1, out=loss)", "print(loss)", "step(torch.zeros(3, 5), torch.ones(2, 5))"}
    assert said(facts, "record_scope") == {("with torch.no_grad():",)}
    facts = facts_of("import torch\nsizes = [1]\nsizes.append(2)\ntotal = torch.ones(2)\ntotal.add_(1)\n", tmp_path)
    assert said(facts, "stores") == {("sizes.append(2)", "sizes"), ("total.add_(1)", "total")}


def test_shapes_go_through_calls(tmp_path: Path) -> None:
    facts = facts_of(EAGER, tmp_path)
    assert {("x @ w.t()", 0, 3), ("x @ w.t()", 1, 2)} <= said(facts, "shape")


def test_names_that_a_turn_may_change(tmp_path: Path) -> None:
    text = """\
def grow():
    global far
    far += 1
near = far = same = 1
for item in [1, 2]:
    near = near + same + item + far
    grow()
"""
    facts = facts_of(text, tmp_path)
    assert {use for use, _ in said(facts, "rebound")} == {"near", "item", "far"}


@pytest.mark.parametrize(
    "loop",
    ["range(n)", "range(1, 9, 2)", "range(*(1, 2))", "zip(range(3), [1])", "[*x, 1]", "range(3.0)", "range(True)"],
)
def test_turns_that_are_not_literal_are_not_known(loop: str, tmp_path: Path) -> None:
    facts = facts_of(f"import torch\nx = input()\nn = len(x)\nfor i in {loop}:\n    print(i)\n", tmp_path)
    assert facts.rows("turns") == ()


@pytest.mark.parametrize("text", [SESSION, EAGER])
def test_rows_are_what_the_schema_says(text: str, tmp_path: Path) -> None:
    facts = facts_of(text, tmp_path)
    for name, relation in RELATIONS.items():
        for row in facts.rows(name):
            assert len(row) == len(relation.columns), name
            for column, item in zip(relation.columns, row, strict=True):
                if column.sort is Sort.NODE:
                    assert isinstance(item, int) and 0 < item <= len(facts.numbering.nodes), (name, row)
                elif column.sort is not Sort.LITERAL:
                    assert isinstance(item, int if column.sort is Sort.NUMBER else str), (name, row)


def test_every_relation_has_rows_somewhere(tmp_path: Path) -> None:
    more = "import keras, tensorflow as tf\nkeras.backend.clear_session()\n@tf.function\ndef f(x): return x\nf(x=g)\n"
    both = [facts_of(text, tmp_path) for text in (SESSION, EAGER + "loss.backward()\n", more)]
    assert [name for name in RELATIONS if not any(facts.rows(name) for facts in both)] == []


def test_texts_are_terms_of_datalog(tmp_path: Path) -> None:
    facts = facts_of('import torch\nx = "a\\\\ \\"b\\"\\n"\n', tmp_path)
    assert list(as_datalog(facts, ["value"])) == ['value(5, "a\\\\ \\"b\\"\\n").']


def test_json_names_the_columns(tmp_path: Path) -> None:
    facts = json.loads(as_json(facts_of(SESSION, tmp_path)))["facts"]
    assert list(facts) == list(RELATIONS)
    assert list(facts["turns"][0]) == ["Loop", "Turns"]


def test_facts_know_no_framework() -> None:
    folder = Path(__file__).parents[2] / "transforms" / "farandole" / "analysis" / "facts"
    text = "".join(path.read_text(encoding="utf-8") for path in folder.glob("*.py"))
    assert not re.search("tensorflow|torch|keras|numpy|session", text.lower())
