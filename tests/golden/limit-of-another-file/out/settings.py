class Settings:
    def __init__(self):
        self.steps = 100000
        self.epochs = 20
