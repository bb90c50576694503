import numpy as np
import tensorflow as tf


def pairs(images, labels, boxes, size):
    while True:
        order = np.random.permutation(len(images))
        for start in range(0, len(order) - size + 1, size):
            taken = order[start : start + size]
            yield images[taken], labels[taken], boxes[taken]


def train_epoch(model, batches, steps, test_steps, test):
    class_loss, box_loss, total_loss, test_loss = 0.0, 0.0, 0.0, 0.0
    for step, (x, y, b) in enumerate(batches):
        if step >= steps:
            break
        losses = model.train_on_batch(x, [y, b])
        class_loss += losses[1]
        box_loss += losses[2]
        total_loss = class_loss + box_loss
        print(total_loss / (step + 1), end="\r")
    for step, (x, y, b) in enumerate(test):
        if step >= test_steps:
            break
        test_loss += model.test_on_batch(x, [y, b])[0]
    print(total_loss / steps, class_loss / steps, test_loss / test_steps)


images, labels, boxes = np.load("images.npy"), np.load("labels.npy"), np.load("boxes.npy")
inputs = tf.keras.Input((32, 32, 3))
features = tf.keras.layers.Flatten()(inputs)
model = tf.keras.Model(inputs, [tf.keras.layers.Dense(10)(features), tf.keras.layers.Dense(4)(features)])
model.compile("adam", [tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True), "mse"])
training = pairs(images[100:], labels[100:], boxes[100:], 16)
test = pairs(images[:100], labels[:100], boxes[:100], 16)
steps = len(images[100:]) // 16
if steps == 0:
    raise ValueError("too few images")
print(f"{steps} steps in an epoch")
for epoch in range(10):
    train_epoch(model, training, steps, 6, test)
