import tensorflow as tf


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
    train_op = tf.train.RMSPropOptimizer(0.01).minimize(-tf.reduce_mean(rewards))
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        for step in range(steps):
            session.run(train_op)
        return session.run(actions)
