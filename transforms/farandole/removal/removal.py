"""The removal of Horovod from a script: what is cut, what is in the way, and the proof that it is the way back."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import Enum
from functools import partial
from itertools import accumulate
from pathlib import Path

from farandole.conversion.plan import InternalError, analysis, make_plan
from farandole.frameworks.analyse import analyse, in_whole
from farandole.frameworks.script import Script
from farandole.options import Options
from farandole.removal.cuts import Cut, comments_about_horovod, edits
from farandole.removal.edits import Specialisation, unneeded_imports
from farandole.removal.history import last_without_horovod, with_later_changes
from farandole.removal.one_process import OneProcess, imported_from_horovod
from farandole.removal.originals import Original, original
from farandole.rules.horovod.names import keras_name
from farandole.source import Document, Edit, EditSet, Span, UnreadableFile, decode, parse
from farandole.source.binding import unbound
from farandole.source.folding import unfolded


@dataclass(frozen=True)
class Obstacle:
    """A use of Horovod that can't be removed, why, and what its reader can do."""

    document: Document
    span: Span
    reason: str
    advice: str


class Origin(Enum):
    """How a removal is known to be right.

    `RESTORED`: it is what there was before the conversion. `PROVED`: the conversion of its result is the text that
    there was. What was converted `BY_HAND`, or by other options or versions, is what one process does of it.
    """

    RESTORED = "restored"
    PROVED = "proved"
    BY_HAND = "by hand"


@dataclass(frozen=True)
class Removal:
    """A script without Horovod: the edits, the new text of each file that changes, and how that is known to be right.

    `commit` names the commit in git at which restored files were so, perhaps without what was changed since. When there
    are `obstacles`, nothing changes.
    """

    script: Script
    edits: EditSet
    texts: Mapping[Path, str]
    obstacles: tuple[Obstacle, ...]
    origin: Origin
    commit: str = ""


def remove(script: Script, options: Options) -> Removal:
    """Remove Horovod from a script and the modules of its project that it reaches.

    The result is what was kept when these texts were written, or else was kept or committed before the conversion,
    where the conversion of that is the script; else it is what one process does.
    """
    script = in_whole(script, options)  # what only unused functions use must stay
    one = OneProcess(script)
    kept = {each.path: known for each in script.documents if (known := original(each.path)) is not None}
    restored = _restored(one, kept)
    if restored:
        return _restoration(script, restored)
    cuts = {document: _cuts(one, document) for document in script.documents}
    left = _obstacles(one, cuts)
    if left:
        return Removal(script, EditSet.empty(), {}, left, Origin.BY_HAND)
    earlier = _earlier(one, options, kept)
    if earlier is not None:
        return earlier
    made = EditSet.union(EditSet.of(document, edits(document, each)) for document, each in cuts.items() if each)
    texts = {each.path: made.apply(each) for each in script.documents if each.path in made.edits}
    wrong = tuple(
        each for document in script.documents for each in _wrong(document, texts.get(document.path, document.text))
    )
    if wrong:
        return Removal(script, EditSet.empty(), {}, wrong, Origin.BY_HAND)
    whole = _with_whole_lines(script, cuts, options)
    if whole and _proves(script, options, whole):
        changed = [document for document in script.documents if document.path in whole]
        made = EditSet.union(EditSet.of(each, _line_edits(each.text, whole[each.path])) for each in changed)
        return Removal(script, made, whole, (), Origin.PROVED)
    origin = Origin.PROVED if _proves(script, options, texts) else Origin.BY_HAND
    return Removal(script, made, texts, (), origin)


def _with_whole_lines(script: Script, cuts: Mapping[Document, tuple[Cut, ...]], options: Options) -> Mapping[Path, str]:
    """Give the texts without Horovod where the lines that a conversion has broken are whole again; none if none is."""
    whole: dict[Path, str] = {}
    for document, each in cuts.items():
        spans = [Span(cut.start, cut.end) for cut in each]
        text = unfolded(document.lexis, spans, document.indent)
        if text != document.text and not document.errors:
            whole[document.path] = text
    if not whole:
        return {}
    packages = script.flow.project.resolver.packages
    with closing(analyse(script.entry.path, options, partial(_read, script, whole), lambda _: packages)) as again:
        one = OneProcess(again)
        left = {document: _cuts(one, document) for document in again.documents}
        if _obstacles(one, left):
            return {}
        made = EditSet.union(EditSet.of(document, edits(document, each)) for document, each in left.items() if each)
        return {document.path: made.apply(document) for document in again.documents if document.path in made.edits}


def _proves(script: Script, options: Options, texts: Mapping[Path, str]) -> bool:
    """Say whether the conversion of texts is the script."""
    converted = _converted(script, options, texts)
    return converted is not None and _is_script(script, converted)


def obstacles(script: Script) -> tuple[Obstacle, ...]:
    """Give the uses of Horovod in a script and its modules that can't be removed."""
    one = OneProcess(script)
    return _obstacles(one, {document: _cuts(one, document) for document in script.documents})


def _obstacles(one: OneProcess, cuts: Mapping[Document, tuple[Cut, ...]]) -> tuple[Obstacle, ...]:
    return tuple(each for document, made in cuts.items() for each in _left(one, document, made))


def _restored(one: OneProcess, kept: Mapping[Path, Original]) -> Mapping[Path, str]:
    """Give the texts from which a conversion has made just these; none where one of them is not known."""
    found: dict[Path, str] = {}
    for document in one.script.documents:
        known = kept.get(document.path)
        if known is not None and known.converted == document.text and document.notebook is None:
            found[document.path] = known.text
        elif one.imported[document]:
            return {}
    return found


def _restoration(script: Script, texts: Mapping[Path, str], commit: str = "") -> Removal:
    changed = [document for document in script.documents if document.path in texts]
    made = EditSet.union(EditSet.of(each, _line_edits(each.text, texts[each.path])) for each in changed)
    return Removal(script, made, texts, (), Origin.RESTORED, commit)


def _earlier(one: OneProcess, options: Options, kept: Mapping[Path, Original]) -> Removal | None:
    """Give the removal that restores what was kept or committed before the conversion, where that proves to be it."""
    changed = [document for document in one.script.documents if one.imported[document]]
    if not changed or any(document.notebook is not None for document in changed):
        return None
    originals = {document.path: kept[document.path].text for document in changed if document.path in kept}
    proved = _proved(one.script, options, changed, originals) if len(originals) == len(changed) else {}
    if proved:
        return _restoration(one.script, proved)
    committed = last_without_horovod([document.path for document in changed])
    if committed is None:
        return None
    try:
        texts = {path: decode(content, path).text for path, content in committed.files.items()}
    except UnreadableFile:
        return None
    proved = _proved(one.script, options, changed, texts)
    return _restoration(one.script, proved, committed.commit) if proved else None


def _proved(
    script: Script, options: Options, changed: Iterable[Document], originals: Mapping[Path, str]
) -> Mapping[Path, str]:
    """Give originals, with what was changed after their conversion, where that makes the script of them; else none."""
    texts = originals
    try:
        converted = _converted(script, options, texts)
        if converted is not None and not _is_script(script, converted):
            texts = _with_later_changes(changed, texts, converted)
            converted = _converted(script, options, texts) if texts else None
    except (UnreadableFile, UnicodeError):
        return {}
    return texts if converted is not None and _is_script(script, converted) else {}


def _with_later_changes(
    changed: Iterable[Document], originals: Mapping[Path, str], converted: Mapping[Path, str]
) -> dict[Path, str]:
    """Give originals with what was changed after their conversion; nothing where git can't tell."""
    found: dict[Path, str] = {}
    for document in changed:
        texts = (originals[document.path], converted.get(document.path, originals[document.path]), document.text)
        merged = with_later_changes(*(document.encode(each) for each in texts))
        if merged is None:
            return {}
        found[document.path] = decode(merged, document.path).text
    return found


def _line_edits(before: str, after: str) -> Iterator[Edit]:
    """Yield the edits that replace the lines in which two texts differ."""
    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    starts = [0, *accumulate(map(len, old))]
    for kind, start, end, first, last in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind != "equal":
            yield Edit(starts[start], starts[end], "".join(new[first:last]))


def _cuts(one: OneProcess, document: Document) -> tuple[Cut, ...]:
    if not one.imported[document]:
        return ()
    found = (*Specialisation(one, document).cuts(), *_loaders(one, document))
    return (*found, *comments_about_horovod(document), *unneeded_imports(one, document, found))


def _loaders(one: OneProcess, document: Document) -> Iterator[Cut]:
    """Yield what Horovod loads a model by, with the `load_model` of Keras in its place, where that has a name."""
    keras = keras_name(one.script, document)
    for call in document.nodes(ast.Call) if not keras.edits else ():
        if one.api(document, call.func) == "load_model":
            span = document.span(call.func)
            yield Cut(span.start, span.end, f"{keras.text}.models.load_model")


def _left(one: OneProcess, document: Document, cuts: Iterable[Cut]) -> Iterator[Obstacle]:
    """Yield the uses of Horovod that are not cut."""
    ranges = [(each.start, each.end) for each in cuts]

    def stays(node: ast.AST) -> bool:
        span = document.span(node)
        return not any(start <= span.start and span.end <= end for start, end in ranges)

    for node in ast.walk(document.tree):
        if isinstance(node, ast.Name) and node.id in one.imported[document]:
            if stays(node):
                yield _obstacle(one, document, _whole_name(document, node))
        elif any(map(stays, imported_from_horovod(node))):
            reason = f"{document.quote(node)} imports Horovod and something else"
            yield Obstacle(document, document.span(node), reason, "import it in a statement of its own first")
        elif one.imported[document] and _belongs_to_wrapper(document, node) and stays(node):
            reason = f"{document.quote(node)} asks for what only Horovod has"
            advice = "remove it, or write what one process does, first"
            yield Obstacle(document, document.span(node), reason, advice)


def _belongs_to_wrapper(document: Document, node: ast.AST) -> bool:
    """Say whether a node is a method of Horovod's wrappers, or names Horovod to a library that starts it."""
    match node:
        case ast.Attribute(value, "synchronize"):
            return not document.segment(value).endswith(("cuda", "xpu", "mps", "hpu"))
        case ast.Attribute(attr=name):
            return name in _OF_WRAPPERS
        case ast.Constant(str(text)):
            return text in ("horovod", "horovodrun")
    return False


_OF_WRAPPERS = frozenset(
    {"skip_synchronize", "set_backward_passes_per_step", "register_local_source", "register_local_var"}
)


def _whole_name(document: Document, node: ast.expr) -> ast.expr:
    while isinstance(around := document.parent(node), ast.Attribute):
        node = around
    return node


def _obstacle(one: OneProcess, document: Document, node: ast.expr) -> Obstacle:
    name = one.api(document, node)
    written = document.segment(node)
    if one.sends(name) and isinstance(document.parent(document.parent(node)), ast.Attribute):
        reason = f"`{written}` gives a tensor here, and what it is given may be a number"
        return Obstacle(
            document, document.span(node), reason, "write what one process does first: the number itself, perhaps"
        )
    for beginning, (reason, advice) in _REASONS.items():
        if name.startswith(beginning):
            return Obstacle(document, document.span(node), f"`{written}` {reason}", advice)
    reason = f"`{written}` has no counterpart in a script of one process that is known"
    return Obstacle(document, document.span(node), reason, "write what one process does here, then remove the rest")


_REASONS = {
    "run": ("starts the processes itself", "call the function that it starts, first"),
    "elastic": (
        "keeps the state of the training, and decides which steps are taken",
        "write the loop without it first",
    ),
    "callbacks.LearningRate": (
        "changes the learning rate with one process, too",
        "write it as a schedule of Keras, or remove it, first",
    ),
    "load_model": ("loads a model with a wrapped optimizer", "write `load_model` of Keras first"),
    "DistributedOptimizer": (
        "is given options that change what one process does, or is more than called",
        "write what one process does first: how many passes make a step, for instance",
    ),
    "SyncBatchNorm": ("is a layer of the model", "write the layer of the framework first"),
    "mxnet": ("is Horovod's for MXNet, which is not read", "remove it by hand"),
    "Compression": ("is kept for later", "remove it first"),
}


def _wrong(document: Document, text: str) -> Iterator[Obstacle]:
    """Yield what is wrong with a text without Horovod: layout that Python does not accept, names that went with it."""
    begin = Span(0, 0)
    try:
        ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        reason = f"the text without Horovod would not be Python: {error}"
        yield Obstacle(document, begin, reason, "indent the file alike throughout first")
        return
    for name in sorted(unbound(text) - unbound(document.text)):
        reason = f"`{name}` gets its value from Horovod only, and is still read without it"
        yield Obstacle(document, begin, reason, "write what one process does first")


def _converted(script: Script, options: Options, texts: Mapping[Path, str]) -> Mapping[Path, str] | None:
    """Give the texts of all files after the conversion of a script of other texts; None where it is not converted."""
    packages = script.flow.project.resolver.packages
    try:
        read = analysis(options)
        with closing(read(script.entry.path, options, partial(_read, script, texts), lambda _: packages)) as again:
            plan = make_plan(again, options)
    except InternalError:
        return None
    return {**texts, **plan.texts} if plan.texts else None


def _is_script(script: Script, texts: Mapping[Path, str]) -> bool:
    """Say whether texts are those that the files of a script have."""
    return all(texts.get(document.path, document.text) == document.text for document in script.documents)


def _read(script: Script, texts: Mapping[Path, str], path: Path) -> Document:
    """Read a file of the project as it is without Horovod."""
    if path in texts:
        return parse(texts[path], path)
    return script.flow.project.read(path)
