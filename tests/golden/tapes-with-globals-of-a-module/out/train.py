"""A step is taken from a module that has the optimizer, and a part of the model, in names of its own."""
import numpy as np
import tensorflow as tf

from nets.steps import train_step
import horovod.tensorflow as hvd
from nets.steps import optimizer
from nets.steps import embedding

hvd.init()

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
x, y = np.load("x.npy"), np.load("y.npy")
dataset = (
    tf.data.Dataset.from_tensor_slices((x, y))
    .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
    .shuffle(100)
    .batch(8)
)
for epoch in range(3):
    for images, labels in dataset:
        loss = train_step(images, labels, model)
        # Horovod: once, after the first step, which has made all variables
        if not getattr(optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(embedding.variables, root_rank=0)
            hvd.broadcast_variables(model.variables, root_rank=0)
            hvd.broadcast_variables(optimizer.variables(), root_rank=0)
            optimizer.hvd_broadcast_done = True
    if hvd.rank() == 0:
        print(float(loss))
