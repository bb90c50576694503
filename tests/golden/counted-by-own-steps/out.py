import numpy as np
import tensorflow as tf
from tensorflow.keras import backend as K
import horovod.tensorflow as hvd
import horovod.tensorflow.keras as hvd_keras

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class Growing(tf.keras.layers.Layer):
    def build(self, shape):
        self.batches = K.variable(0)

    def call(self, inputs):
        self.add_update(K.update_add(self.batches, 1))
        return inputs * K.minimum(1.0, self.batches / 1000.0)


class Autoencoder(tf.keras.Model):
    def __init__(self, encoder, decoder, steps):
        super().__init__()
        self.encoder, self.decoder, self.steps = encoder, decoder, steps
        self.seen = tf.Variable(0, dtype=tf.int64, trainable=False)
        self.sparsity = tf.Variable(0.0, trainable=False)

    def train_step(self, samples):
        weight = tf.minimum(1.0, tf.cast(self.seen * hvd.size(), tf.float32) / self.steps)
        with tf.GradientTape() as tape:
            codes = self.encoder(samples, training=True)
            loss = tf.reduce_mean(tf.square(self.decoder(codes) - samples))
            loss += weight * tf.reduce_mean(tf.square(codes)) + self.sparsity * tf.reduce_mean(tf.abs(codes))
        tape = hvd.DistributedGradientTape(tape)
        gradients = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.trainable_variables))
        self._go_on()
        return {"loss": loss}

    def _go_on(self):
        self.seen.assign_add(1)
        if self.seen * hvd.size() > 2000:
            self.sparsity.assign(0.1)


samples = np.load("samples.npy").astype("float32")
encoder = tf.keras.Sequential([tf.keras.layers.Dense(64, "relu"), Growing(), tf.keras.layers.Dense(16)])
decoder = tf.keras.Sequential([tf.keras.layers.Dense(samples.shape[1])])
model = Autoencoder(encoder, decoder, 4000.0)
model.compile(tf.keras.optimizers.Adam(1e-3 * hvd.size()), run_eagerly=True)
shard = slice(hvd.rank(), len(samples) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    samples[shard],
    epochs=30,
    batch_size=64,
    callbacks=[hvd_keras.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
