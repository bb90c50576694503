"""Draws `icon.png`: a ring of dancers who hold hands, one of them ahead."""

from __future__ import annotations

import math
import struct
import zlib
from pathlib import Path

SIZE = 256
SAMPLES = 3
DANCERS = 8
RING = 78.0
HEAD = 22.0
ROPE = 7.0
CORNER = 48.0
GROUND = (32, 35, 46)
HANDS = (123, 134, 168)
OTHERS = (94, 168, 235)
FIRST = (255, 159, 67)

Colour = tuple[int, int, int]


def colour_at(x: float, y: float) -> Colour | None:
    """Give the colour of a point, None outside of the rounded square."""
    edge = [max(CORNER - x, x - (SIZE - CORNER), 0.0), max(CORNER - y, y - (SIZE - CORNER), 0.0)]
    if math.hypot(*edge) > CORNER:
        return None
    centre = SIZE / 2
    for dancer in range(DANCERS):
        angle = 2 * math.pi * dancer / DANCERS - math.pi / 2
        place = (centre + RING * math.cos(angle), centre + RING * math.sin(angle))
        if math.dist((x, y), place) <= HEAD:
            return FIRST if dancer == 0 else OTHERS
    return HANDS if abs(math.dist((x, y), (centre, centre)) - RING) <= ROPE / 2 else GROUND


def pixel(column: int, row: int) -> bytes:
    """Give red, green, blue and opacity of a pixel, as the mean of several points in it."""
    steps = [(index + 0.5) / SAMPLES for index in range(SAMPLES)]
    seen = [colour_at(column + dx, row + dy) for dx in steps for dy in steps]
    inside = [colour for colour in seen if colour is not None]
    mean = [sum(part) // len(inside) for part in zip(*inside, strict=True)] if inside else [0, 0, 0]
    return bytes([*mean, 255 * len(inside) // len(seen)])


def png(rows: list[bytes]) -> bytes:
    """Give the PNG file of an image in RGBA."""
    header = struct.pack(">IIBBBBB", SIZE, SIZE, 8, 6, 0, 0, 0)
    parts = ((b"IHDR", header), (b"IDAT", zlib.compress(b"".join(b"\0" + row for row in rows), 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunk(kind, data) for kind, data in parts)


def chunk(kind: bytes, data: bytes) -> bytes:
    """Give a part of a PNG file."""
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


if __name__ == "__main__":
    image = [b"".join(pixel(column, row) for column in range(SIZE)) for row in range(SIZE)]
    Path(__file__).parents[1].joinpath("icon.png").write_bytes(png(image))
