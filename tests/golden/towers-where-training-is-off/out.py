import tensorflow as tf

flags = tf.app.flags
flags.DEFINE_boolean("train", False, "whether to train")
flags.DEFINE_integer("gpus", 3, "the number of GPUs")
FLAGS = flags.FLAGS


def train(samples):
    optimizer = tf.train.AdamOptimizer(0.001)
    with tf.variable_scope(tf.get_variable_scope()):
        for gpu in range(FLAGS.gpus):
            with tf.device("/gpu:%d" % gpu):
                loss = tf.reduce_mean(tf.square(tf.layers.dense(samples, 1, name="dense")))
                gradients = optimizer.compute_gradients(loss)
                tf.get_variable_scope().reuse_variables()
    step = optimizer.apply_gradients(gradients)
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        for _ in range(1000):
            session.run(step)


def main(_):
    if FLAGS.train:
        train(tf.random_normal([32, 4]))
    else:
        print("nothing to do")


tf.app.run()
