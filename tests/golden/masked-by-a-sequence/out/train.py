"""Each turn takes an item of a sequence, which hides parts of its samples by chance: others in each process and turn."""

import numpy as np
import tensorflow as tf

from sentences import Sentences
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

sentences = Sentences(np.load("sentences.npy"), 32)
model = tf.keras.Sequential([tf.keras.layers.Dense(16)])
optimizer = tf.keras.optimizers.Adam(1e-3 * hvd.size())
for epoch in range(10):
    for step in range(max(1, len(sentences) // hvd.size())):
        x, masks, y = sentences[step * hvd.size() + hvd.rank()]
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(masks * (model(x) - y) ** 2)
        tape = hvd.DistributedGradientTape(tape)
        optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
        # Horovod: once, after the first step, which has made all variables
        if epoch == 0 and step == 0:
            hvd.broadcast_variables(model.variables, root_rank=0)
            hvd.broadcast_variables(optimizer.variables(), root_rank=0)
    if hvd.rank() == 0:
        print(epoch, loss.numpy())
