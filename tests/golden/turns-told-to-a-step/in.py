"""A step is told in which of its turns it adds a penalty: of those there are so many for each step, as before."""
import tensorflow as tf

samples = tf.data.TFRecordDataset("train.tfrecord").map(lambda record: tf.io.parse_tensor(record, tf.float32))
samples = samples.shuffle(1000).repeat().batch(32)
critic = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
optimizer = tf.keras.optimizers.Adam(0.001)
PENALTY, SAVING, STEPS = 16, 500, 100000


def step(batch, with_penalty):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.nn.softplus(critic(batch)))
        if with_penalty:
            with tf.GradientTape() as inner:
                inner.watch(batch)
                scores = critic(batch)
            loss += tf.reduce_mean(tf.square(inner.gradient(scores, batch)))
    optimizer.apply_gradients(zip(tape.gradient(loss, critic.trainable_variables), critic.trainable_variables))


for batch in samples:
    done = optimizer.iterations.numpy()
    with_penalty = done % PENALTY == 0
    step(batch, with_penalty=with_penalty)
    if done % SAVING == 0:
        critic.save_weights("critic")
    if done >= STEPS:
        break
