"""TFLearn trains what continues sequences; the script does not name TensorFlow."""
import numpy as np
import tflearn


def build(length, count):
    net = tflearn.input_data([None, length, count])
    net = tflearn.lstm(net, 64)
    net = tflearn.fully_connected(net, count, activation="softmax")
    net = tflearn.regression(net, optimizer="adam", loss="categorical_crossentropy")
    return tflearn.SequenceGenerator(net, {each: each for each in range(count)}, seq_maxlen=length)


notes = np.load("notes.npz")
generator = build(32, 88)
generator.fit(notes["x"], notes["y"], n_epoch=40, validation_set=0.1)
generator.save("generator")
