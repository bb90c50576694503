import argparse
import glob

import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

parser = argparse.ArgumentParser()
parser.add_argument("--samples", type=int, default=16000)
options = parser.parse_args()
epochs, warm_up, size = 100, 20, 16
names = glob.glob("images/*.png")
queue = tf.train.string_input_producer(names, shuffle=True)
_, content = tf.WholeFileReader().read(queue)
image = tf.image.resize_images(tf.image.decode_png(content, channels=3), [64, 64])
images = tf.train.shuffle_batch([image], size, 2000, 1000)

code = tf.layers.dense(tf.layers.flatten(images), 64)
loss = tf.losses.mean_squared_error(tf.layers.flatten(images), tf.layers.dense(code, 64 * 64 * 3))
penalised = loss + 0.01 * tf.reduce_mean(tf.abs(code))
first = hvd.DistributedOptimizer(tf.train.AdamOptimizer(1e-3 * hvd.size())).minimize(loss)
second = hvd.DistributedOptimizer(tf.train.AdamOptimizer(1e-4 * hvd.size())).minimize(penalised)
saver = tf.train.Saver()

config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    coordinator = tf.train.Coordinator()
    threads = tf.train.start_queue_runners(session, coordinator)
    epoch = step = 0
    while epoch < epochs:
        if epoch < warm_up:
            session.run(first)
        else:
            session.run(second)
        step += 1
        if step * size >= options.samples // hvd.size():
            if hvd.rank() == 0:
                saver.save(session, "model/autoencoder", global_step=epoch)
            step = 0
            epoch += 1
    coordinator.request_stop()
    coordinator.join(threads)
