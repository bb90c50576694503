import progressbar
import tensorflow as tf
from settings import arguments

print("before the imports are done")
import numpy as np
from tensorflow import keras

model = keras.Sequential([keras.layers.Dense(1)])
model.compile(keras.optimizers.SGD(0.01), "mse")
bar = progressbar.ProgressBar(max_value=2)
for epoch in progressbar.progressbar(range(2)):
    model.fit([[1.0]] * 64, [[2.0]] * 64, callbacks=[], **arguments)
    bar.update(epoch)

batches = iter(tf.data.Dataset.range(4))
print(*next(batches))
first = print(next(batches)) or 1
checkpoint = tf.train.Checkpoint(model=model)
path = checkpoint.save("saved/model")
checkpoint.restore(path)
if len(path) > 3:
    print(path)

try:
    answer = input("go on? ")
except EOFError:
    answer = ""
