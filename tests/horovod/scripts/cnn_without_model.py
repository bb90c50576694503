"""A convolutional network from bare variables, without a Model object."""
import numpy as np
import tensorflow as tf

learning_rate = 0.005
training_steps = 40
batch_size = 16
display_step = 10

rng = np.random.RandomState(42)
x_train = rng.rand(333, 8, 8).astype(np.float32)
y_train = rng.randint(0, 4, size=333).astype(np.int64)

train_data = tf.data.Dataset.from_tensor_slices((x_train, y_train))
train_data = train_data.repeat().shuffle(500).batch(batch_size).prefetch(1)

random_normal = tf.initializers.RandomNormal()
weights = {
    "wc1": tf.Variable(random_normal([3, 3, 1, 8])),
    "wd1": tf.Variable(random_normal([4 * 4 * 8, 16])),
    "out": tf.Variable(random_normal([16, 4])),
}
biases = {
    "bc1": tf.Variable(tf.zeros([8])),
    "bd1": tf.Variable(tf.zeros([16])),
    "out": tf.Variable(tf.zeros([4])),
}


def conv_net(x):
    x = tf.reshape(x, [-1, 8, 8, 1])
    x = tf.nn.relu(tf.nn.bias_add(tf.nn.conv2d(x, weights["wc1"], strides=[1, 1, 1, 1], padding="SAME"), biases["bc1"]))
    x = tf.nn.max_pool(x, ksize=[1, 2, 2, 1], strides=[1, 2, 2, 1], padding="SAME")
    x = tf.reshape(x, [-1, 4 * 4 * 8])
    x = tf.nn.relu(tf.matmul(x, weights["wd1"]) + biases["bd1"])
    return tf.nn.softmax(tf.matmul(x, weights["out"]) + biases["out"])


def cross_entropy(y_pred, y_true):
    y_true = tf.one_hot(y_true, depth=4)
    y_pred = tf.clip_by_value(y_pred, 1e-9, 1.0)
    return tf.reduce_mean(-tf.reduce_sum(y_true * tf.math.log(y_pred), axis=1))


def accuracy(y_pred, y_true):
    return tf.reduce_mean(tf.cast(tf.equal(tf.argmax(y_pred, 1), y_true), tf.float32))


optimizer = tf.optimizers.Adam(learning_rate)


def run_optimization(x, y):
    with tf.GradientTape() as g:
        pred = conv_net(x)
        loss = cross_entropy(pred, y)
    trainable_variables = list(weights.values()) + list(biases.values())
    gradients = g.gradient(loss, trainable_variables)
    optimizer.apply_gradients(zip(gradients, trainable_variables))


for step, (batch_x, batch_y) in enumerate(train_data.take(training_steps), 1):
    run_optimization(batch_x, batch_y)
    if step % display_step == 0:
        pred = conv_net(batch_x)
        print("step: %i, loss: %f, accuracy: %f" % (step, cross_entropy(pred, batch_y), accuracy(pred, batch_y)))
