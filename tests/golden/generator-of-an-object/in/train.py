import glob

from data import Data
from model import Model

data = Data(sorted(glob.glob("*.npy")))
data.randomize()
data.split()
model = Model(dataset=data)
model.train(3, 1000)
