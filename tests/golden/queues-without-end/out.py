"""A loop trains on queues without an end until its user stops it: it saves after as many samples as before."""

import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

names = tf.train.string_input_producer(tf.gfile.Glob("data/*.tfrecord"))
_, record = tf.TFRecordReader().read(names)
x = tf.train.shuffle_batch([tf.decode_raw(record, tf.float32)], 32, 2000, 1000, shapes=[[4]])
loss = tf.reduce_mean(tf.layers.dense(x, 1) ** 2)
step = tf.train.get_or_create_global_step()
rate = tf.train.exponential_decay(0.01 * hvd.size(), step, 5000 / hvd.size(), 0.9)
train = hvd.DistributedOptimizer(tf.train.AdamOptimizer(rate)).minimize(loss, global_step=step)
saver = tf.train.Saver()
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    coord = tf.train.Coordinator()
    threads = tf.train.start_queue_runners(session, coord)
    turn = 0
    try:
        while not coord.should_stop():
            _, value = session.run([train, loss])
            if hvd.rank() == 0:
                if turn % 100 == 0:
                    print(turn, value)
                if turn % max(1, 1000 // hvd.size()) == 0:
                    saver.save(session, "model", global_step=turn)
            turn += 1
    except KeyboardInterrupt:
        if hvd.rank() == 0:
            print("stopped")
        coord.request_stop()
    except Exception as error:
        coord.request_stop(error)
    finally:
        if hvd.rank() == 0:
            saver.save(session, "model", global_step=turn)
        coord.request_stop()
        coord.join(threads)
