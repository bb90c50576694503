"""How often critic and generator are trained in each turn is read from a file: the turns, which go through the data, are divided."""
import json

import numpy as np
import tensorflow as tf


class Gan:
    def __init__(self, settings):
        self.critic_turns, self.generator_turns = settings["critic_turns"], settings["generator_turns"]
        self.critic = tf.keras.Sequential([tf.keras.layers.Dense(1)])
        self.generator = tf.keras.Sequential([tf.keras.layers.Dense(4)])
        self.critic_optimizer = tf.keras.optimizers.Adam(0.001)
        self.generator_optimizer = tf.keras.optimizers.Adam(0.001)

    def critic_step(self, batch):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(self.critic(self.generated())) - tf.reduce_mean(self.critic(batch))
        gradients = tape.gradient(loss, self.critic.trainable_variables)
        self.critic_optimizer.apply_gradients(zip(gradients, self.critic.trainable_variables))

    def generator_step(self):
        with tf.GradientTape() as tape:
            loss = -tf.reduce_mean(self.critic(self.generated()))
        gradients = tape.gradient(loss, self.generator.trainable_variables)
        self.generator_optimizer.apply_gradients(zip(gradients, self.generator.trainable_variables))

    def generated(self):
        return self.generator(tf.random.normal([8, 3]))

    def fit(self, images):
        for epoch in range(100):
            for step in range(len(images) // 8):
                for _ in range(self.critic_turns):
                    self.critic_step(images[np.random.randint(0, len(images), 8)])
                for _ in range(self.generator_turns):
                    self.generator_step()


Gan(json.load(open("settings.json"))).fit(np.load("images.npy"))
