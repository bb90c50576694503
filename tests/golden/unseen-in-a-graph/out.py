import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()


class Rollout(tf.nn.rnn_cell.RNNCell):
    def __init__(self, world):
        self.world = world

    @property
    def state_size(self):
        return self.world.size

    @property
    def output_size(self):
        return 1

    def __call__(self, action, state, scope=None):
        return self.world.reward(state, action), self.world.next(state, action)


def plan(world, start, steps):
    actions = tf.Variable(tf.truncated_normal([32, 10, 2], stddev=0.05))
    rewards, _ = tf.nn.dynamic_rnn(Rollout(world), actions, initial_state=tf.constant(start))
    train_op = hvd.DistributedOptimizer(
        tf.train.RMSPropOptimizer(0.01 * hvd.size())
    ).minimize(-tf.reduce_mean(rewards))
    config = tf.ConfigProto()
    config.gpu_options.visible_device_list = str(hvd.local_rank())
    with tf.Session(config=config) as session:
        session.run(tf.global_variables_initializer())
        session.run(hvd.broadcast_global_variables(0))
        for step in range(max(1, steps // hvd.size())):
            session.run(train_op)
        return session.run(actions)
