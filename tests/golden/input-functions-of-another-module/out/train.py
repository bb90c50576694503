"""An Estimator is given its model and its input functions as those of another module, which is imported as a whole."""

import reading
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

config = tf.compat.v1.ConfigProto(allow_soft_placement=True)
config.gpu_options.visible_device_list = str(hvd.local_rank())
estimator = tf.estimator.Estimator(
    reading.model_fn,
    "model" if hvd.rank() == 0 else None,
    tf.estimator.RunConfig(save_checkpoints_steps=max(1, 500 // hvd.size()), session_config=config),
)
for _ in range(10):
    estimator.train(
        reading.train_input_fn, steps=max(1, 1000 // hvd.size()), hooks=[hvd.BroadcastGlobalVariablesHook(0)]
    )
    if hvd.rank() == 0:
        print(estimator.evaluate(reading.eval_input_fn))
