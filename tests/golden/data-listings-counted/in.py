import glob
import random

import numpy as np
import tensorflow as tf

texts = glob.glob("texts/*.npy")
spectra = glob.glob("spectra/*.npy")
speakers = glob.glob("speakers/*.npy")
random.seed(3)
speakers = sorted(random.sample(speakers, 100))


def generate():
    while True:
        places = sorted(np.random.choice(len(spectra), 32, replace=False))
        random.shuffle(places)
        text = np.stack([np.load(texts[place]) for place in places])
        spectrum = np.stack([np.load(spectra[place]) for place in places])
        speaker = np.stack([np.load(random.choice(speakers)) for place in places])
        yield text, spectrum, speaker


data = tf.data.Dataset.from_generator(generate, output_types=(tf.float32, tf.float32, tf.float32))
model = tf.keras.Sequential([tf.keras.Input((16,)), tf.keras.layers.Dense(80)])
optimizer = tf.keras.optimizers.Adam(0.001)

for text, spectrum, speaker in data:
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(text + speaker) - spectrum) ** 2)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
