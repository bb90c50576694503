import numpy as np

from networks import dense, settings
import horovod.tensorflow.keras as hvd

hvd.init()

samples, targets = np.load("samples.npy"), np.load("targets.npy")
shard = slice(hvd.rank(), len(samples) // hvd.size() * hvd.size(), hvd.size())
dense.build().fit(
    samples[shard],
    targets[shard],
    epochs=settings.EPOCHS,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
