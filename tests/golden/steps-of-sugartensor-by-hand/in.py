"""Two train ops of SugarTensor are run by a function that it calls: which steps are taken is not seen."""

import sugartensor as tf

x = tf.random_normal([8, 4])
losses = [tf.reduce_mean(x.sg_dense(dim=1, name=name)) for name in ("first", "second")]
train_ops = [tf.sg_optim(loss, lr=0.001) for loss in losses]


@tf.sg_train_func
def train(sess, opt):
    return sess.run([losses[0], train_ops[0]])[0] + sess.run([losses[1], train_ops[1]])[0]


train(log_interval=10, max_ep=3, ep_size=100)
