"""How work is divided among processes: what drives a training, where its data are sharded, which counts shrink."""
