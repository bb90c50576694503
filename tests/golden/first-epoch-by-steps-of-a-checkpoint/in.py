"""The epoch that a run goes on with is told by the steps that a checkpoint keeps, by a name and the size of a batch."""

import numpy as np
import tensorflow as tf


class Trainer:
    def __init__(self):
        self.model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
        self.optimizer = tf.keras.optimizers.Adam(learning_rate=0.001)
        self.batch_size = 32
        x = np.load("x.npy")
        self.data = tf.data.Dataset.from_tensor_slices(x).shuffle(1000).batch(self.batch_size)
        self.checkpoint = tf.train.Checkpoint(step=tf.Variable(0), model=self.model, optimizer=self.optimizer)
        self.manager = tf.train.CheckpointManager(self.checkpoint, "out", max_to_keep=3)

    def train(self):
        self.checkpoint.restore(self.manager.latest_checkpoint)
        done = int(self.checkpoint.step)
        first = int((done * self.batch_size) // 60000)
        for epoch in range(first, 20):
            for x in self.data:
                with tf.GradientTape() as tape:
                    loss = tf.reduce_mean(tf.square(self.model(x)))
                gradients = tape.gradient(loss, self.model.trainable_variables)
                self.optimizer.apply_gradients(zip(gradients, self.model.trainable_variables))
                self.checkpoint.step.assign_add(1)
                step = int(self.checkpoint.step)
                if step % 50 == 0:
                    print(step, float(loss))
            self.manager.save()


Trainer().train()
