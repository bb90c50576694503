"""Periods by NumPy's remainder, of the second turn, and one step for several others."""
import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

SAMPLE_EVERY = 100
CRITIC_STEPS = 5
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(
    hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.01 * hvd.size())), "mse"
)
critic = tf.keras.Sequential([tf.keras.layers.Dense(1)])
critic.compile(
    hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.01 * hvd.size())), "mse"
)
if hvd.size() > 1:
    np.random.seed(0)  # the same data in all processes
data = np.random.rand(1000, 4)

if hvd.size() > 1:
    np.random.seed(hvd.rank())
for step in range(1, 1 + max(1, (5001 - 1) // hvd.size())):
    chosen = np.random.randint(0, 1000, 32)
    critic.train_on_batch(data[chosen], data[chosen, :1])
    # Horovod: once, after the first step, which has made all variables
    if not getattr(critic, "hvd_broadcast_done", False):
        broadcast = hvd.callbacks.BroadcastGlobalVariablesCallback(0)
        broadcast.set_model(critic)
        broadcast.on_batch_end(0)
        critic.hvd_broadcast_done = True
    if step % CRITIC_STEPS == 0:
        model.train_on_batch(data[chosen], data[chosen, :1])
        # Horovod: once, after the first step, which has made all variables
        if not getattr(model, "hvd_broadcast_done", False):
            broadcast = hvd.callbacks.BroadcastGlobalVariablesCallback(0)
            broadcast.set_model(model)
            broadcast.on_batch_end(0)
            model.hvd_broadcast_done = True
    if hvd.rank() == 0:
        if np.mod(step, max(2, SAMPLE_EVERY // hvd.size())) == 1:
            print(step, model.predict(data[:1]))
        if np.mod(step, max(1, 500 // hvd.size())) == 0:
            model.save("model.h5")
