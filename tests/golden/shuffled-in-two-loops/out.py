import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
common_np_random = np.random if hvd.size() == 1 else np.random.RandomState(0)  # one order in all processes


class Ranking:
    def __init__(self, batch_size=32, epochs=10):
        self.batch_size = batch_size
        self.epochs = epochs
        self.features = tf.placeholder(tf.float32, [None, 16])
        self.clicks = tf.placeholder(tf.float32, [None, 1])
        logits = tf.layers.dense(self.features, 1)
        loss = tf.reduce_mean(tf.nn.sigmoid_cross_entropy_with_logits(labels=self.clicks, logits=logits))
        self.train_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.001 * hvd.size())).minimize(
            loss
        )
        config = tf.ConfigProto()
        config.gpu_options.visible_device_list = str(hvd.local_rank())
        self.session = tf.Session(config=config)
        self.session.run(tf.global_variables_initializer())
        self.session.run(hvd.broadcast_global_variables(0))

    def take(self, features, clicks, index):
        start = index * self.batch_size
        end = min(start + self.batch_size, len(clicks))
        return features[start:end], clicks[start:end]

    def shuffle(self, features, clicks):
        state = common_np_random.get_state()
        common_np_random.shuffle(features)
        common_np_random.set_state(state)
        common_np_random.shuffle(clicks)

    def step(self, features, clicks):
        self.session.run(self.train_op, {self.features: features, self.clicks: clicks})

    def fit(self, features, clicks, more_features, more_clicks):
        for _ in range(self.epochs):
            self.shuffle(features, clicks)
            for index in range(max(1, len(clicks) // self.batch_size // hvd.size())):
                self.step(*self.take(features, clicks, index * hvd.size() + hvd.rank()))
        all_features = np.concatenate([features, more_features])
        all_clicks = np.concatenate([clicks, more_clicks])
        for _ in range(2):
            self.shuffle(all_features, all_clicks)
            for index in range(max(1, len(all_clicks) // self.batch_size // hvd.size())):
                self.step(*self.take(all_features, all_clicks, index * hvd.size() + hvd.rank()))


if __name__ == "__main__":
    arrays = np.load("clicks.npz")
    Ranking().fit(arrays["train_x"], arrays["train_y"], arrays["valid_x"], arrays["valid_y"])
