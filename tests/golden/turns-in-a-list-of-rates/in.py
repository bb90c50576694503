"""Rates that are set at turns which stand in lists, where the data are divided: the turns are told, not the counter."""

import tensorflow as tf

data = tf.data.TFRecordDataset("train.tfrecord").shuffle(1000).batch(32, drop_remainder=True)
data = data.map(lambda record: (tf.io.decode_raw(record, tf.float32), tf.zeros(32, tf.int32)))
model = tf.keras.Sequential([tf.keras.layers.Dense(10)])
optimizer = tf.keras.optimizers.SGD(0.1)


def train_step(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.keras.losses.sparse_categorical_crossentropy(y, model(x), from_logits=True))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


milestones = [40000, 60000, 80000]
step = 0
for epoch in range(100):
    for x, y in data:
        loss = train_step(x, y)
        step += 1
        if step in milestones:
            optimizer.learning_rate = 0.01
        if step in (100, 200):
            optimizer.learning_rate = 0.01
