"""The programs that are measured: always the same, and of as many lines as wanted."""

from __future__ import annotations

import ast
import builtins
from itertools import count, cycle
from pathlib import Path

SCRIPTS = Path(__file__).parents[2] / "tests" / "horovod" / "scripts"

IMPORTS = """import csv
import json
import math
import os
from collections import defaultdict

import numpy as np
import tensorflow as tf
"""

TRAINING = """
def build_model(width, classes):
    model = tf.keras.Sequential([
        tf.keras.layers.Flatten(input_shape=(28, 28)),
        tf.keras.layers.Dense(width, activation="relu"),
        tf.keras.layers.Dropout(0.2),
        tf.keras.layers.Dense(classes),
    ])
    model.compile(
        optimizer=tf.keras.optimizers.Adam(0.001),
        loss=tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
        metrics=["accuracy"],
    )
    return model


def main():
    (x_train, y_train), (x_test, y_test) = tf.keras.datasets.mnist.load_data()
    model = build_model(128, 10)
    model.fit(x_train / 255.0, y_train, batch_size=64, epochs=5, callbacks=[
        tf.keras.callbacks.ModelCheckpoint("checkpoint.h5"),
    ])
    print(model.evaluate(x_test / 255.0, y_test, verbose=2))
    model.save("model.h5")


if __name__ == "__main__":
    main()
"""

HELPERS = (
    '''
def read_table_NUMBER(path, separator=","):
    """Read the rows of a table as dictionaries."""
    with open(path, newline="") as file:
        reader = csv.reader(file, delimiter=separator)
        header = next(reader)
        rows = [dict(zip(header, row)) for row in reader]
    for row in rows:
        row["weight"] = float(row.get("weight", 1.0))
    return rows
''',
    '''
class Window_NUMBER:
    """The last values of a series, and their mean."""

    def __init__(self, size=LITERAL):
        self.size = size
        self.values = []

    def add(self, value):
        self.values.append(value)
        if len(self.values) > self.size:
            self.values.pop(0)
        return self.mean()

    def mean(self):
        return sum(self.values) / max(len(self.values), 1)
''',
    '''
def confusion_NUMBER(labels, predictions, classes=LITERAL):
    """Count which class was taken for which."""
    matrix = np.zeros((classes, classes), dtype="int64")
    for label, prediction in zip(labels, predictions):
        matrix[label, prediction] += 1
    precision = np.diag(matrix) / np.maximum(matrix.sum(axis=0), 1)
    recall = np.diag(matrix) / np.maximum(matrix.sum(axis=1), 1)
    return matrix, precision, recall
''',
    '''
def settings_NUMBER(path, defaults=None):
    """Read settings, with what is missing from the defaults."""
    settings = dict(defaults or {})
    if os.path.exists(path):
        with open(path) as file:
            settings.update(json.load(file))
    settings.setdefault("name_NUMBER", "LITERAL")
    try:
        settings["limit"] = int(settings.get("limit", LITERAL))
    except ValueError:
        settings["limit"] = LITERAL
    return settings
''',
    '''
def grouped_NUMBER(items, key="name_NUMBER"):
    """Put items with the same key together, the largest group first."""
    groups = defaultdict(list)
    for item in items:
        groups[item[key]].append(item)
    ordered = sorted(groups.items(), key=lambda pair: -len(pair[1]))
    return {name: members for name, members in ordered if len(members) > 1}
''',
    '''
def smoothed_NUMBER(series, factor=0.LITERAL):
    """Give a series without its noise."""
    result = []
    last = series[0] if len(series) else 0.0
    for value in series:
        last = factor * last + (1 - factor) * value
        result.append(last)
    while result and math.isnan(result[-1]):
        result.pop()
    return np.asarray(result, dtype="float32")
''',
)


def one_training(lines: int) -> str:
    """Give a script of about so many lines with one training at its end; the rest are helpers of many kinds."""
    return f"{IMPORTS}{_helpers(lines - len((IMPORTS + TRAINING).splitlines()))}\n{TRAINING}"


def module(lines: int, number: int) -> str:
    """Give a module of about so many lines that trains nothing."""
    imports = IMPORTS.replace("import tensorflow as tf\n", "")
    return f"NUMBER = {number}\n{imports}{_helpers(lines - len(imports.splitlines()), number * 1000)}"


def _helpers(lines: int, first: int = 0) -> str:
    parts: list[str] = []
    length = 0
    for number in count(first):
        helper = HELPERS[number % len(HELPERS)]
        part = "\n" + helper.replace("NUMBER", str(number)).replace("LITERAL", str(number % 89 + 10))
        if length + part.count("\n") > lines:
            return "".join(parts)
        parts.append(part)
        length += part.count("\n")
    raise AssertionError


def dense(lines: int) -> str:
    """Give the training scripts of `tests/horovod` one after another in one, their names made distinct."""
    found: list[str] = []
    length = 0
    for number, path in enumerate(cycle(sorted(SCRIPTS.glob("*.py")))):
        text = _distinct(path.read_text(encoding="utf-8"), number)
        if length + text.count("\n") > lines:
            return "\n\n".join(found)
        found.append(text)
        length += text.count("\n") + 2
    raise AssertionError


def _distinct(text: str, number: int) -> str:
    """Give a program whose own module-level names no other one has; those that are parameters, too, stay."""
    tree = ast.parse(text)
    tree.body = [each for each in tree.body if not (isinstance(each, ast.ImportFrom) and each.module == "__future__")]
    bound = {each.name for each in tree.body if isinstance(each, ast.FunctionDef | ast.ClassDef)}
    bound |= {each.id for each in ast.walk(tree) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)}
    bound -= {each.arg for each in ast.walk(tree) if isinstance(each, ast.arg)}
    bound -= {name for each in ast.walk(tree) if isinstance(each, ast.Global | ast.Nonlocal) for name in each.names}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id in bound:
            node.id = f"{node.id}_{number}"
        elif isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name in bound - set(dir(builtins)):
            node.name = f"{node.name}_{number}"
    return ast.unparse(tree)


def project(folder: Path, files: int, trained: int) -> None:
    """Write a project of so many files, of which so many train; each script uses two of the other modules."""
    packages = max(1, (files - trained) // 50)
    for package in range(packages):
        (folder / f"part_{package}").mkdir(parents=True)
        (folder / f"part_{package}" / "__init__.py").write_text("", encoding="utf-8")
    modules = files - trained - packages
    for number in range(modules):
        path = folder / f"part_{number % packages}" / f"module_{number}.py"
        path.write_text(module(80, number), encoding="utf-8")
    scripts = sorted(SCRIPTS.glob("*.py"))
    for number in range(trained):
        used = [(number * 7 + each) % modules for each in (0, 3)]
        imports = "".join(f"from part_{each % packages} import module_{each}\n" for each in used)
        text = _distinct(scripts[number % len(scripts)].read_text(encoding="utf-8"), number)
        (folder / f"train_{number}.py").write_text(f"{imports}\n{text}", encoding="utf-8")
