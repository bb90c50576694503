"""The way back: what a script that uses Horovod is without it, when one process runs it."""

from farandole.removal.originals import keep
from farandole.removal.removal import Obstacle, Origin, Removal, obstacles, remove

__all__ = ["Obstacle", "Origin", "Removal", "keep", "obstacles", "remove"]
