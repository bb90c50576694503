import numpy as np

from networks import dense, settings

samples, targets = np.load("samples.npy"), np.load("targets.npy")
dense.build().fit(samples, targets, epochs=settings.EPOCHS)
