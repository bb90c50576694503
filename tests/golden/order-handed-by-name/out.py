"""A dataset that a trainer takes out of its keyword arguments is divided where it is made."""
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class Trainer:
    def __init__(self, **settings):
        self.samples = settings.get("samples", None)
        self.model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
        self.optimizer = tf.keras.optimizers.Adam(0.001 * hvd.size())

    def train(self, epochs):
        for _ in range(epochs):
            for number, (x, y) in self.samples.enumerate():
                with tf.GradientTape() as tape:
                    loss = tf.reduce_mean((self.model(x) - y) ** 2)
                tape = hvd.DistributedGradientTape(tape)
                gradients = tape.gradient(loss, self.model.trainable_variables)
                self.optimizer.apply_gradients(zip(gradients, self.model.trainable_variables))
                # Horovod: once, after the first step, which has made all variables
                if not getattr(self.optimizer, "hvd_broadcast_done", False):
                    hvd.broadcast_variables(self.model.variables, root_rank=0)
                    hvd.broadcast_variables(self.optimizer.variables(), root_rank=0)
                    self.optimizer.hvd_broadcast_done = True


def parse(name):
    values = tf.io.decode_raw(tf.io.read_file(name), tf.float32)
    return values[1:], values[:1]


files = tf.data.Dataset.list_files("samples/*.raw", seed=None if hvd.size() == 1 else 0)
files = files.shard(hvd.size(), hvd.rank()).take(files.cardinality() // hvd.size())
settings = {"samples": files.map(parse).shuffle(400).batch(16)}
Trainer(**settings).train(epochs=5)
