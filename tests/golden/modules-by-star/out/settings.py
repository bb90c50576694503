from libraries import *
