"""Models whose `train_step` uses optimizers that their own `compile` is given; only one of the classes is used."""

import tensorflow as tf
from tensorflow import keras
import horovod.tensorflow as hvd
import horovod.tensorflow.keras as hvd_keras

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class Pair(keras.Model):
    def __init__(self, encoder, decoder):
        super().__init__()
        self.encoder, self.decoder = encoder, decoder

    def compile(self, encoder_optimizer, decoder_optimizer, **kwargs):
        super().compile(**kwargs)
        self.encoder_optimizer = encoder_optimizer
        self.decoder_optimizer = decoder_optimizer

    def train_step(self, data):
        with tf.GradientTape(persistent=True) as tape:
            loss = tf.reduce_mean((self.decoder(self.encoder(data)) - data) ** 2)
        tape = hvd.DistributedGradientTape(tape)
        for part, optimizer in (
            (self.encoder, self.encoder_optimizer),
            (self.decoder, self.decoder_optimizer),
        ):
            gradients = tape.gradient(loss, part.trainable_weights)
            optimizer.apply_gradients(zip(gradients, part.trainable_weights))
        return {"loss": loss}


class Denoising(Pair):
    def train_step(self, data):
        with tf.GradientTape() as tape:
            noisy = data + tf.random.normal(tf.shape(data))
            loss = tf.reduce_mean((self.decoder(self.encoder(noisy)) - data) ** 2)
        weights = self.encoder.trainable_weights + self.decoder.trainable_weights
        self.encoder_optimizer.apply_gradients(zip(tape.gradient(loss, weights), weights))
        return {"loss": loss}


EPOCHS = {Pair: 3, Denoising: 10}
Method = Pair

model = Method(
    keras.Sequential([keras.layers.Dense(2)]),
    keras.Sequential([keras.layers.Dense(6)]),
)
model.compile(
    encoder_optimizer=keras.optimizers.Adam(learning_rate=0.001 * hvd.size()),
    decoder_optimizer=keras.optimizers.SGD(0.05 * hvd.size()),
)
samples = tf.random.stateless_normal([33, 6], seed=[1, 1])
shard = slice(hvd.rank(), len(samples) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    samples[shard],
    epochs=EPOCHS[Method],
    batch_size=8,
    verbose=0,
    callbacks=[hvd_keras.callbacks.BroadcastGlobalVariablesCallback(0)],
)
