"""Train a small ResNet on synthetic images."""
import argparse

import tensorflow as tf

from data import load
from nets import resnet_small


def parse():
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", type=int, default=2)
    parser.add_argument("--batch-size", type=int, default=16)
    parser.add_argument("--lr", type=float, default=0.05)
    return parser.parse_args()


def main():
    args = parse()
    train_ds, test_ds = load(args.batch_size)
    model = resnet_small(classes=3)
    loss_object = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    optimizer = tf.keras.optimizers.SGD(learning_rate=args.lr, momentum=0.9)
    train_loss = tf.keras.metrics.Mean(name="train_loss")
    test_accuracy = tf.keras.metrics.SparseCategoricalAccuracy(name="test_accuracy")

    @tf.function
    def train_step(images, labels):
        with tf.GradientTape() as tape:
            predictions = model(images, training=True)
            loss = loss_object(labels, predictions)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        train_loss(loss)

    @tf.function
    def test_step(images, labels):
        test_accuracy(labels, model(images, training=False))

    for epoch in range(args.epochs):
        train_loss.reset_states()
        test_accuracy.reset_states()
        for images, labels in train_ds:
            train_step(images, labels)
        for images, labels in test_ds:
            test_step(images, labels)
        template = "Epoch {}, Loss: {:.4f}, Test Accuracy: {:.2f}"
        print(template.format(epoch + 1, train_loss.result(), test_accuracy.result() * 100))
    model.save_weights("resnet_weights.h5")


if __name__ == "__main__":
    main()
