"""What a module that is not read puts into the graph must be asked about: nothing is fed, and it may be the same for all."""

import scans
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()


class Net:
    def __init__(self, session):
        self.session = session
        self.images, self.labels = scans.input_pipeline(session, "scans", 32)
        predicted = scans.layers(self.images)
        self.loss = tf.reduce_mean(tf.square(tf.layers.dense(predicted, 1) - self.labels))
        self.step = hvd.DistributedOptimizer(tf.train.AdamOptimizer(1e-3 * hvd.size())).minimize(self.loss)

    def train(self):
        self.session.run(tf.global_variables_initializer())
        self.session.run(hvd.broadcast_global_variables(0))
        for epoch in range(10):
            for _ in range(max(1, 100 // hvd.size())):
                self.session.run(self.step)


config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
Net(tf.Session(config=config)).train()
