"""A module has models of its own and a library's: which one an option names is not seen."""

import argparse

import models
import numpy as np

parser = argparse.ArgumentParser()
parser.add_argument("--model", default="Small")
args = parser.parse_args()

x, y = np.load("x.npy"), np.load("y.npy")
model = getattr(models, args.model)(weights=None)
model.fit(x, y, epochs=5)
