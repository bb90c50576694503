import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()

STEPS = 24
BATCH = 10


def batches(seed):
    rng = np.random.RandomState(seed)
    while True:
        x = rng.rand(BATCH, 8)
        yield x, x.sum(axis=1, keepdims=True)


model = tf.keras.Sequential([
    tf.keras.layers.Dense(8, activation="relu", input_shape=(8,)),
    tf.keras.layers.Dense(1),
])
opt = hvd.DistributedOptimizer(tf.keras.optimizers.Adagrad(learning_rate=0.05 * hvd.size()))
model.compile(optimizer=opt, loss="mean_squared_error")
model.fit(batches(hvd.rank() * 100), steps_per_epoch=STEPS, epochs=2, validation_data=batches(1), validation_steps=4, verbose=1 if hvd.rank() == 0 else 0, callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)])
