import tensorflow as tf

encoder = tf.keras.Sequential([tf.keras.layers.Dense(4)])
decoder = tf.keras.Sequential([tf.keras.layers.Dense(8)])
enc_opt = tf.keras.optimizers.Adam(learning_rate=0.001)
dec_opt = tf.keras.optimizers.RMSprop()
data = tf.data.Dataset.from_tensor_slices(tf.random.stateless_uniform([32, 8], seed=[3, 4])).batch(8)

for epoch in range(2):
    for x in data:
        with tf.GradientTape(persistent=True) as tape:
            restored = decoder(encoder(x))
            loss = tf.reduce_mean(tf.square(restored - x))
        enc_grads = tape.gradient(loss, encoder.trainable_variables)
        dec_grads = tape.gradient(loss, decoder.trainable_variables)
        del tape
        enc_opt.apply_gradients(zip(enc_grads, encoder.trainable_variables))
        dec_opt.apply_gradients(zip(dec_grads, decoder.trainable_variables))
