#!/usr/bin/env python
# -*- coding: utf-8 -*-
"""Tabs, semicolons, one-line suites."""
import tensorflow as tf, json

model = tf.keras.Sequential([tf.keras.layers.Dense(1)]); model.compile("sgd", "mse")
x = [[1.0], [2.0]]; print("é", x); y = x
with open("config.json", "w") as file: json.dump({"n": 1}, file)
for value in x: print(value)
if x: print("x")  # one
elif y: print("y")
else: pass
try:
	model.fit(x, y,
		verbose = 2,
		# no callbacks
	)
except KeyboardInterrupt:
	print("interrupted")
	model.save("half.h5")
else:

	print("""all
is
	well""")
finally:
	print("end",
		# with a comment
		"of all")

	# the last words
class Holder:
	print("in a class")
	@staticmethod
	def show(*args):
		[print(arg) for arg in args]; return args
shown = Holder.show(1, 2)
shout = lambda text: print(text.upper())
shout("done")
printed = print("nothing") or 3
while True:
	print("once"); break
n = print if x else None
def after(): print("after")
after()
if __name__ == "__main__": print("main"); print("twice")
