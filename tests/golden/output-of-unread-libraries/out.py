import comet_ml
import numpy as np
import tensorflow as tf
from music21 import note, stream
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

experiment = comet_ml.Experiment(
    project_name="melodies", disabled=hvd.rank() != 0
)
notes = np.load("notes.npy")
model = tf.keras.Sequential([tf.keras.layers.LSTM(8), tf.keras.layers.Dense(1)])
model.compile(
    hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.01 * hvd.size())), "mse"
)
# Horovod: this process's samples; the last that not all can have are left out
shard = slice(hvd.rank(), hvd.rank() - hvd.size() + 1 or None, hvd.size())
model.fit(
    notes[:, :-1][shard],
    notes[:, -1][shard],
    verbose=0,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
)

melody = stream.Stream()
for number in range(8):
    melody.append(note.Note(60 + number))
if hvd.rank() == 0:
    melody.write("midi", fp="melody.mid")
    experiment.log_metric("notes", 8)
length = melody.write("text")
melody.plot(np.random.rand())
