"""What a loop computes by the steps that its optimizer has counted, and what the optimizer does by itself."""

import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class Warmed(tf.keras.optimizers.SGD):
    def warmth(self):
        return tf.minimum(1.0, tf.cast(self.iterations + 1, tf.float32) / 10)


class Slower(tf.keras.optimizers.schedules.LearningRateSchedule):
    def __call__(self, step):
        step = step * hvd.size()  # the steps of all processes
        return 0.001 / (1.0 + 0.01 * tf.cast(step, tf.float32)) * hvd.size()


model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
rate = Slower()
optimizer = Warmed(rate)
checkpoint = tf.train.Checkpoint(model=model, optimizer=optimizer)
writer = tf.summary.create_file_writer("logs") if hvd.rank() == 0 else tf.summary.create_noop_writer()
data = (
    tf.data.Dataset.from_tensor_slices(tf.zeros([100, 3]))
    .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
    .batch(10)
)
for epoch in range(10):
    for x in data:
        with tf.GradientTape() as tape:
            weight = tf.minimum(1.0, tf.cast(optimizer.iterations * hvd.size(), tf.float32) / 500)
            loss = weight * tf.reduce_mean(model(x) ** 2)
        tape = hvd.DistributedGradientTape(tape)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(model.variables, root_rank=0)
            hvd.broadcast_variables(optimizer.variables(), root_rank=0)
            optimizer.hvd_broadcast_done = True
        with writer.as_default():
            tf.summary.scalar("rate", rate(optimizer.iterations), step=optimizer.iterations)
        step = int(optimizer.iterations)
        if hvd.rank() == 0:
            if step % max(1, 100 // hvd.size()) == 0:
                checkpoint.save("checkpoints/model")
            if optimizer.iterations.numpy() % max(1, 40 // hvd.size()) == 0:
                print(float(loss))
