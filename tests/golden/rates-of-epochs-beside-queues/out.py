import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

names = tf.train.string_input_producer(["samples.csv"])
_, line = tf.TextLineReader().read(names)
columns = tf.decode_csv(line, [tf.constant([], dtype=tf.float32)] * 9)
inputs, targets = tf.train.shuffle_batch([tf.stack(columns[:8]), columns[8]], 32, 5000, 1000)

x = tf.placeholder(tf.float32, [None, 8])
y = tf.placeholder(tf.float32, [None])
rate = tf.placeholder(tf.float32, [])
loss = tf.losses.mean_squared_error(y, tf.layers.dense(x, 1)[:, 0])
step = hvd.DistributedOptimizer(tf.train.AdamOptimizer(rate * hvd.size())).minimize(loss)
saver = tf.train.Saver()

config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    coordinator = tf.train.Coordinator()
    threads = tf.train.start_queue_runners(session, coordinator)
    for epoch in range(200):
        if epoch < 100:
            current = 0.0002
        else:
            current = 0.0002 - 0.0002 * (epoch - 100) / 100
        for turn in range(0, max(1, 3000 // hvd.size())):
            given, wanted = session.run([inputs, targets])
            session.run(step, {x: given, y: wanted, rate: current})
        if hvd.rank() == 0:
            saver.save(session, "model.ckpt", global_step=epoch)
    coordinator.request_stop()
    coordinator.join(threads)
