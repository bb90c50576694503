"""A loop trains on queues without an end until its user stops it: it saves after as many samples as before."""

import tensorflow as tf

names = tf.train.string_input_producer(tf.gfile.Glob("data/*.tfrecord"))
_, record = tf.TFRecordReader().read(names)
x = tf.train.shuffle_batch([tf.decode_raw(record, tf.float32)], 32, 2000, 1000, shapes=[[4]])
loss = tf.reduce_mean(tf.layers.dense(x, 1) ** 2)
step = tf.train.get_or_create_global_step()
rate = tf.train.exponential_decay(0.01, step, 5000, 0.9)
train = tf.train.AdamOptimizer(rate).minimize(loss, global_step=step)
saver = tf.train.Saver()
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    coord = tf.train.Coordinator()
    threads = tf.train.start_queue_runners(session, coord)
    turn = 0
    try:
        while not coord.should_stop():
            _, value = session.run([train, loss])
            if turn % 100 == 0:
                print(turn, value)
            if turn % 1000 == 0:
                saver.save(session, "model", global_step=turn)
            turn += 1
    except KeyboardInterrupt:
        print("stopped")
        coord.request_stop()
    except Exception as error:
        coord.request_stop(error)
    finally:
        saver.save(session, "model", global_step=turn)
        coord.request_stop()
        coord.join(threads)
