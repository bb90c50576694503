import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

BATCH = 16


class Graphs:
    def loss(logits, labels, weights):
        errors = tf.nn.softmax_cross_entropy_with_logits(logits=logits, labels=labels)
        return tf.reduce_mean(errors * weights)

    def training(loss, rate, decay):
        decayed = tf.add_n([tf.nn.l2_loss(each) for each in tf.trainable_variables()]) * decay
        return hvd.DistributedOptimizer(
            tf.train.AdamOptimizer(learning_rate=rate * hvd.size())
        ).minimize(loss + decayed)


class Layers(Graphs):
    def logits(inputs, classes):
        return tf.layers.dense(inputs, classes)


model = Layers
features, labels = np.load("features.npy"), np.load("labels.npy")
inputs = tf.placeholder(tf.float32, [None, 8])
wanted = tf.placeholder(tf.float32, [None, labels.shape[1]])
weights = tf.placeholder(tf.float32, [])
loss = model.loss(model.logits(inputs, labels.shape[1]), wanted, weights)
train_op = model.training(loss, 0.005, 0.0005)

config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    shard = slice(hvd.rank(), len(features) // hvd.size() * hvd.size(), hvd.size())
    for epoch in range(20):
        step = 0
        while step * BATCH < max(1, len(features) // hvd.size()):
            session.run(
                train_op,
                feed_dict={
                    inputs: features[shard][step * BATCH : (step + 1) * BATCH],
                    wanted: labels[shard][step * BATCH : (step + 1) * BATCH],
                    weights: 1.0,
                },
            )
            step += 1
