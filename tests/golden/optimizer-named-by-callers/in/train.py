"""Fits a line."""

import numpy as np
from networks import line

x = np.linspace(0.0, 1.0, 512).reshape(-1, 1).astype("float32")
network = line("adam")
network.fit(x, 3.0 * x, batch_size=16, epochs=4)
