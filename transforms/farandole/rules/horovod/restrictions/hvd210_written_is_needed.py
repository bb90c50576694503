"""Restriction 10 on TensorFlow code, as far as it stands: what rank 0 alone writes is not used by every rank."""

from __future__ import annotations

import ast

from farandole.analysis.effects.files import FileEffect, Files
from farandole.analysis.effects.openers import WRITING
from farandole.analysis.program import Call
from farandole.rules.families import CODE_RESTRICTIONS
from farandole.rules.horovod.restrictions.refusal import Refusal
from farandole.rules.rule import Refused, Related, Rule
from farandole.source import Document


class WrittenIsNeeded(Rule):
    """What rank 0 alone writes must not be used by every rank.

    ## What it does

    Names a call that saves a checkpoint, or opens or writes a file, when every rank goes on with what it gives: the
    path is restored from, or the object is used in a way that cannot be left to rank 0. Names what every rank reads of
    what rank 0 alone has written in this run, too, where no place is seen where all can wait for it, what a callback of
    rank 0 has seen of a training, where that can't be given to all, and what fails in the one process that it is left to,
    where its handler leaves before a step of the training, or does what all would have to do.

    ## Why

    Only rank 0 may write, so the other ranks have no path and no object.

    ## When it is not offered

    A checkpoint may be created anywhere, under any name and as often as wanted. A path that is printed or passed on,
    and a writer that is only written to, are followed and guarded with the call. Where the ranks can wait for what rank 0
    writes, `HVD107` lets them, and asks whether the hosts share its folder.

    ## Edit safety

    Nothing is edited: the call stays on every rank.
    """

    family = CODE_RESTRICTIONS
    code, name = "HVD210", "written-on-rank-zero-but-needed"
    title = "Use what rank 0 writes on rank 0 only"
    untouched = [
        """\
import tensorflow as tf
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit([[1.0]] * 64, [[2.0]] * 64)
path = tf.train.Checkpoint(model=model).save("saved/model")
print("saved as", path)
"""
    ]
    refused = [
        Refused(
            """\
import tensorflow as tf
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit([[1.0]] * 64, [[2.0]] * 64)
checkpoint = tf.train.Checkpoint(model=model)
path = checkpoint.save("saved/model")
checkpoint.restore(path)
""",
            because="HVD210",
        ),
        Refused(
            """\
import urllib.request
import numpy as np
import tensorflow as tf
path, _ = urllib.request.urlretrieve("https://example.org/x.npy", "x.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit(np.load(path), np.ones(64))
""",
            because="HVD210",
        ),
        Refused(
            """\
import os
import subprocess
import tensorflow as tf
for size in (64, 128):
    folder = f"images/{size}"
    if not os.path.exists(folder):
        os.makedirs(folder)
        os.chdir(folder)
        subprocess.run(["convert", "../*.png", "-resize", str(size), "%03d.png"])
        os.chdir("../..")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit(tf.keras.utils.image_dataset_from_directory("images/64"))
""",
            because="HVD210",
        ),
        Refused(
            """\
import os
import imageio
import numpy as np
import tensorflow as tf
def show(batches, folder):
    imageio.imwrite(f"{folder}/next.png", *next(batches))
pictures = iter(tf.data.Dataset.range(4))
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
for epoch in range(3):
    model.fit(np.load("x.npy"), np.load("y.npy"))
    os.makedirs(f"samples/{epoch}", exist_ok=True)
    show(pictures, f"samples/{epoch}")
""",
            because="HVD210",
        ),
        Refused(
            """\
import os
import tensorflow as tf
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
best = tf.keras.callbacks.ModelCheckpoint("best.h5", monitor="loss", save_best_only=True)
model.fit([[1.0]] * 64, [[2.0]] * 64, callbacks=[best])
if os.path.exists("scores.txt"):
    score = best.best
""",
            because="HVD210",
        ),
        Refused(
            """import argparse
import os
import numpy as np
import tensorflow as tf
parser = argparse.ArgumentParser()
parser.add_argument("--run", default=f"run-{os.getpid()}")
options = parser.parse_args()
x = np.load("samples.npy")
np.save(f"{options.run}.npy", x.mean(axis=0))
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit(x - np.load(f"{options.run}.npy"), x[:, 0])
""",
            because="HVD210",
        ),
    ]


def every_rank_uses(call: Call, use: tuple[Document, ast.AST] | None) -> Refusal:
    """Say that every rank uses what a call that writes gives; `use` is where, if that is known.

    Processes that fetch the same file again disturb each other while they read it: nothing is converted then.
    """
    fetches = call.entry is not None and bool(call.entry.facts.get("downloads"))
    name = ast.unparse(call.node.func)
    return Refusal(
        WrittenIsNeeded(),
        f"`{name}` writes on every rank, and cannot be left to rank 0: every rank uses what it gives",
        f"use what `{name}` gives under `if hvd.rank() == 0:` only",
        (Related(use[0], use[0].span(use[1]), "every rank uses it here"),) if use is not None else (),
        blocks=fetches,
    )


def learnt_on_rank_zero(text: str, call: Call) -> Refusal:
    """Say that every process reads what the callback that a call makes, and that rank 0 alone has, has seen."""
    return Refusal(
        WrittenIsNeeded(),
        f"every process reads {text}, which `{call.attribute}` has seen of the training on rank 0 alone, where it can't be "
        "given to all",
        f"read {text} under `if hvd.rank() == 0:`, or give it to all by hvd.broadcast_object where every process comes",
    )


def left_where_it_fails(call: Call, document: Document, leave: ast.stmt) -> Refusal:
    """Say that the one process that a call is left to leaves a training, where the call fails in it."""
    name = ast.unparse(call.node.func)
    return Refusal(
        WrittenIsNeeded(),
        f"`{name}` is left to one process: where it fails, that one leaves by {document.quote(leave)} in "
        f"{document.place_of(leave)}, and the others wait for it for ever",
        f"go on where `{name}` fails, or raise the error: then the whole run ends",
        (Related(document, document.span(leave), "one process leaves here"),),
    )


def decided_where_it_fails(call: Call, document: Document, node: ast.AST) -> Refusal:
    """Say that where a call fails in the one process that it is left to, that does otherwise than the others."""
    name = ast.unparse(call.node.func)
    return Refusal(
        WrittenIsNeeded(),
        f"`{name}` is left to one process: whether it fails there decides whether that one comes to {document.quote(node)} "
        f"in {document.place_of(node)}, and the others go on otherwise",
        "look in all processes whether it is there, as by `os.path.exists`, before one of them makes or removes it",
        (Related(document, document.span(node), "this is decided by it"),),
    )


def folder_is_missing(call: Call, made: Call) -> Refusal:
    """Say that every rank writes into a folder that rank 0 alone makes: on the others the call fails."""
    name = ast.unparse(call.node.func)
    return Refusal(
        WrittenIsNeeded(),
        f"`{name}` writes on every rank into the folder that rank 0 alone makes in {made.document.place_of(made.node)}",
        f"write by `{name}` under `if hvd.rank() == 0:`, where that is all that the statement does",
    )


def writes_perhaps(files: Files, call: Call) -> Refusal | None:
    """Say that it can't be told whether a call opens a file to write it, where it may read or write by its mode."""
    modes = files.modes(call)
    if modes is not None and len({bool(set(mode) & WRITING) for mode in modes}) <= 1:
        return None
    name = ast.unparse(call.node.func)
    return Refusal(
        WrittenIsNeeded(),
        f"whether `{name}` writes on every rank depends on a mode that cannot be told",
        f"give `{name}` its mode as a text, or write under `if hvd.rank() == 0:`",
        blocks=False,
    )


def not_awaited(call: Call, told: str) -> Refusal:
    """Say, with what would be waited for, that no place is seen where all processes can wait."""
    return Refusal(
        WrittenIsNeeded(),
        f"{told}, and no place is seen where all can wait for it",
        f"call `{ast.unparse(call.node.func)}` where every process comes, outside of conditions that only some of them meet",
    )


def ends_where_there(call: Call, told: str) -> Refusal:
    """Say, with what may happen, that a process may end since another has made what it looks for."""
    return Refusal(
        WrittenIsNeeded(),
        told,
        f"raise an error, under `if hvd.rank() == 0:`, where `{ast.unparse(call.node)}` finds it",
    )


def found_too_early(call: Call, told: str) -> Refusal:
    """Say, with what may happen, that a process may find the folder of another that has nothing in it yet."""
    return Refusal(
        WrittenIsNeeded(), told, f"look once, in a statement `is_there = {ast.unparse(call.node)}` that every rank runs"
    )


def path_varies(call: Call, written: Call) -> Refusal:
    """Say that every process reads what rank 0 writes at a path that may be another one in each."""
    return Refusal(
        WrittenIsNeeded(),
        f"`{ast.unparse(call.node.func)}` reads on every process "
        f"what rank 0 writes in {written.document.place_of(written.node)}, at a path that has the time or a number drawn "
        "by chance in it: each process has another",
        "give all processes the path of rank 0 where it is computed: `hvd.broadcast_object(..., root_rank=0)`",
    )


def newest_before(document: Document, newest: ast.expr, restored: Call) -> Refusal:
    """Say that what is restored is asked for before, of a manager that knows only what its own process has saved."""
    where = restored.document.place_of(restored.node)
    return Refusal(
        WrittenIsNeeded(),
        f"{document.quote(newest)} is what this process has saved itself, and rank 0 alone saves: what `restore` in {where} "
        "reads on every process may not be there yet, or not be known",
        f"ask for it where it is restored: `{ast.unparse(restored.node.func)}({document.segment(newest)})`",
    )


def path_measured(call: Call, written: Call) -> Refusal:
    """Say that every process reads what rank 0 writes at a path that each computes from what it has measured."""
    return Refusal(
        WrittenIsNeeded(),
        f"`{ast.unparse(call.node.func)}` reads on every process "
        f"what rank 0 writes in {written.document.place_of(written.node)}, at a path that is computed from what each "
        "process has measured, such as a loss: each may have another",
        "give all processes the path of rank 0 where it is computed: `hvd.broadcast_object(..., root_rank=0)`",
    )


def path_counted(call: Call, written: Call) -> Refusal:
    """Say that every process reads what rank 0 writes at a path that tells which files each has found."""
    return Refusal(
        WrittenIsNeeded(),
        f"`{ast.unparse(call.node.func)}` reads on every process "
        f"what rank 0 writes in {written.document.place_of(written.node)}, at a path that tells which files were there: "
        "a process that looks later finds more",
        "give all processes the path of rank 0 where it is computed: `hvd.broadcast_object(..., root_rank=0)`",
    )


def hosts_must_share(written: Call) -> str:
    """Say what must hold where every process reads what this run writes on the host of rank 0: on one host it does."""
    name = ast.unparse(written.node.func)
    return (
        f"every process reads what rank 0 writes by `{name}` in {written.document.place_of(written.node)}: "
        "on several hosts that must be in a folder that they share"
    )


def hosts_draw_apart(written: Call, draw: Call) -> str:
    """Say what must hold where the first process of each host writes what chance decides: on one host it does."""
    return (
        f"`{ast.unparse(draw.node.func)}` in {draw.document.place_of(draw.node)} decides by chance what "
        f"`{ast.unparse(written.node.func)}` writes, on each host otherwise: on several hosts it must be seeded"
    )


def changed_while_read(call: Call, reader: FileEffect, removes: bool) -> Refusal:
    """Say that one process removes or writes a file while the others may still be reading it."""
    return Refusal(
        WrittenIsNeeded(),
        f"`{ast.unparse(call.node.func)}` {'removes' if removes else 'writes'} what every process may still be reading",
        "read and change the file under `if hvd.rank() == 0:`, or change it when training has ended",
        (Related(reader.call.document, reader.call.document.span(reader.call.node), "every process reads it here"),),
    )
