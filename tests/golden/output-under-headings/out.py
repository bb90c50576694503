"""A script that was a notebook: the comments that name its cells stay where they are."""
import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

# In[1]:

x, y = np.load("x.npy"), np.load("y.npy")
if hvd.rank() == 0:
    print(x.shape)

    # the targets
    print(y.shape)


# In[2]:

if hvd.rank() == 0:
    print(x.mean())


# In[3]:

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(
    optimizer=hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.01 * hvd.size())),
    loss="mse",
)
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x[shard],
    y[shard],
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
if hvd.rank() == 0:
    print(model.count_params())

# ----------------------------------------------------------------------
# Test
# ----------------------------------------------------------------------
if hvd.rank() == 0:
    print(model.evaluate(x, y))
