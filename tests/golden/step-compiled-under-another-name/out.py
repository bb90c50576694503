import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def train_step(model, optimizer, x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(x, training=True) - y))
    tape = hvd.DistributedGradientTape(tape)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


def halved(rate, epoch):
    return rate / 2 ** (epoch // 3)


def main():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    optimizer = tf.keras.optimizers.Adam(learning_rate=0.001 * hvd.size())
    data = (
        tf.data.Dataset.from_tensor_slices((np.load("x.npy"), np.load("y.npy")))
        .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
        .shuffle(1000)
        .batch(10)
    )
    compiled = tf.function(train_step)
    for epoch in range(5):
        optimizer.lr.assign(halved(0.1, epoch) * hvd.size())
        for x, y in data:
            loss = compiled(model=model, optimizer=optimizer, x=x, y=y)
            # Horovod: once, after the first step, which has made all variables
            if not getattr(optimizer, "hvd_broadcast_done", False):
                hvd.broadcast_variables(model.variables, root_rank=0)
                hvd.broadcast_variables(optimizer.variables(), root_rank=0)
                optimizer.hvd_broadcast_done = True
        if hvd.rank() == 0:
            print(epoch, loss.numpy())


main()
