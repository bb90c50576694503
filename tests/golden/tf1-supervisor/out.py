import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
w = tf.get_variable("w", [])
step = tf.train.get_or_create_global_step()
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(tf.square(w - 1.0), step)
supervisor = tf.train.Supervisor(logdir="logs", save_model_secs=60)
with supervisor.managed_session() as sess:
    while not supervisor.should_stop() and sess.run(step) < 10:
        sess.run(train_op)
