import glob

from data import Data
from model import Model
import horovod.tensorflow as hvd
import random

hvd.init()

data = Data(sorted(glob.glob("*.npy")))
if hvd.size() > 1:
    random.seed(0)  # the same data in all processes
data.randomize()
data.split()
model = Model(dataset=data)
model.train(3, 1000)
