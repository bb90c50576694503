"""What a search tries."""

from random import randint


def drawn(low, high):
    return {"rate": 10 ** randint(low, high)}
