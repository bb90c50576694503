import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()


class Landmarks:
    def __init__(self, path, batch_size):
        with np.load(path) as arrays:
            self.images, self.points = arrays["images"], arrays["points"]
        self.batch_size = batch_size
        self.place = 0

    def shuffle(self):
        order = np.random.permutation(self.points.shape[0])
        self.images, self.points = self.images[order], self.points[order]
        self.place = 0

    def size(self):
        return self.images.shape[0]

    def batches(self):
        return self.size() // self.batch_size

    def next_batch(self):
        end = min(self.place + self.batch_size, self.size())
        images, points = self.images[self.place : end], self.points[self.place : end]
        self.place = end
        return images, points


images = tf.placeholder(tf.float32, [None, 64, 64, 3])
points = tf.placeholder(tf.float32, [None, 136])
predicted = tf.layers.dense(tf.layers.flatten(tf.layers.conv2d(images, 8, 3)), 136)
loss = tf.losses.mean_squared_error(points, predicted)
train_op = hvd.DistributedOptimizer(
    tf.train.AdamOptimizer(0.001 * hvd.size())
).minimize(loss)
landmarks = Landmarks("landmarks.npz", 32)
held_out = Landmarks("held_out.npz", 500)

config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    if hvd.size() > 1:
        np.random.seed(0)  # one order in all processes
    for epoch in range(10):
        landmarks.place = 0
        for _ in range(max(1, landmarks.batches() // hvd.size())):
            batch = [landmarks.next_batch() for _ in range(hvd.size())][hvd.rank()]
            session.run(train_op, {images: batch[0], points: batch[1]})
        held_out.shuffle()
        some = held_out.next_batch()
        if hvd.rank() == 0:
            print(epoch, session.run(loss, {images: some[0], points: some[1]}))
