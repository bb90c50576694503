"""What a loop computes by the steps that its optimizer has counted, and what the optimizer does by itself."""

import tensorflow as tf


class Warmed(tf.keras.optimizers.SGD):
    def warmth(self):
        return tf.minimum(1.0, tf.cast(self.iterations + 1, tf.float32) / 10)


class Slower(tf.keras.optimizers.schedules.LearningRateSchedule):
    def __call__(self, step):
        return 0.001 / (1.0 + 0.01 * tf.cast(step, tf.float32))


model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
rate = Slower()
optimizer = Warmed(rate)
checkpoint = tf.train.Checkpoint(model=model, optimizer=optimizer)
writer = tf.summary.create_file_writer("logs")
data = tf.data.Dataset.from_tensor_slices(tf.zeros([100, 3])).batch(10)
for epoch in range(10):
    for x in data:
        with tf.GradientTape() as tape:
            weight = tf.minimum(1.0, tf.cast(optimizer.iterations, tf.float32) / 500)
            loss = weight * tf.reduce_mean(model(x) ** 2)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        with writer.as_default():
            tf.summary.scalar("rate", rate(optimizer.iterations), step=optimizer.iterations)
        step = int(optimizer.iterations)
        if step % 100 == 0:
            checkpoint.save("checkpoints/model")
        if optimizer.iterations.numpy() % 40 == 0:
            print(float(loss))
