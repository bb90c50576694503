import argparse

import numpy as np
from small import Small


class Models:
    Small = Small


parser = argparse.ArgumentParser()
parser.add_argument("--model", default="Small")
args = parser.parse_args()
x, y = np.load("x.npy"), np.load("y.npy")
getattr(Models, args.model)().train(x, y)
