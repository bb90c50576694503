"""A progress bar that is made once is run over in each epoch, and begins anew each time."""

import tensorflow as tf
from loading import Batches
from tqdm import tqdm
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def own_items(items):
    """Yield the items of this process: all processes take turns, and each gets equally many."""
    for group in zip(*[iter(items)] * hvd.size()):
        yield group[hvd.rank()]


model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.1 * hvd.size())


def train(batches, epochs):
    for epoch in range(epochs):
        for step, (x, y) in enumerate(own_items(batches)):
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean((model(x) - y) ** 2)
            tape = hvd.DistributedGradientTape(tape)
            gradients = tape.gradient(loss, model.trainable_variables)
            optimizer.apply_gradients(zip(gradients, model.trainable_variables))
            # Horovod: once, after the first step, which has made all variables
            if epoch == 0 and step == 0:
                hvd.broadcast_variables(model.variables, root_rank=0)
                hvd.broadcast_variables(optimizer.variables(), root_rank=0)
            if step % 100 == 0 and hvd.rank() == 0:
                print(epoch, step, float(loss))


train(tqdm(Batches("train.csv", 32), desc="batches", disable=hvd.rank() != 0), 5)
