import tensorflow as tf

x = tf.random.normal([64, 3])
y = tf.reduce_sum(x, axis=1, keepdims=True)
loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 1) - y))

step = tf.train.get_or_create_global_step()
assert step is not None
if tf.train.get_global_step() is None:
    raise ValueError("nothing counts the steps")
rate = tf.train.exponential_decay(0.01, step, 1000, 0.9)
train_op = tf.train.AdamOptimizer(rate).minimize(loss, global_step=step)

with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for _ in range(10000):
        session.run(train_op)
