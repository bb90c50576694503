import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class Pair:
    def __init__(self):
        self.encoder = tf.keras.Sequential([tf.keras.layers.Dense(2)])
        self.decoder = tf.keras.Sequential([tf.keras.layers.Dense(4)])
        self.optimizer = tf.keras.optimizers.Adam(0.005 * hvd.size())

    def parameters(self):
        found = []
        found.extend(self.encoder.trainable_variables)
        found.extend(self.decoder.trainable_variables)
        return found

    @tf.function
    def step(self, x):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(self.decoder(self.encoder(x)) - x))
        tape = hvd.DistributedGradientTape(tape)
        variables = self.parameters()
        gradients = tape.gradient(loss, variables)
        self.optimizer.apply_gradients(zip(gradients, variables))
        return loss

    def fit(self, samples):
        for x in samples:
            step_result = self.step(x)
            # Horovod: once, after the first step, which has made all variables
            if not getattr(self.optimizer, "hvd_broadcast_done", False):
                hvd.broadcast_variables(self.encoder.variables, root_rank=0)
                hvd.broadcast_variables(self.decoder.variables, root_rank=0)
                hvd.broadcast_variables(
                    self.optimizer.variables(), root_rank=0
                )
                self.optimizer.hvd_broadcast_done = True
            if hvd.rank() == 0:
                print(step_result)


Pair().fit(
    tf.data.Dataset.from_tensor_slices(np.load("x.npy"))
    .apply(
        lambda data: data.shard(hvd.size(), hvd.rank()).take(
            data.cardinality() // hvd.size()
        )
    )
    .batch(8)
)
