from nets import data, model

network = model(1)
x = data()
network.fit(x, x, epochs=3)
