import numpy as np
import tensorflow as tf

words = open("words.txt").read().split()
letters = list(set("".join(words)))
letters.sort()
numbers = {letter: number for number, letter in enumerate(letters)}


class Tags:
    def __init__(self, words):
        self.tags = list({word[-1] for word in words})
        self.tags.sort(reverse=True)
        self.first = list({word[0] for word in words})
        self.first.sort(key=len)


tags = Tags(words)
model = tf.keras.Sequential([tf.keras.layers.Dense(len(tags.tags) + len(tags.first))])
model.compile("adam", "mse")
x = np.array([[numbers[letter] for letter in word[:4]] for word in words])
y = np.array([tags.tags.index(word[-1]) + tags.first.index(word[0]) for word in words])
model.fit(x, y)
