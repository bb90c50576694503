"""How often critic and generator are trained in each turn is read from a file: the turns, which go through the data, are divided."""
import json

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class Gan:
    def __init__(self, settings):
        self.critic_turns, self.generator_turns = settings["critic_turns"], settings["generator_turns"]
        self.critic = tf.keras.Sequential([tf.keras.layers.Dense(1)])
        self.generator = tf.keras.Sequential([tf.keras.layers.Dense(4)])
        self.critic_optimizer = tf.keras.optimizers.Adam(0.001 * hvd.size())
        self.generator_optimizer = tf.keras.optimizers.Adam(0.001 * hvd.size())

    def critic_step(self, batch):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(self.critic(self.generated())) - tf.reduce_mean(self.critic(batch))
        tape = hvd.DistributedGradientTape(tape)
        gradients = tape.gradient(loss, self.critic.trainable_variables)
        self.critic_optimizer.apply_gradients(zip(gradients, self.critic.trainable_variables))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(self.critic_optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(self.critic.variables, root_rank=0)
            hvd.broadcast_variables(self.critic_optimizer.variables(), root_rank=0)
            self.critic_optimizer.hvd_broadcast_done = True

    def generator_step(self):
        with tf.GradientTape() as tape:
            loss = -tf.reduce_mean(self.critic(self.generated()))
        tape = hvd.DistributedGradientTape(tape)
        gradients = tape.gradient(loss, self.generator.trainable_variables)
        self.generator_optimizer.apply_gradients(zip(gradients, self.generator.trainable_variables))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(self.generator_optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(self.generator.variables, root_rank=0)
            hvd.broadcast_variables(self.generator_optimizer.variables(), root_rank=0)
            self.generator_optimizer.hvd_broadcast_done = True

    def generated(self):
        return self.generator(tf.random.normal([8, 3]))

    def fit(self, images):
        for epoch in range(100):
            for step in range(max(1, len(images) // 8 // hvd.size())):
                for _ in range(self.critic_turns):
                    self.critic_step(images[np.random.randint(0, len(images), 8)])
                for _ in range(self.generator_turns):
                    self.generator_step()


Gan(json.load(open("settings.json"))).fit(np.load("images.npy"))
