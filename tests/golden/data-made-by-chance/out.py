"""Samples that the script makes by chance: a teacher's weights, lists that a loop fills, a split by a mask."""
import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

if hvd.size() > 1:
    np.random.seed(0)  # the same data in all processes
weights = np.random.randn(10, 1)


def sums(count):
    numbers = []
    for _ in range(count):
        pair = np.random.randint(0, 10, 2)
        numbers.append(pair)
    return np.array(numbers, dtype="float32")


def dense(inputs, targets, mask):
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile(optimizer=hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.01 * hvd.size())), loss="mse")
    # Horovod: this process's samples; the last that not all can have are left out
    shard = slice(hvd.rank(), hvd.rank() - hvd.size() + 1 or None, hvd.size())
    model.fit(
        inputs[mask][shard],
        targets[mask][shard],
        epochs=3,
        validation_data=(inputs[~mask], targets[~mask]),
        callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
        verbose=1 if hvd.rank() == 0 else 0,
    )
    return model


inputs = np.random.randn(1000, 10)
targets = inputs @ weights
dense(inputs, targets, np.random.rand(len(inputs)) < 0.8)

pairs = sums(1000)
adder = dense(pairs, pairs.sum(axis=1, keepdims=True), np.arange(1000) < 800)
adder_predict = adder.predict(
    np.random.randint(0, 10, (3, 2)).astype("float32"), verbose=1 if hvd.rank() == 0 else 0
)
if hvd.rank() == 0:
    print(adder_predict)
