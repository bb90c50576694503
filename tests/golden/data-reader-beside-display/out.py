"""What is drawn to be shown now and then gives a training no samples: it is its reader that is asked for."""

import numpy as np
import tensorflow as tf
from digits import reader
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

coder = tf.keras.Sequential([tf.keras.layers.Dense(4)])
optimizer = tf.keras.optimizers.SGD(0.1 * hvd.size())


class Twin(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(4)

    def call(self, x):
        return self.dense(x)


twin = Twin()
few = np.zeros((5, 4), "float32")

for step in range(max(1, 1000 // hvd.size())):
    batch = reader.next_batch(32)
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(coder(batch) - batch))
    tape = hvd.DistributedGradientTape(tape)
    optimizer.apply_gradients(zip(tape.gradient(loss, coder.trainable_variables), coder.trainable_variables))
    # Horovod: once, after the first step, which has made all variables
    if step == 0:
        hvd.broadcast_variables(coder.variables, root_rank=0)
        hvd.broadcast_variables(optimizer.variables(), root_rank=0)
    if step % max(1, 100 // hvd.size()) == 0:
        coder_result = coder(np.random.normal(size=(5, 4)))
        if hvd.rank() == 0:
            print(coder_result)

slow = tf.keras.optimizers.SGD(0.01 * hvd.size())
images = np.load("digits.npy")
for step in range(max(1, 1000 // hvd.size())):
    batch = images[np.random.choice(len(images), 32)]
    with tf.GradientTape() as tape:
        result = twin(batch)
        loss = tf.reduce_mean(tf.square(result - batch))
    tape = hvd.DistributedGradientTape(tape)
    slow.apply_gradients(zip(tape.gradient(loss, twin.trainable_variables), twin.trainable_variables))
    # Horovod: once, after the first step, which has made all variables
    if step == 0:
        hvd.broadcast_variables(twin.variables, root_rank=0)
        hvd.broadcast_variables(slow.variables(), root_rank=0)
    if step % max(1, 100 // hvd.size()) == 0:
        result = twin(few)
        if hvd.rank() == 0:
            print(result)
