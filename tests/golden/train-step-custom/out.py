from tensorflow import keras
import tensorflow as tf
import horovod.tensorflow as hvd
import horovod.tensorflow.keras as hvd_keras

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class Autoencoder(keras.Model):
    def __init__(self):
        super().__init__()
        self.encoder = keras.layers.Dense(3)
        self.decoder = keras.layers.Dense(6)

    def call(self, inputs):
        return self.decoder(self.encoder(inputs))

    def train_step(self, data):
        with tf.GradientTape() as tape:
            reconstruction = self(data, training=True)
            loss = tf.reduce_mean((data - reconstruction) ** 2)
        tape = hvd.DistributedGradientTape(tape)
        grads = tape.gradient(loss, self.trainable_weights)
        self.optimizer.apply_gradients(zip(grads, self.trainable_weights))
        return {"loss": loss}


autoencoder = Autoencoder()
autoencoder.compile(
    optimizer=keras.optimizers.Adam(learning_rate=0.001 * hvd.size())
)
samples = tf.random.stateless_normal([33, 6], seed=[1, 1])
shard = slice(hvd.rank(), len(samples) // hvd.size() * hvd.size(), hvd.size())
autoencoder.fit(
    samples[shard],
    epochs=2,
    batch_size=8,
    callbacks=[hvd_keras.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
