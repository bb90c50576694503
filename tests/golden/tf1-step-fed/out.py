import argparse
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

parser = argparse.ArgumentParser()
parser.add_argument("--num-steps", type=int, default=1000)
parser.add_argument("--random-seed", type=int, default=1234)
parser.add_argument("--save-every", type=int, default=100)
args = parser.parse_args()

tf.set_random_seed(args.random_seed + hvd.rank())
name = tf.train.string_input_producer(["a.tfrecord", "b.tfrecord"], shuffle=True)
_, record = tf.TFRecordReader().read(name)
x = tf.decode_raw(record, tf.float32)
x.set_shape([4])
batch = tf.train.batch([x], 8)
step_number = tf.placeholder(tf.float32, ())
rate = 0.1 * tf.pow(1 - step_number / args.num_steps, 0.9)
loss = tf.reduce_mean(tf.square(tf.layers.dense(batch, 1)))
train_op = hvd.DistributedOptimizer(
    tf.train.MomentumOptimizer(rate * hvd.size(), 0.9)
).minimize(loss)
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    coord = tf.train.Coordinator()
    threads = tf.train.start_queue_runners(sess=sess, coord=coord)
    for step in range(max(1, args.num_steps // hvd.size())):
        _, value = sess.run(
            [train_op, loss], feed_dict={step_number: step * hvd.size()}
        )
        if step % max(1, args.save_every // hvd.size()) == 0 and hvd.rank() == 0:
            print(step, value)
    coord.request_stop()
    coord.join(threads)
