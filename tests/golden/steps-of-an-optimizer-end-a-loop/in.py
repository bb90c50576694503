"""Loops over data without an end, left at so many steps of an optimizer, or at the end of a period."""
import tensorflow as tf

records = tf.data.TFRecordDataset("train.tfrecord").map(lambda record: tf.io.parse_tensor(record, tf.float32))
samples = records.shuffle(1000).repeat().batch(32)
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
optimizer = tf.keras.optimizers.Adam(0.001)


def step(batch):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(batch) ** 2)
    optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))


for batch in samples:
    step(batch)
    if optimizer.iterations.numpy() >= 10000:
        break

for batch in samples:
    step(batch)
    done = optimizer.iterations.numpy()
    if done >= 20000:
        break

turn = 0
for batch in samples:
    step(batch)
    turn += 1
    if turn % 3000 == 0:
        break
