"""What chance orders or decides: otherwise in each process where it must be alike, or alike where it must not."""

from __future__ import annotations

import ast

from farandole.analysis.program import Call
from farandole.rules.horovod.restrictions.hvd211_data_unknown import DataUnknown
from farandole.rules.horovod.restrictions.refusal import Refusal
from farandole.rules.rule import Related
from farandole.source import Document


def seeded_alike(document: Document, head: ast.AST, call: Call) -> Refusal:
    """Say that a call seeds all processes alike; `head` is that of the loop that draws."""
    return Refusal(
        DataUnknown(),
        f"{call.document.quote(call.node)} seeds all processes alike while they train, and they would draw the same samples",
        f"add hvd.rank() to the seed in {call.document.place_of(call.node)}",
        (Related(document, document.span(head), "this loop draws them"),),
    )


def as_many_as_drawn(draw: Call) -> Refusal:
    """Say that a call draws how many elements a dataset has, in each process otherwise."""
    return Refusal(
        DataUnknown(),
        f"{draw.document.quote(draw.node)} draws how many elements the dataset has that a generator gives: the processes would "
        "take unequally many steps",
        "let chance decide it in `filter` or `flat_map` of the dataset, after it is divided, and repeat it, or draw it before",
    )


def drawn_after_seed(document: Document, node: ast.expr, seed: Call) -> Refusal:
    """Say that data of which nothing is known may be the same in all processes, as these have one seed."""
    return Refusal(
        DataUnknown(),
        f"{seed.document.quote(seed.node)} seeds all processes alike, and nothing is known of {document.quote(node)}: it "
        "may give all of them the same samples",
        "give each process its own part of the data, by hvd.rank() and hvd.size(), equally many batches in each",
        (Related(seed.document, seed.document.span(seed.node), "this seeds all processes"),),
    )


def drawn_alike(document: Document, node: ast.expr, seed: Call) -> Refusal:
    """Say that a sequence draws its batches by chance, the same in all processes, as these have one seed."""
    return Refusal(
        DataUnknown(),
        f"{document.quote(node)} draws each batch by chance, whatever its index, and {seed.document.quote(seed.node)} seeds "
        "all processes alike: they may draw the same samples",
        f"let {document.quote(node)} draw by a generator of its own, and add hvd.rank() to the seed of that",
        (Related(seed.document, seed.document.span(seed.node), "this seeds all processes"),),
    )


def taken_once(document: Document, node: ast.expr) -> Refusal:
    """Say that samples are taken once, before a loop that trains on them, and may be others in each process."""
    return Refusal(
        DataUnknown(),
        f"{document.quote(node)} takes once what the loop trains on, from what is not read: each process may have other samples",
        "take the samples by an index that is the same in all processes, from arrays that the project reads",
    )


def orders_too(document: Document, head: ast.AST, call: Call, order: Call) -> Refusal:
    """Say that a call seeds what all processes must draw alike, and what each must draw for itself in the same loop.

    `head` is that of the loop, and `order` a call in it that decides which samples a process has.
    """
    return Refusal(
        DataUnknown(),
        f"{call.document.quote(call.node)} seeds the order of the samples, which is one for all processes, and what "
        f"{document.quote(head)} trains on besides, which must be another in each",
        "draw that from a generator of its own, as np.random.default_rng(seed) makes it",
        (
            Related(document, document.span(head), "this loop draws it"),
            Related(order.document, order.document.span(order.node), "this decides on the samples"),
        ),
    )


def shuffled_after(seed: Call, shuffle: Call) -> Refusal:
    """Say that a seed, which must be another in each process once a `fit` begins, also seeds a dataset that is made then."""
    return Refusal(
        DataUnknown(),
        f"{seed.document.quote(seed.node)} seeds what `train_step` draws, which must be another in each process, and "
        f"{shuffle.document.quote(shuffle.node)}, which is made as late",
        "make the dataset in a statement before `fit`, outside of generators",
        (Related(shuffle.document, shuffle.document.span(shuffle.node), "this shuffles"),),
    )


def ordered_by_tensorflow(call: Call) -> Refusal:
    """Say that a generator orders the samples by TensorFlow's own generator, which has another seed in each process."""
    return Refusal(
        DataUnknown(),
        f"{call.document.quote(call.node)} in {call.document.place_of(call.node)} orders the samples differently in each "
        "process, of which each takes a part by position: some samples would be trained on twice, others never",
        "call `tf.random.set_seed(0)` at the start of the script, so that all processes draw one order",
        (Related(call.document, call.document.span(call.node), "this orders the samples"),),
    )


def ordered_apart(call: Call, other: Call) -> Refusal:
    """Say that a call orders the samples differently in each process, of which each takes a part by position.

    `other` draws from the same generator.
    """
    own = "np.random.RandomState(0)" if any(name.startswith("numpy.") for name in call.names) else "random.Random(0)"
    return Refusal(
        DataUnknown(),
        f"{call.document.quote(call.node)} in {call.document.place_of(call.node)} orders the samples differently in each "
        f"process, and {other.document.quote(other.node)} in {other.document.place_of(other.node)} draws from the same "
        "generator: some samples would be trained on twice, others never",
        f"order them by a generator of their own that has the same seed in each process, such as {own}",
        (
            Related(call.document, call.document.span(call.node), "this orders the samples"),
            Related(other.document, other.document.span(other.node), "this draws from the same generator"),
        ),
    )


def decided_anew(document: Document, statement: ast.stmt, seed: str) -> Refusal:
    """Say that each process decides otherwise, by chance and in each turn of a loop, what a training is about."""
    return Refusal(
        DataUnknown(),
        f"{document.place_of(statement)} decides by chance what is trained on, in each process otherwise: one may "
        "train on what another tests by",
        f"call `{seed}` before it, with a seed that is the same in all processes and another in each turn",
        (Related(document, document.span(statement), "chance decides here"),),
    )


def drawn_by_workers(call: Call, drawn: Call) -> Refusal:
    """Say that the workers of a pool draw samples that differ from process to process."""
    document = call.document
    return Refusal(
        DataUnknown(),
        f"{document.quote(call.node)} in {document.place_of(call.node)} makes samples by workers that draw by chance, "
        "otherwise in each process",
        "give the workers generators of their own, such as np.random.RandomState(seed), with seeds that are the same in "
        "all processes",
        (Related(drawn.document, drawn.document.span(drawn.node), "this draws"),),
    )
