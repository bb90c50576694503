import numpy as np
import tensorflow as tf

samples = np.load("samples.npy")
x = tf.placeholder(tf.float32, [None, 8])
loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 1)))
update = tf.train.AdamOptimizer(1e-3).minimize(loss)
saver = tf.train.Saver()
last = 20000


def is_due(period, step):
    return period > 0 and ((step + 1) % period == 0 or step == last - 1)


class Trainer:
    def __init__(self, every):
        self.every = every

    def saves_at(self, step):
        return step % self.every == 0

    def draw(self, session):
        for step in range(last):
            session.run(update, {x: samples[np.random.randint(len(samples), size=32)]})
            if is_due(200, step):
                print(step, session.run(loss, {x: samples[:100]}))

    def read(self, session):
        step = 0
        for epoch in range(10):
            for start in range(0, len(samples), 32):
                session.run(update, {x: samples[start : start + 32]})
                if self.saves_at(step):
                    saver.save(session, "model.ckpt", global_step=step)
                step += 1


with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    trainer = Trainer(500)
    trainer.draw(session)
    trainer.read(session)
