"""A loop over data without an end that is left at a step which its checkpoint keeps."""
import tensorflow as tf

STEPS, SAVED = 10000, 1000
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(0.01)
dataset = tf.data.TFRecordDataset("rows.tfrecord").map(lambda row: tf.io.parse_tensor(row, tf.float32))
dataset = dataset.repeat().batch(32, drop_remainder=True)
checkpoint = tf.train.Checkpoint(model=model, step=tf.Variable(0))
manager = tf.train.CheckpointManager(checkpoint, "saved", max_to_keep=3)
checkpoint.restore(manager.latest_checkpoint)
for batch in dataset:
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(batch) ** 2)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    if int(checkpoint.step) == STEPS:
        manager.save()
        break
    if int(checkpoint.step) % SAVED == 0:
        manager.save()
    checkpoint.step.assign_add(1)
