import numpy as np
import tensorflow as tf

import optim
from model import Classifier

rng = np.random.default_rng(9)
x = rng.normal(size=(201, 7)).astype("float32")
y = rng.integers(0, 4, size=201)
train = tf.data.Dataset.from_tensor_slices((x, y)).batch(20)

model = Classifier(16, 4)
optimizer = optim.make_optimizer("sgd", 0.1)
loss_fn = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)


def train_one_epoch(model, data, optimizer):
    for features, labels in data:
        with tf.GradientTape() as tape:
            loss = loss_fn(labels, model(features))
        grads = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(grads, model.trainable_variables))
    return loss


for epoch in range(3):
    loss = train_one_epoch(model, train, optimizer)
    print("epoch", epoch, "loss", loss.numpy())
