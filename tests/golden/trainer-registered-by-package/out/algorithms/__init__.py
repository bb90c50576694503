from .squared import *
