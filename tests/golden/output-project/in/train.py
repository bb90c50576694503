from lib import data, reports
from lib.reports import Journal, announce

import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.01)
journal = Journal("journal.txt")


def train_step(x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(x) ** 2)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


def main():
    announce("begin")
    losses = []
    for number, batch in enumerate(data.batches(6)):
        loss = train_step(batch)
        losses.append(float(loss))
        journal.note(number, losses[-1])
        announce(f"loss {train_step(batch):.3f}")
    reports.write_table(losses, "losses.txt")
    reports.show_weights(model)
    best = reports.summarise(losses)
    announce("best {}".format(best))


if __name__ == "__main__":
    main()
