"""Positions in every encoding, against Python's own codecs."""

from __future__ import annotations

import pytest
from farandole_server.positions import Lines
from hypothesis import given
from hypothesis import strategies as st
from lsprotocol import types

TEXTS = st.text(st.sampled_from("ab\n\r\x0c\u2028\x85é…😋\t"), max_size=40)
ENCODINGS = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}


def reference(text: str, offset: int, encoding: str) -> types.Position:
    before = text[:offset].replace("\r\n", "\n").replace("\r", "\n").split("\n")
    codec, size = ENCODINGS[encoding]
    return types.Position(len(before) - 1, len(before[-1].encode(codec)) // size)


def inside_line_end(text: str, offset: int) -> bool:
    return text[offset - 1 : offset + 1] == "\r\n"


@pytest.mark.parametrize("encoding", ENCODINGS)
@given(text=TEXTS, data=st.data())
def test_positions_are_those_of_the_codec(encoding: str, text: str, data: st.DataObject) -> None:
    offset = data.draw(st.integers(0, len(text)).filter(lambda each: not inside_line_end(text, each)))
    lines = Lines(text, encoding)
    assert lines.position(offset) == reference(text, offset, encoding)
    assert lines.offset(lines.position(offset)) == offset


@pytest.mark.parametrize("encoding", ENCODINGS)
@given(text=TEXTS, line=st.integers(0, 50), character=st.integers(0, 60))
def test_any_position_is_somewhere_in_its_line(encoding: str, text: str, line: int, character: int) -> None:
    offset = Lines(text, encoding).offset(types.Position(line, character))
    assert 0 <= offset <= len(text)
    assert not inside_line_end(text, offset)
    last = text.replace("\r\n", "\n").replace("\r", "\n").count("\n")
    assert reference(text, offset, encoding).line == min(line, last)


@pytest.mark.parametrize("encoding", ENCODINGS)
@given(text=TEXTS, new=TEXTS, data=st.data())
def test_a_change_replaces_its_range(encoding: str, text: str, new: str, data: st.DataObject) -> None:
    offsets = st.integers(0, len(text)).filter(lambda each: not inside_line_end(text, each))
    start, end = sorted((data.draw(offsets), data.draw(offsets)))
    place = types.Range(reference(text, start, encoding), reference(text, end, encoding))
    changed = Lines(text, encoding).changed(types.TextDocumentContentChangePartial(range=place, text=new))
    assert changed.text == text[:start] + new + text[end:]


def test_a_position_within_a_surrogate_pair_is_before_it() -> None:
    assert Lines("a😋b", "utf-16").offset(types.Position(0, 2)) == 1
