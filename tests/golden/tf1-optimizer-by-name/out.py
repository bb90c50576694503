"""A text classifier, whose optimizers are made by contrib from a name and from a class."""
import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()


class Classifier:
    def __init__(self, rate):
        self.rate = rate
        self.step = tf.Variable(0, trainable=False, name="step")
        self.x = tf.placeholder(tf.float32, [None, 20])
        self.y = tf.placeholder(tf.int32, [None])
        logits = tf.layers.dense(self.x, 5)
        self.loss = tf.losses.sparse_softmax_cross_entropy(self.y, logits)
        self.warm_up = tf.contrib.layers.optimize_loss(
            self.loss, self.step, 0.1,
            optimizer=lambda rate: hvd.DistributedOptimizer(tf.train.MomentumOptimizer(rate * hvd.size(), 0.9)), clip_gradients=3.0)
        self.train_op = self.train()

    def train(self):
        rate = tf.train.exponential_decay(self.rate, self.step, 1000 / hvd.size(), 0.9, staircase=True)
        return tf.contrib.layers.optimize_loss(
            self.loss,
            global_step=self.step,
            learning_rate=rate,
            optimizer=lambda rate: hvd.DistributedOptimizer(tf.train.AdamOptimizer(rate * hvd.size())),
        )


model = Classifier(0.01)
if hvd.size() > 1:
    np.random.seed(0)  # the same data in all processes
x, y = np.random.randn(640, 20), np.random.randint(0, 5, 640)
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
    for epoch in range(10):
        for start, end in zip(range(0, max(1, len(x) // hvd.size()), 64), range(64, max(1, len(x) // hvd.size()) + 1, 64)):
            op = model.warm_up if epoch == 0 else model.train_op
            loss, _ = sess.run([model.loss, op], {model.x: x[shard][start:end], model.y: y[shard][start:end]})
        if hvd.rank() == 0:
            print(epoch, loss)
