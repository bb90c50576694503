import comet_ml
import numpy as np
import tensorflow as tf
from music21 import note, stream

experiment = comet_ml.Experiment(project_name="melodies")
notes = np.load("notes.npy")
model = tf.keras.Sequential([tf.keras.layers.LSTM(8), tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(notes[:, :-1], notes[:, -1], verbose=0)

melody = stream.Stream()
for number in range(8):
    melody.append(note.Note(60 + number))
melody.write("midi", fp="melody.mid")
experiment.log_metric("notes", 8)
length = melody.write("text")
melody.plot(np.random.rand())
