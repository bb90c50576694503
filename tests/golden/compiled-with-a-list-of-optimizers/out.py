import tensorflow as tf


class Translation(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.generator = tf.keras.Sequential([tf.keras.layers.Dense(4)])
        self.critic = tf.keras.Sequential([tf.keras.layers.Dense(1)])

    def train_step(self, images):
        with tf.GradientTape(persistent=True) as tape:
            made = tf.reduce_mean(self.critic(self.generator(images)))
            judged = tf.reduce_mean(self.critic(images)) - made
        of_generator = tape.gradient(made, self.generator.trainable_weights)
        of_critic = tape.gradient(judged, self.critic.trainable_weights)
        self.optimizer[0].apply_gradients(zip(of_generator, self.generator.trainable_weights))
        self.optimizer[1].apply_gradients(zip(of_critic, self.critic.trainable_weights))
        return {"made": made, "judged": judged}


images = tf.data.Dataset.from_tensor_slices(tf.random.normal((64, 4))).shuffle(64).batch(8)
model = Translation()
model.compile(optimizer=[tf.keras.optimizers.Adam(1e-4), tf.keras.optimizers.Adam(2e-4)])
model.fit(images, epochs=3)
