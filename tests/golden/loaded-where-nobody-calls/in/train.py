import numpy as np

from dense import DenseNet

DenseNet(8).train(np.array_split(np.load("x.npy"), 100))
