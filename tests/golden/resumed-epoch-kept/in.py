"""An eager loop goes on at a variable that counts its epochs, which its checkpoint keeps under another name."""
import numpy as np
import tensorflow as tf

batches = tf.data.Dataset.from_tensor_slices(np.load("rows.npy")).shuffle(1000).batch(32)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(0.01)
done = tf.Variable(0)
checkpoint = tf.train.Checkpoint(model=model, optimizer=optimizer, epochs=done)
manager = tf.train.CheckpointManager(checkpoint, "saved", max_to_keep=3)
checkpoint.restore(manager.latest_checkpoint)


def train_epoch():
    for batch in batches:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(model(batch) ** 2)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))


for epoch in range(int(done), 100):
    train_epoch()
    done.assign_add(1)
    if int(done) % 5 == 0:
        manager.save()
