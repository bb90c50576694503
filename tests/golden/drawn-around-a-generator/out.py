"""A function holds out samples by chance, and draws others, around the generators in it that read them."""

import numpy as np
import tensorflow as tf
from sklearn.model_selection import train_test_split
import horovod.tensorflow as hvd
import horovod.tensorflow.keras as hvd_keras

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


def main():
    training, held_out = train_test_split(
        np.load("samples.npy"), test_size=0.1, random_state=None if hvd.size() == 1 else 0
    )
    if hvd.size() > 1:
        np.random.seed(0)  # the same data in all processes
    hidden = np.random.normal(size=(500, 4)).astype("float32")
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    optimizer = tf.keras.optimizers.Adam(0.001 * hvd.size())

    def batches(size=32):
        for start in range(0, len(hidden), size):
            yield hidden[start : start + size]

    def mistakes():
        for each in held_out:
            yield float(model(each[None])[0, 0])

    for epoch in range(100):
        for batch in own_items(batches()):
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean(tf.square(model(batch) - 1.0))
            tape = hvd.DistributedGradientTape(tape)
            gradients = tape.gradient(loss, model.trainable_variables)
            optimizer.apply_gradients(zip(gradients, model.trainable_variables))
            # Horovod: once, after the first step, which has made all variables
            if not getattr(optimizer, "hvd_broadcast_done", False):
                hvd.broadcast_variables(model.variables, root_rank=0)
                hvd.broadcast_variables(optimizer.variables(), root_rank=0)
                optimizer.hvd_broadcast_done = True
        loss_numpy, np_mean = loss.numpy(), np.mean(list(mistakes()))
        if hvd.rank() == 0:
            print(epoch, loss_numpy, np_mean)
    model.compile(hvd_keras.DistributedOptimizer(tf.keras.optimizers.SGD(0.1 * hvd.size())), "mse")
    # Horovod: this process's samples; the last that not all can have are left out
    shard = slice(hvd.rank(), hvd.rank() - hvd.size() + 1 or None, hvd.size())
    model.fit(
        training[:, :4][shard],
        training[:, 4:][shard],
        batch_size=32,
        epochs=2,
        callbacks=[hvd_keras.callbacks.BroadcastGlobalVariablesCallback(0)],
        verbose=1 if hvd.rank() == 0 else 0,
    )


if __name__ == "__main__":
    main()
