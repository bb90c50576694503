import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class Annealed(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(1)

    def call(self, x, step=None):
        return self.dense(x) * (1 - tf.exp(-step / 1000))


model = Annealed()
optimizer = tf.keras.optimizers.SGD(0.1 * hvd.size())
data = (
    tf.data.TFRecordDataset("train.tfrecord")
    .batch(hvd.size(), drop_remainder=True)
    .unbatch()
    .shard(hvd.size(), hvd.rank())
    .batch(8)
)
writer = (
    tf.summary.create_file_writer("logs")
    if hvd.rank() == 0
    else tf.summary.create_noop_writer()
)


def train_step(x, y, step, weight):
    with tf.GradientTape() as tape:
        outputs = model(x, step)
        loss = tf.reduce_mean((outputs - y) ** 2) + weight * tf.reduce_mean(outputs)
    tape = hvd.DistributedGradientTape(tape)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    # Horovod: once, after the first step, which has made all variables
    if not getattr(optimizer, "hvd_broadcast_done", False):
        hvd.broadcast_variables(model.variables, root_rank=0)
        hvd.broadcast_variables(optimizer.variables(), root_rank=0)
        optimizer.hvd_broadcast_done = True
    return loss


total = 0
for epoch in range(10):
    for number, (x, y) in enumerate(data):
        weight = min(1.0, total * hvd.size() / 5000)
        loss = train_step(x, y, total * hvd.size(), weight)
        total += 1
        if number % 100 == 0:
            if hvd.rank() == 0:
                print("epoch", epoch, "batch", number, "loss", loss / (number + 1))
            with writer.as_default():
                tf.summary.scalar("loss", loss, step=total)
