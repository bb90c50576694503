"""A loop over data without an end is left at a number of images that is computed from its steps."""
import tensorflow as tf

BATCH = 32
samples = tf.data.TFRecordDataset("train.tfrecord").map(lambda record: tf.io.parse_tensor(record, tf.float32))
samples = samples.shuffle(1000).repeat().batch(BATCH)
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
optimizer = tf.keras.optimizers.Adam(0.001)
step = 0
for batch in samples:
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(batch) ** 2)
    optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
    step += 1
    images = step * BATCH
    if images % 100000 < BATCH:
        break
