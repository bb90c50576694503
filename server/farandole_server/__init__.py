"""The language server of Farandole: documents, positions and a queue. What it says of training, it asks the engine."""
