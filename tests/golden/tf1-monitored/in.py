import tensorflow as tf

tf1 = tf.compat.v1
tf1.disable_eager_execution()


def make_optimizer(rate, warm):
    if warm:
        return tf1.train.MomentumOptimizer(rate, 0.9)
    return tf1.train.GradientDescentOptimizer(rate)


data = tf.data.Dataset.range(512).shuffle(512).repeat().batch(8)
numbers = tf.cast(tf1.data.make_one_shot_iterator(data).get_next(), tf.float32) / 512.
weight = tf1.get_variable("weight", shape=[], initializer=tf1.random_normal_initializer())
loss = tf.reduce_mean((weight * numbers - 3. * numbers) ** 2)
global_step = tf1.train.get_or_create_global_step()
train_op = make_optimizer(0.1, warm=True).minimize(loss, global_step=global_step)

hooks = [
    tf.estimator.StopAtStepHook(last_step=60),
    tf.estimator.LoggingTensorHook({"loss": loss}, every_n_iter=20),
]
with tf1.train.MonitoredTrainingSession(
    checkpoint_dir="checkpoints",
    hooks=hooks,  # stops and logs
) as session:
    while not session.should_stop():
        session.run(train_op)
