"""A convolutional network of plain variables: no Model object at all."""
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

learning_rate = 0.01
weights = {
    "hidden": tf.Variable(tf.random.normal([6, 8])),
    "out": tf.Variable(tf.random.normal([8, 2])),
}
biases = {
    "hidden": tf.Variable(tf.zeros([8])),
    "out": tf.Variable(tf.zeros([2])),
}
optimizer = tf.optimizers.Adam(learning_rate * hvd.size())


def net(x):
    hidden = tf.nn.relu(x @ weights["hidden"] + biases["hidden"])
    return hidden @ weights["out"] + biases["out"]


def run_optimization(x, y):
    with tf.GradientTape() as g:
        loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=y, logits=net(x)))
    g = hvd.DistributedGradientTape(g)
    trainable_variables = list(weights.values()) + list(biases.values())
    gradients = g.gradient(loss, trainable_variables)
    optimizer.apply_gradients(zip(gradients, trainable_variables))
    # Horovod: once, after the first step, which has made all variables
    if not getattr(optimizer, "hvd_broadcast_done", False):
        hvd.broadcast_variables(trainable_variables, root_rank=0)
        hvd.broadcast_variables(optimizer.variables(), root_rank=0)
        optimizer.hvd_broadcast_done = True
    return loss


features = tf.random.stateless_normal([50, 6], seed=[11, 12])
labels = tf.cast(features[:, 0] > 0, tf.int64)
train_data = tf.data.Dataset.from_tensor_slices((features, labels))
train_data = train_data.shard(hvd.size(), hvd.rank()).take(train_data.cardinality() // hvd.size())
train_data = train_data.repeat().shuffle(50).batch(10).prefetch(1)

for step, (batch_x, batch_y) in enumerate(train_data.take(max(1, 40 // hvd.size())), 1):
    loss = run_optimization(batch_x, batch_y)
    if step % max(1, 10 // hvd.size()) == 0 and hvd.rank() == 0:
        print("step: %i, loss: %f" % (step, loss))
