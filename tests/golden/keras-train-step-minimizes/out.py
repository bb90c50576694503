"""Tag words with a model whose `train_step` lets the compiled optimizer minimize the loss that a tape has recorded."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

tf.random.set_seed(7)


class Tagger(tf.keras.Model):
    def __init__(self, units):
        words = tf.keras.Input([None], dtype=tf.int32)
        hidden = tf.keras.layers.Embedding(1000, units)(words)
        super().__init__(inputs=words, outputs=tf.keras.layers.Dense(10, activation="softmax")(hidden))
        self.compile(
            optimizer=hvd.DistributedOptimizer(tf.optimizers.Adam(learning_rate=0.001 * hvd.size())),
            loss=tf.losses.SparseCategoricalCrossentropy(),
            metrics=[tf.metrics.SparseCategoricalAccuracy(name="accuracy")],
        )

    def train_step(self, data):
        words, tags = data
        masked = tf.where(tf.random.uniform(tf.shape(words)) < 0.1, tf.zeros_like(words), words)
        with tf.GradientTape() as tape:
            predicted = self(masked, training=True)
            loss = self.compiled_loss(tags, predicted, regularization_losses=self.losses)
        self.optimizer.minimize(loss, self.trainable_variables, tape=tape)
        self.compiled_metrics.update_state(tags, predicted)
        return {metric.name: metric.result() for metric in self.metrics}


words, tags = np.load("words.npy"), np.load("tags.npy")
tagger = Tagger(64)
train = (
    tf.data.Dataset.from_tensor_slices((words, tags))
    .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
    .shuffle(len(words))
    .batch(32)
)
if hvd.size() > 1:
    tf.random.set_seed(7 + hvd.rank())
tagger.fit(
    train, epochs=5, callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)], verbose=1 if hvd.rank() == 0 else 0
)
if hvd.rank() == 0:
    tagger.save_weights("tagger.h5")
