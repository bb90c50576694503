import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.1)
dataset = tf.data.Dataset.from_tensor_slices((tf.ones([80, 2]), tf.ones([80, 1]))).repeat().batch(8)
step = tf.Variable(0, dtype=tf.int64)
checkpoint = tf.train.Checkpoint(model=model, optimizer=optimizer, step=step)
manager = tf.train.CheckpointManager(checkpoint, "ckpt", max_to_keep=2)
checkpoint.restore(manager.latest_checkpoint)
steps = 1000
iterator = iter(dataset)

for i in range(int(step) + 1, steps + 1):
    x, y = next(iterator)
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(x) - y) ** 2)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    step.assign(i)
    if i % 100 == 0:
        manager.save()
