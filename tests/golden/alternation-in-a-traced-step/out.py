import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def network(size):
    return tf.keras.Sequential([tf.keras.layers.Dense(16, activation="tanh"), tf.keras.layers.Dense(size)])


class Adversarial:
    def __init__(self, settings):
        self.generator, self.encoder, self.critic = network(2), network(3), network(1)
        self.critic_optimizer = tf.keras.optimizers.Adam(settings["rate"] * hvd.size())
        self.generator_optimizer = tf.keras.optimizers.Adam(settings["rate"] * hvd.size())
        self.critic_steps = settings["critic_steps"]
        self.generator_steps = settings["generator_steps"]

    def of_generator(self):
        variables = []
        variables.extend(self.generator.trainable_variables)
        variables.extend(self.encoder.trainable_variables)
        return variables

    @tf.function
    def step(self, x, z):
        for _ in range(self.critic_steps):
            variables = self.critic.trainable_variables
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean(self.critic(self.generator(z))) - tf.reduce_mean(self.critic(x))
            tape = hvd.DistributedGradientTape(tape)
            self.critic_optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
        for _ in range(self.generator_steps):
            variables = self.of_generator()
            with tf.GradientTape() as tape:
                fake = self.generator(z)
                loss = -tf.reduce_mean(self.critic(fake)) + tf.reduce_mean(tf.square(self.encoder(fake) - z))
            tape = hvd.DistributedGradientTape(tape)
            self.generator_optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
        return loss

    def fit(self, samples, epochs):
        for epoch in range(max(1, epochs // hvd.size())):
            chosen = np.random.choice(len(samples), 64, replace=False)
            loss = self.step(samples[chosen], np.random.randn(64, 3).astype("float32"))
            # Horovod: once, after the first step, which has made all variables
            if not getattr(self.critic_optimizer, "hvd_broadcast_done", False):
                hvd.broadcast_variables(self.critic.variables, root_rank=0)
                hvd.broadcast_variables(self.critic_optimizer.variables(), root_rank=0)
                self.critic_optimizer.hvd_broadcast_done = True
            # Horovod: once, after the first step, which has made all variables
            if not getattr(self.generator_optimizer, "hvd_broadcast_done", False):
                hvd.broadcast_variables(self.generator.variables, root_rank=0)
                hvd.broadcast_variables(self.encoder.variables, root_rank=0)
                hvd.broadcast_variables(self.generator_optimizer.variables(), root_rank=0)
                self.generator_optimizer.hvd_broadcast_done = True
            if hvd.rank() == 0:
                print(epoch, loss.numpy())


model = Adversarial({"rate": 1e-4, "critic_steps": 1, "generator_steps": 5})
model.fit(np.load("samples.npy").astype("float32"), 10000)
