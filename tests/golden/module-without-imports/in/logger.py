class FileLogger(object):
    def __init__(self, name):
        self.out = open(name, 'w')

    def write(self, line):
        self.out.write(line)
