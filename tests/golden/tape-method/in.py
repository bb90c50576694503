"""The model, its optimizer and the step live in a class; the loop is in another method."""
import tensorflow as tf


class Trainer:
    def __init__(self, units, rate):
        self.net = tf.keras.Sequential([tf.keras.layers.Dense(units), tf.keras.layers.Dense(1)])
        self.optimizer = tf.keras.optimizers.Adam(rate)
        self.loss = tf.keras.losses.MeanSquaredError()

    @tf.function
    def step(self, x, y):
        with tf.GradientTape() as tape:
            loss = self.loss(y, self.net(x, training=True))
        grads = tape.gradient(loss, self.net.trainable_weights)
        self.optimizer.apply_gradients(zip(grads, self.net.trainable_weights))
        return loss

    def train(self, data, epochs):
        for epoch in range(epochs):
            for x, y in data:
                loss = self.step(x, y)
            print("Epoch", epoch, "loss", float(loss))


def main():
    x = tf.random.stateless_uniform([40, 4], seed=[7, 8])
    y = tf.reduce_sum(x, axis=1, keepdims=True)
    data = tf.data.Dataset.from_tensor_slices((x, y)).batch(8)
    trainer = Trainer(8, 0.01)
    trainer.train(data, epochs=2)


if __name__ == "__main__":
    main()
