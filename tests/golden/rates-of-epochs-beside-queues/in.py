import tensorflow as tf

names = tf.train.string_input_producer(["samples.csv"])
_, line = tf.TextLineReader().read(names)
columns = tf.decode_csv(line, [tf.constant([], dtype=tf.float32)] * 9)
inputs, targets = tf.train.shuffle_batch([tf.stack(columns[:8]), columns[8]], 32, 5000, 1000)

x = tf.placeholder(tf.float32, [None, 8])
y = tf.placeholder(tf.float32, [None])
rate = tf.placeholder(tf.float32, [])
loss = tf.losses.mean_squared_error(y, tf.layers.dense(x, 1)[:, 0])
step = tf.train.AdamOptimizer(rate).minimize(loss)
saver = tf.train.Saver()

with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    coordinator = tf.train.Coordinator()
    threads = tf.train.start_queue_runners(session, coordinator)
    for epoch in range(200):
        if epoch < 100:
            current = 0.0002
        else:
            current = 0.0002 - 0.0002 * (epoch - 100) / 100
        for turn in range(0, 3000):
            given, wanted = session.run([inputs, targets])
            session.run(step, {x: given, y: wanted, rate: current})
        saver.save(session, "model.ckpt", global_step=epoch)
    coordinator.request_stop()
    coordinator.join(threads)
