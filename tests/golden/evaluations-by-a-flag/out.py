import time

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

tf.app.flags.DEFINE_integer("steps", 10000, "How many steps to train.")
tf.app.flags.DEFINE_integer("every", 500, "How often to evaluate and save.")
FLAGS = tf.app.flags.FLAGS

inputs, targets = np.load("inputs.npy"), np.load("targets.npy")


class Model:
    def __init__(self):
        self.x = tf.placeholder(tf.float32, [None, 8])
        self.y = tf.placeholder(tf.float32, [None, 1])
        self.loss = tf.losses.mean_squared_error(self.y, tf.layers.dense(self.x, 1))
        self.update = hvd.DistributedOptimizer(
            tf.train.AdamOptimizer(0.001 * hvd.size())
        ).minimize(self.loss)
        self.saver = tf.train.Saver()

    def step(self, session, chosen, forward_only):
        feed = {self.x: inputs[chosen], self.y: targets[chosen]}
        if forward_only:
            fetches = [self.loss]
        else:
            fetches = [self.update, self.loss]
        return session.run(fetches, feed)[-1]


def main(_):
    config = tf.ConfigProto()
    config.gpu_options.visible_device_list = str(hvd.local_rank())
    with tf.Session(config=config) as session:
        model = Model()
        session.run(tf.global_variables_initializer())
        session.run(hvd.broadcast_global_variables(0))
        seconds, loss = 0.0, 0.0
        for turn in range(max(1, FLAGS.steps // hvd.size())):
            start = time.time()
            chosen = np.random.randint(len(inputs), size=32)
            loss += model.step(session, chosen, False) / max(
                1, FLAGS.every // hvd.size()
            )
            seconds += (time.time() - start) / max(1, FLAGS.every // hvd.size())
            if (turn + 1) % max(1, FLAGS.every // hvd.size()) == 0:
                chosen = np.random.randint(len(inputs), size=256)
                model_step = model.step(session, chosen, True)
                if hvd.rank() == 0:
                    print(seconds, loss, model_step)
                if hvd.rank() == 0:
                    model.saver.save(session, "model.ckpt", global_step=turn)
                seconds, loss = 0.0, 0.0


if __name__ == "__main__":
    tf.app.run()
