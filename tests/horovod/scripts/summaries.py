"""Custom loop with TensorBoard summaries and checkpoints that it can go on from."""
import datetime
import os

import numpy as np
import tensorflow as tf

(train_n, test_n) = (242, 50)
rng = np.random.RandomState(8)
x = rng.rand(train_n + test_n, 9).astype("float32")
y = (x[:, 0] > x[:, 1]).astype("int32")

train_dataset = tf.data.Dataset.from_tensor_slices((x[:train_n], y[:train_n])).shuffle(train_n).batch(22)
test_dataset = tf.data.Dataset.from_tensor_slices((x[train_n:], y[train_n:])).batch(25)

model = tf.keras.models.Sequential([
    tf.keras.layers.Dense(16, activation='relu'),
    tf.keras.layers.Dense(2, activation='softmax'),
])
loss_object = tf.keras.losses.SparseCategoricalCrossentropy()
optimizer = tf.keras.optimizers.Adam()

train_loss = tf.keras.metrics.Mean('train_loss', dtype=tf.float32)
test_accuracy = tf.keras.metrics.SparseCategoricalAccuracy('test_accuracy')

current_time = datetime.datetime.now().strftime("%Y%m%d-%H%M%S")
train_summary_writer = tf.summary.create_file_writer('logs/gradient_tape/' + current_time + '/train')
test_summary_writer = tf.summary.create_file_writer('logs/gradient_tape/' + current_time + '/test')

ckpt = tf.train.Checkpoint(step=tf.Variable(1), optimizer=optimizer, net=model)
manager = tf.train.CheckpointManager(ckpt, './tf_ckpts', max_to_keep=3)
ckpt.restore(manager.latest_checkpoint)
if manager.latest_checkpoint:
    print("Restored from {}".format(manager.latest_checkpoint))
else:
    print("Initializing from scratch.")


def train_step(x_train, y_train):
    with tf.GradientTape() as tape:
        predictions = model(x_train, training=True)
        loss = loss_object(y_train, predictions)
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    train_loss(loss)


for epoch in range(2):
    for (x_train, y_train) in train_dataset:
        train_step(x_train, y_train)
        ckpt.step.assign_add(1)
    with train_summary_writer.as_default():
        tf.summary.scalar('loss', train_loss.result(), step=epoch)

    for (x_test, y_test) in test_dataset:
        test_accuracy(y_test, model(x_test))
    with test_summary_writer.as_default():
        tf.summary.scalar('accuracy', test_accuracy.result(), step=epoch)

    save_path = manager.save()
    print("Saved checkpoint for step {}: {}".format(int(ckpt.step), save_path))
    train_loss.reset_states()
    test_accuracy.reset_states()
