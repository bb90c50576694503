import numpy as np
from tensorflow import keras

critic = keras.Sequential([keras.layers.Dense(1)])
critic.compile(loss="mse", optimizer=keras.optimizers.Adam(learning_rate=1e-3))
generator = keras.Sequential([keras.layers.Dense(4)])
generator.compile(loss="mse", optimizer=keras.optimizers.Adam(learning_rate=1e-3))

x = np.random.rand(100, 4)
y = np.random.rand(100, 1)

worst = 0.0
for step in range(1000):
    chosen = np.random.randint(0, len(x), 32)
    critic_loss = critic.train_on_batch(x[chosen], y[chosen])
    if (step + 1) % 5 == 0:
        generator_loss = generator.train_on_batch(x[chosen], x[chosen])
        worst = max(worst, generator_loss)
    if (step + 1) % 20 == 0:
        mean = critic.evaluate(x, y)
    if (step + 1) % 10 == 0:
        print(step, critic_loss, generator_loss)
    if (step + 1) % 40 == 0:
        print(step, critic_loss, worst, mean)
    if (step + 1) % 100 == 0:
        generator.save("generator.h5")
