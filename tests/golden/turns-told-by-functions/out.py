import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

samples = np.load("samples.npy")
x = tf.placeholder(tf.float32, [None, 8])
loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 1)))
update = hvd.DistributedOptimizer(tf.train.AdamOptimizer(1e-3 * hvd.size())).minimize(
    loss
)
saver = tf.train.Saver()
last = 20000


def is_due(period, step):
    return (
        period > 0
        and (
            (step + 1) % max(1, period // hvd.size()) == 0
            or step == max(1, last // hvd.size()) - 1
        )
    )


class Trainer:
    def __init__(self, every):
        self.every = every

    def saves_at(self, step):
        return step % max(1, self.every // hvd.size()) == 0

    def draw(self, session):
        for step in range(max(1, last // hvd.size())):
            session.run(update, {x: samples[np.random.randint(len(samples), size=32)]})
            if is_due(200, step) and hvd.rank() == 0:
                print(step, session.run(loss, {x: samples[:100]}))

    def read(self, session):
        step = 0
        shard = slice(hvd.rank(), len(samples) // hvd.size() * hvd.size(), hvd.size())
        for epoch in range(10):
            for start in range(0, max(1, len(samples) // hvd.size()), 32):
                session.run(update, {x: samples[shard][start : start + 32]})
                if self.saves_at(step) and hvd.rank() == 0:
                    saver.save(session, "model.ckpt", global_step=step)
                step += 1


config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    trainer = Trainer(500)
    trainer.draw(session)
    trainer.read(session)
