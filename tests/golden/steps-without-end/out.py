import argparse

import numpy as np
from tensorflow.keras.layers import Dense
from tensorflow.keras.models import Sequential
from tensorflow.keras.optimizers import Adam
import horovod.tensorflow.keras as hvd
import tensorflow as tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

parser = argparse.ArgumentParser()
parser.add_argument("--steps", type=float, default=float("inf"))
args = parser.parse_args()

model = Sequential([Dense(1, input_shape=(8,))])
model.compile(hvd.DistributedOptimizer(Adam(1e-4 * hvd.size())), "mse")
step = 0
while step < (
    args.steps
    if args.steps == float("inf")
    else max(1, args.steps // hvd.size())
):
    x = np.random.rand(16, 8)
    model.train_on_batch(x, x.sum(1))
    # Horovod: once, after the first step, which has made all variables
    if not getattr(model, "hvd_broadcast_done", False):
        broadcast = hvd.callbacks.BroadcastGlobalVariablesCallback(0)
        broadcast.set_model(model)
        broadcast.on_batch_end(0)
        model.hvd_broadcast_done = True
    step += 1
