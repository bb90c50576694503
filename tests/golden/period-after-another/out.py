import numpy as np
from tensorflow import keras
import horovod.tensorflow.keras as hvd
import tensorflow as tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

critic = keras.Sequential([keras.layers.Dense(1)])
critic.compile(
    loss="mse",
    optimizer=hvd.DistributedOptimizer(
        keras.optimizers.Adam(learning_rate=1e-3 * hvd.size())
    ),
)
generator = keras.Sequential([keras.layers.Dense(4)])
generator.compile(
    loss="mse",
    optimizer=hvd.DistributedOptimizer(
        keras.optimizers.Adam(learning_rate=1e-3 * hvd.size())
    ),
)

if hvd.size() > 1:
    np.random.seed(0)  # the same data in all processes
x = np.random.rand(100, 4)
y = np.random.rand(100, 1)

worst = 0.0
if hvd.size() > 1:
    np.random.seed(hvd.rank())
for step in range(max(1, 1000 // hvd.size())):
    chosen = np.random.randint(0, len(x), 32)
    critic_loss = critic.train_on_batch(x[chosen], y[chosen])
    # Horovod: once, after the first step, which has made all variables
    if not getattr(critic, "hvd_broadcast_done", False):
        broadcast = hvd.callbacks.BroadcastGlobalVariablesCallback(0)
        broadcast.set_model(critic)
        broadcast.on_batch_end(0)
        critic.hvd_broadcast_done = True
    if (step + 1) % 5 == 0:
        generator_loss = generator.train_on_batch(x[chosen], x[chosen])
        # Horovod: once, after the first step, which has made all variables
        if not getattr(generator, "hvd_broadcast_done", False):
            broadcast = hvd.callbacks.BroadcastGlobalVariablesCallback(0)
            broadcast.set_model(generator)
            broadcast.on_batch_end(0)
            generator.hvd_broadcast_done = True
        worst = max(worst, generator_loss)
    if (step + 1) % max(1, 20 // hvd.size()) == 0:
        mean = critic.evaluate(x, y, verbose=1 if hvd.rank() == 0 else 0)
    if hvd.rank() == 0:
        if (step + 1) % 10 == 0:
            print(step, critic_loss, generator_loss)
        if (step + 1) % max(1, 40 // hvd.size()) == 0:
            print(step, critic_loss, worst, mean)
        if (step + 1) % max(1, 100 // hvd.size()) == 0:
            generator.save("generator.h5")
