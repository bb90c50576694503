"""Means over the turns of loops: what is added up in fewer turns is divided by their number."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

images = np.load("images.npy")
x = tf.placeholder(tf.float32, [None, 784])
loss = tf.reduce_mean(tf.layers.dense(x, 1) ** 2)
train = hvd.DistributedOptimizer(tf.train.AdamOptimizer(1e-4 * hvd.size())).minimize(loss)


class Trainer:
    def __init__(self, sess, batches):
        self.sess = sess
        self.batches = batches

    def step(self):
        batch = images[np.random.choice(len(images), 32)]
        return self.sess.run([train, loss], {x: batch})[1]

    def epoch(self):
        mean = 0.0
        for _ in range(max(1, self.batches // hvd.size())):
            mean += self.step() / max(1, self.batches // hvd.size())
        return mean

    def pass_over(self):
        values = []
        for _ in range(max(1, len(images) // 32 // hvd.size())):
            values.append(self.step())
        if hvd.rank() == 0:
            print(sum(values) / max(1, (len(images) // 32) // hvd.size()))

    def train(self, steps, show_every):
        total = 0.0
        running = 0.0
        for number in range(1, max(1, steps // hvd.size()) + 1):
            value = self.step()
            total += value
            running += value
            if number % max(1, show_every // hvd.size()) == 0:
                if hvd.rank() == 0:
                    print(
                        number,
                        running / max(1, show_every // hvd.size()),
                        "in per mille",
                        value / 1000,
                    )
                running = 0.0
        if hvd.rank() == 0:
            print("mean of", steps, "steps:", total / float(max(1, steps // hvd.size())))
        total = 0.0
        for _ in range(steps):
            total += self.sess.run(loss, {x: images[:32]})
        if hvd.rank() == 0:
            print("mean without training:", total / steps)


config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    trainer = Trainer(sess, 100)
    trainer_epoch = trainer.epoch()
    if hvd.rank() == 0:
        print(trainer_epoch)
    trainer.pass_over()
    trainer.train(1000, 50)
