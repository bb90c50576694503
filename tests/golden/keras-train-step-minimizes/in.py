"""Tag words with a model whose `train_step` lets the compiled optimizer minimize the loss that a tape has recorded."""

import numpy as np
import tensorflow as tf

tf.random.set_seed(7)


class Tagger(tf.keras.Model):
    def __init__(self, units):
        words = tf.keras.Input([None], dtype=tf.int32)
        hidden = tf.keras.layers.Embedding(1000, units)(words)
        super().__init__(inputs=words, outputs=tf.keras.layers.Dense(10, activation="softmax")(hidden))
        self.compile(
            optimizer=tf.optimizers.Adam(),
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
train = tf.data.Dataset.from_tensor_slices((words, tags)).shuffle(len(words)).batch(32)
tagger.fit(train, epochs=5)
tagger.save_weights("tagger.h5")
