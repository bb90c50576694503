"""Names of TensorFlow without a module before them."""
from tensorflow.compat.v1 import Session, placeholder, float32, get_variable, global_variables_initializer, random_normal, disable_v2_behavior
from tensorflow.compat.v1.train import AdamOptimizer
disable_v2_behavior()
w = get_variable("w", [])
train = AdamOptimizer(0.1).minimize((w - random_normal([])) ** 2)
with Session() as sess:
    sess.run(global_variables_initializer())
    for i in range(10):
        sess.run(train)
