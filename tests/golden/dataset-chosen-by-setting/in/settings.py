class Settings:
    paired = False
