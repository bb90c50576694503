"""Factors that begin anew in each step weight the parts of a loss: they stay as they are."""
import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")
x = np.load("x.npy").astype("float32")
data = (
    tf.data.Dataset.from_tensor_slices(x)
    .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
    .shuffle(1000)
    .batch(32)
)
model = tf.keras.Sequential([tf.keras.layers.Dense(4)])
opt = tf.keras.optimizers.Adam(0.001 * hvd.size())


def sequence_loss(predictions, target):
    weight, total = 1.0, 0.0
    for each in predictions:
        total += weight * tf.reduce_mean((each - target) ** 2)
        weight *= 0.8
    return total


class Net:
    def __init__(self):
        self.scale = 1.0

    def loss(self, predictions, target):
        self.scale = 1.0
        total = 0.0
        for each in predictions:
            total += self.scale * tf.reduce_mean((each - target) ** 2)
            self.scale *= 0.5
        return total


net = Net()
for epoch in range(10):
    for batch in data:
        with tf.GradientTape() as tape:
            h = [model(batch), model(batch)]
            loss = sequence_loss(h, batch[:, :4]) + net.loss(h, batch[:, :4])
            w = 1.0
            for each in h:
                loss += w * tf.nn.l2_loss(each)
                w *= 0.7
        tape = hvd.DistributedGradientTape(tape)
        opt.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(opt, "hvd_broadcast_done", False):
            hvd.broadcast_variables(model.variables, root_rank=0)
            hvd.broadcast_variables(opt.variables(), root_rank=0)
            opt.hvd_broadcast_done = True
    if hvd.rank() == 0:
        print(epoch, float(loss))
