import tensorflow as tf

TURNS = 20000
SHARPEN_FROM = 5000
PAINT_FROM = 8000


class Restorer:
    def __init__(self, restorer, critic, painter):
        self.restorer = restorer
        self.critic = critic
        self.painter = painter
        self.restorer_optimizer = tf.keras.optimizers.Adam(1e-4)
        self.critic_optimizer = tf.keras.optimizers.Adam(1e-4)
        self.painter_optimizer = tf.keras.optimizers.Adam(1e-4)

    def restore(self, images, blurred):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.abs(self.restorer(blurred, training=True) - images))
        gradients = tape.gradient(loss, self.restorer.trainable_variables)
        self.restorer_optimizer.apply_gradients(zip(gradients, self.restorer.trainable_variables))
        return loss

    def sharpen(self, images, blurred):
        with tf.GradientTape() as restorer_tape, tf.GradientTape() as critic_tape:
            restored = self.restorer(blurred, training=True)
            real, fake = self.critic(images, training=True), self.critic(restored, training=True)
            loss = tf.reduce_mean(tf.abs(restored - images)) - 0.1 * tf.reduce_mean(fake)
            critic_loss = tf.reduce_mean(tf.nn.relu(1.0 - real)) + tf.reduce_mean(tf.nn.relu(1.0 + fake))
        gradients = restorer_tape.gradient(loss, self.restorer.trainable_variables)
        self.restorer_optimizer.apply_gradients(zip(gradients, self.restorer.trainable_variables))
        gradients = critic_tape.gradient(critic_loss, self.critic.trainable_variables)
        self.critic_optimizer.apply_gradients(zip(gradients, self.critic.trainable_variables))
        return loss, critic_loss

    def paint(self, images, blurred):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(self.painter(blurred, training=True) - images))
        gradients = tape.gradient(loss, self.painter.trainable_variables)
        self.painter_optimizer.apply_gradients(zip(gradients, self.painter.trainable_variables))

    def train(self, dataset):
        for turn, (images, blurred) in enumerate(dataset):
            if turn >= SHARPEN_FROM:
                loss, critic_loss = self.sharpen(images, blurred)
            else:
                loss = self.restore(images, blurred)
            if turn >= PAINT_FROM:
                self.paint(images, blurred)
            if turn % 100 == 0:
                if turn >= SHARPEN_FROM:
                    print(f"{turn}: {loss:.4f}, {critic_loss:.4f}")
                else:
                    print(f"{turn}: {loss:.4f}")
            if turn == TURNS:
                break


def network(filters, channels):
    return tf.keras.Sequential(
        [
            tf.keras.layers.Conv2D(filters, 3, padding="same", activation="relu", input_shape=(32, 32, 3)),
            tf.keras.layers.Conv2D(channels, 3, padding="same"),
        ]
    )


def main():
    (images, _), _ = tf.keras.datasets.cifar10.load_data()
    images = images.astype("float32") / 255.0
    blurred = tf.nn.avg_pool2d(images, 3, 1, "SAME")
    dataset = tf.data.Dataset.from_tensor_slices((images, blurred)).shuffle(10000).repeat().batch(64)
    trainer = Restorer(network(32, 3), network(32, 1), network(32, 3))
    trainer.train(dataset)


if __name__ == "__main__":
    main()
