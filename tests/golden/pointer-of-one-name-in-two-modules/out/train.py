"""Two modules have a place of one name: that of the reader goes on, the other tells where a title stands."""

import tensorflow as tf
from reader import pairs
from titles import title
import horovod.tensorflow as hvd

hvd.init()

inputs, wanted = tf.placeholder(tf.int32, [128]), tf.placeholder(tf.int32, [128, 1])
vectors = tf.get_variable("vectors", [5000, 32])
weights, biases = tf.get_variable("weights", [5000, 32]), tf.get_variable("biases", [5000])
loss = tf.reduce_mean(tf.nn.nce_loss(weights, biases, wanted, tf.nn.embedding_lookup(vectors, inputs), 64, 5000))
train = hvd.DistributedOptimizer(tf.train.GradientDescentOptimizer(1.0 * hvd.size())).minimize(loss)
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    for step in range(max(1, 100000 // hvd.size())):
        batch, labels = [pairs(128) for _ in range(hvd.size())][hvd.rank()]
        session.run(train, {inputs: batch, wanted: labels})
        if step % max(1, 1000 // hvd.size()) == 0 and hvd.rank() == 0:
            print(title(step))
