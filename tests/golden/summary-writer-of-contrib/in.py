"""A writer of summaries of TensorFlow 1 that runs eagerly writes nothing where it has no folder."""

import tensorflow as tf
tf.compat.v1.enable_eager_execution()
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.compat.v1.train.AdamOptimizer(0.1)
data = tf.data.Dataset.from_tensor_slices(tf.ones([64, 4])).batch(8)
writer = tf.contrib.summary.create_file_writer("logs", flush_millis=10000)
with writer.as_default(), tf.contrib.summary.always_record_summaries():
    for x in data:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(model(x))
        optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
        tf.contrib.summary.scalar("loss", loss)
