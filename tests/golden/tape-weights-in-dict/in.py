"""A convolutional network of plain variables: no Model object at all."""
import tensorflow as tf

learning_rate = 0.01
weights = {
    "hidden": tf.Variable(tf.random.normal([6, 8])),
    "out": tf.Variable(tf.random.normal([8, 2])),
}
biases = {
    "hidden": tf.Variable(tf.zeros([8])),
    "out": tf.Variable(tf.zeros([2])),
}
optimizer = tf.optimizers.Adam(learning_rate)


def net(x):
    hidden = tf.nn.relu(x @ weights["hidden"] + biases["hidden"])
    return hidden @ weights["out"] + biases["out"]


def run_optimization(x, y):
    with tf.GradientTape() as g:
        loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=y, logits=net(x)))
    trainable_variables = list(weights.values()) + list(biases.values())
    gradients = g.gradient(loss, trainable_variables)
    optimizer.apply_gradients(zip(gradients, trainable_variables))
    return loss


features = tf.random.stateless_normal([50, 6], seed=[11, 12])
labels = tf.cast(features[:, 0] > 0, tf.int64)
train_data = tf.data.Dataset.from_tensor_slices((features, labels))
train_data = train_data.repeat().shuffle(50).batch(10).prefetch(1)

for step, (batch_x, batch_y) in enumerate(train_data.take(40), 1):
    loss = run_optimization(batch_x, batch_y)
    if step % 10 == 0:
        print("step: %i, loss: %f" % (step, loss))
