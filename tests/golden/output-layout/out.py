#!/usr/bin/env python
# -*- coding: utf-8 -*-
"""Tabs, semicolons, one-line suites."""
import tensorflow as tf, json
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
	tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
	tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

model = tf.keras.Sequential([tf.keras.layers.Dense(1)]); model.compile(
	hvd.DistributedOptimizer(tf.keras.optimizers.SGD()), "mse"
)
x = [[1.0], [2.0]]
if hvd.rank() == 0:
	print("é", x)
y = x
if hvd.rank() == 0:
	with open("config.json", "w") as file: json.dump({"n": 1}, file)
	for value in x: print(value)
if x:
	if hvd.rank() == 0:
		print("x")  # one
elif y:
	if hvd.rank() == 0:
		print("y")
else: pass
try:
	model.fit(x, y,
		verbose = 2 if hvd.rank() == 0 else 0,
		callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)]
		# no callbacks
	)
except KeyboardInterrupt:
	if hvd.rank() == 0:
		print("interrupted")
		model.save("half.h5")
else:

	if hvd.rank() == 0:
		print("""all
is
	well""")
finally:
	if hvd.rank() == 0:
		print("end",
			# with a comment
			"of all")

	# the last words
class Holder:
	if hvd.rank() == 0:
		print("in a class")
	@staticmethod
	def show(*args):
		if hvd.rank() == 0:
			[print(arg) for arg in args]
		return args
shown = Holder.show(1, 2)
shout = lambda text: print(text.upper()) if hvd.rank() == 0 else None
shout("done")
printed = (print("nothing") if hvd.rank() == 0 else None) or 3
while True:
	if hvd.rank() == 0:
		print("once")
	break
n = print if x else None
def after():
	if hvd.rank() == 0:
		print("after")
after()
if __name__ == "__main__":
	if hvd.rank() == 0:
		print("main"); print("twice")
