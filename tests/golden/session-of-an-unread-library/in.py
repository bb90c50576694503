import keras
import numpy as np
import toolkit
from database import Session


def train(x, y):
    model = keras.models.Sequential([keras.layers.Dense(1, input_dim=3)])
    model.compile(keras.optimizers.SGD(lr=0.1), "mse")
    model.fit(x, y, nb_epoch=3)


with Session() as session:
    rows = np.array(session.execute("select * from samples").fetchall())
with toolkit.session():
    train(rows[:, :3], rows[:, 3])
