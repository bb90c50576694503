import argparse

import numpy as np
from small import Small
import horovod.tensorflow as hvd
import tensorflow as tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class Models:
    Small = Small


parser = argparse.ArgumentParser()
parser.add_argument("--model", default="Small")
args = parser.parse_args()
x, y = np.load("x.npy"), np.load("y.npy")
getattr(Models, args.model)().train(x, y)
