"""A network is given the name of its optimizer from a file of settings."""

import json

import numpy as np

from net import Net

settings = json.load(open("settings.json"))
net = Net(optimizer=settings["optimizer"])
net.train(np.load("x.npy"), np.load("y.npy"))
