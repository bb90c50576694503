import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

encoder = tf.keras.Sequential([tf.keras.layers.Dense(4)])
decoder = tf.keras.Sequential([tf.keras.layers.Dense(8)])
enc_opt = tf.keras.optimizers.Adam(learning_rate=0.001 * hvd.size())
dec_opt = tf.keras.optimizers.RMSprop(learning_rate=0.001 * hvd.size())
data = (
    tf.data.Dataset.from_tensor_slices(tf.random.stateless_uniform([32, 8], seed=[3, 4]))
    .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
    .batch(8)
)

for epoch in range(2):
    for x in data:
        with tf.GradientTape(persistent=True) as tape:
            restored = decoder(encoder(x))
            loss = tf.reduce_mean(tf.square(restored - x))
        tape = hvd.DistributedGradientTape(tape)
        enc_grads = tape.gradient(loss, encoder.trainable_variables)
        dec_grads = tape.gradient(loss, decoder.trainable_variables)
        del tape
        enc_opt.apply_gradients(zip(enc_grads, encoder.trainable_variables))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(enc_opt, "hvd_broadcast_done", False):
            hvd.broadcast_variables(encoder.variables, root_rank=0)
            hvd.broadcast_variables(enc_opt.variables(), root_rank=0)
            enc_opt.hvd_broadcast_done = True
        dec_opt.apply_gradients(zip(dec_grads, decoder.trainable_variables))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(dec_opt, "hvd_broadcast_done", False):
            hvd.broadcast_variables(decoder.variables, root_rank=0)
            hvd.broadcast_variables(dec_opt.variables(), root_rank=0)
            dec_opt.hvd_broadcast_done = True
