"""A loop goes on until the queue of another module has given all samples so many times, which counts its epochs."""

import tensorflow as tf
from inputs import inputs

flags = tf.app.flags
flags.DEFINE_integer("epochs", 20, "How often to go through the samples.")
FLAGS = flags.FLAGS

samples = inputs("train.tfrecord", 64, FLAGS.epochs)
loss = tf.reduce_mean(tf.layers.dense(samples, 1) ** 2)
train_op = tf.train.AdamOptimizer(0.001).minimize(loss)
saver = tf.train.Saver()
with tf.Session() as session:
    session.run([tf.global_variables_initializer(), tf.local_variables_initializer()])
    coordinator = tf.train.Coordinator()
    threads = tf.train.start_queue_runners(sess=session, coord=coordinator)
    step = 0
    try:
        while not coordinator.should_stop():
            session.run(train_op)
            step += 1
            if step % 1000 == 0:
                saver.save(session, "model", global_step=step)
    except tf.errors.OutOfRangeError:
        print("done")
    finally:
        coordinator.request_stop()
    coordinator.join(threads)
