"""A loss tells the coordinator of endless queues to stop, in one process alone."""

import tensorflow as tf

names = tf.train.string_input_producer(tf.gfile.Glob("data/*.tfrecord"))
_, record = tf.TFRecordReader().read(names)
x = tf.train.shuffle_batch([tf.decode_raw(record, tf.float32)], 32, 2000, 1000, shapes=[[4]])
loss = tf.reduce_mean(tf.layers.dense(x, 1) ** 2)
train = tf.train.AdamOptimizer(0.01).minimize(loss)
saver = tf.train.Saver()
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    coord = tf.train.Coordinator()
    threads = tf.train.start_queue_runners(session, coord)
    step = 0
    try:
        while not coord.should_stop():
            _, value = session.run([train, loss])
            if step % 100 == 0:
                print(step, value)
            if step % 1000 == 0:
                saver.save(session, "model", global_step=step)
            step += 1
            if value < 0.001:
                coord.request_stop()
    except KeyboardInterrupt:
        print("stopped")
        coord.request_stop()
    except Exception as error:
        coord.request_stop(error)
    finally:
        saver.save(session, "model", global_step=step)
        coord.request_stop()
        coord.join(threads)
