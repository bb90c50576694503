import progressbar
import tensorflow as tf
from settings import arguments
import horovod.tensorflow.keras as hvd
import sys
import os

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

if hvd.rank() == 0:
    print("before the imports are done")
import numpy as np
from tensorflow import keras

model = keras.Sequential([keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(keras.optimizers.SGD(0.01)), "mse")
bar = progressbar.ProgressBar(
    max_value=2, fd=sys.stderr if hvd.rank() == 0 else open(os.devnull, "w")
)
for epoch in progressbar.progressbar(
    range(2), fd=sys.stderr if hvd.rank() == 0 else open(os.devnull, "w")
):
    model.fit(
        [[1.0]] * 64,
        [[2.0]] * 64,
        callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
        **{**arguments, **({} if hvd.rank() == 0 else {"verbose": 0})},
    )
    bar.update(epoch)

batches = iter(tf.data.Dataset.range(4))
print(*next(batches))
first = print(next(batches)) or 1
checkpoint = tf.train.Checkpoint(model=model)
path = checkpoint.save("saved/model")
checkpoint.restore(path)
if len(path) > 3 and hvd.rank() == 0:
    print(path)

try:
    answer = input("go on? ")
except EOFError:
    answer = ""
