"""A loop goes on until the queue of another module has given all samples so many times, which counts its epochs."""

import tensorflow as tf
from inputs import inputs
import horovod.tensorflow as hvd

hvd.init()

flags = tf.app.flags
flags.DEFINE_integer("epochs", 20, "How often to go through the samples.")
FLAGS = flags.FLAGS

samples = inputs("train.tfrecord", 64, FLAGS.epochs)
loss = tf.reduce_mean(tf.layers.dense(samples, 1) ** 2)
train_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.001 * hvd.size())).minimize(loss)
saver = tf.train.Saver()
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run([tf.global_variables_initializer(), tf.local_variables_initializer()])
    session.run(hvd.broadcast_global_variables(0))
    coordinator = tf.train.Coordinator()
    threads = tf.train.start_queue_runners(sess=session, coord=coordinator)
    step = 0
    try:
        while not coordinator.should_stop():
            session.run(train_op)
            step += 1
            if step % max(1, 1000 // hvd.size()) == 0 and hvd.rank() == 0:
                saver.save(session, "model", global_step=step)
    except tf.errors.OutOfRangeError:
        if hvd.rank() == 0:
            print("done")
    finally:
        coordinator.request_stop()
    coordinator.join(threads)
