import numpy as np
from tensorflow.keras.layers import Dense, Input
from tensorflow.keras.models import Model
from tensorflow.keras.optimizers.legacy import RMSprop
import horovod.tensorflow.keras as hvd
import tensorflow as tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def build(size, units):
    inputs = Input([size])
    return Model(inputs, Dense(units)(inputs))


def main():
    rate, decay = 2e-4, 6e-8
    optimizer = RMSprop(rate * hvd.size(), decay=decay * hvd.size())
    optimizer = hvd.DistributedOptimizer(optimizer)
    discriminator = build(4, 1)
    discriminator.compile(optimizer, "mse")

    optimizer = RMSprop(rate * 0.5 * hvd.size(), decay=decay * 0.5 * hvd.size())
    optimizer = hvd.DistributedOptimizer(optimizer)
    generator = build(2, 4)
    discriminator.trainable = False
    noise = Input([2])
    adversarial = Model(noise, discriminator(generator(noise)))
    adversarial.compile(optimizer, "mse")

    for step in range(max(1, 1000 // hvd.size())):
        discriminator.train_on_batch(np.random.normal(size=[8, 4]), np.ones([8, 1]))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(discriminator, "hvd_broadcast_done", False):
            broadcast = hvd.callbacks.BroadcastGlobalVariablesCallback(0)
            broadcast.set_model(discriminator)
            broadcast.on_batch_end(0)
            discriminator.hvd_broadcast_done = True
        adversarial.train_on_batch(np.random.normal(size=[8, 2]), np.ones([8, 1]))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(adversarial, "hvd_broadcast_done", False):
            broadcast = hvd.callbacks.BroadcastGlobalVariablesCallback(0)
            broadcast.set_model(adversarial)
            broadcast.on_batch_end(0)
            adversarial.hvd_broadcast_done = True
    if hvd.rank() == 0:
        generator.save("generator.h5")


main()
