import numpy as np
from quality import Scorer

scorer = Scorer()
scorer.build()
scorer.compile()
scorer.model.fit(np.zeros((8, 2)), np.zeros((8, 1)))
