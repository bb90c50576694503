from tools.pictures import *
