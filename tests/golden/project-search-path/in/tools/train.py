"""Trains by a module that is found only once the search path is set."""
import _init_paths
from nets.trainer import train

train("digits.npz", epochs=3)
