import os

import tensorflow as tf

MODELS, RESULTS, LOGS = "models", "results", "logs"

if not os.path.exists(MODELS):
    print("making", MODELS)
    os.makedirs(MODELS)
    assert os.path.exists(MODELS)

if not os.path.isdir(RESULTS):
    os.mkdir(RESULTS)
if not os.path.isdir(RESULTS):
    raise OSError("no results can be kept")

os.makedirs(LOGS, exist_ok=True)
assert os.path.isdir(LOGS), LOGS

assert os.path.isdir("photos")
weights = os.path.join(MODELS, "dense.h5")
if not os.path.isfile(weights):
    tf.io.gfile.copy("photos/dense.h5", weights)

model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(3,))])
model.load_weights(weights)
model.compile("adam", "mse")
model.fit(tf.random.normal([64, 3]), tf.random.normal([64, 1]), epochs=2)
model.save(os.path.join(RESULTS, "dense.h5"))
with open(os.path.join(LOGS, "end.txt"), "w") as file:
    file.write("done")
