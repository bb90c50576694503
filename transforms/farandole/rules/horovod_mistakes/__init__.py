"""Mistakes in scripts that use Horovod already: one file for each."""

KNOWN = """\
What people are known to get wrong with Horovod, and what finds it. Where a step of the conversion is named, it is reported
as missing in a script that was distributed by hand, and `farandole distribute` takes it.

| what goes wrong | found by, or why it is not |
| --- | --- |
| every process trains on all of the data | [HVD106](HVD106.md), [HVD436](HVD436.md) |
| the processes take unequal numbers of steps | [HVD106](HVD106.md), [HVD109](HVD109.md); not where only the data tell how many there are |
| the steps or epochs are not divided | [HVD106](HVD106.md) |
| the learning rate is not scaled | [HVD103](HVD103.md); not with PyTorch: whether a rate was chosen for the larger batch is not written in the script |
| warm-up ends at the rate of one process | [HVD416](HVD416.md) |
| warm-up sets a momentum that can't be set | [HVD417](HVD417.md), where the version of TensorFlow is written down |
| the rate is scaled without warm-up | not reported: many trainings need none, and no text tells which; [ADV102](ADV102.md) and [ADV109](ADV109.md) are advice |
| the optimizer is wrapped after it is used | [HVD403](HVD403.md) |
| gradients of `tf.gradients`, of a tape or of a `train_step` are not averaged | [HVD104](HVD104.md) |
| the optimizer is not wrapped, or loses its wrapper in `load_model` | [HVD104](HVD104.md), [HVD445](HVD445.md) |
| something is wrapped twice | [HVD404](HVD404.md) |
| nothing is broadcast | [HVD105](HVD105.md), [HVD431](HVD431.md), [HVD432](HVD432.md) |
| variables are broadcast before they exist | [HVD405](HVD405.md) |
| a graph's variables are broadcast in eager code | [HVD413](HVD413.md) |
| rank 0 alone restores a checkpoint | [HVD406](HVD406.md) |
| checkpoints on all ranks, or on all but rank 0 | [HVD107](HVD107.md), [HVD439](HVD439.md), [HVD412](HVD412.md) |
| a callback or scheduler stops the training, or sets the rate, on one rank; or one rank leaves the loop | [HVD407](HVD407.md) |
| a callback decides by metrics that are not averaged, or averaged too late | [HVD108](HVD108.md) |
| rank 0 alone calls what all must call | [HVD401](HVD401.md) |
| rank 0 alone evaluates, by itself | not reported: the others wait, and whether too long for Horovod's patience depends on the data |
| logs and boards on all ranks | [HVD107](HVD107.md), [HVD448](HVD448.md) |
| the GPU is not chosen, too late, or twice | [HVD102](HVD102.md), [HVD409](HVD409.md), [HVD408](HVD408.md), [HVD441](HVD441.md) |
| the same seed for the data on every rank | not reported by itself: it is right for data that are divided afterwards, and [HVD106](HVD106.md) finds those that are not |
| `keras` together with the Horovod of `tf.keras` | [HVD410](HVD410.md) |
| `experimental_run_tf_function=False` | [HVD402](HVD402.md) |
| a loss-scale optimizer is wrapped in the wrong order | not reported: which order works depends on the version of TensorFlow, which no script names |
| gradients are accumulated without `backward_passes_per_step` | [HVD440](HVD440.md); not with TensorFlow, where sums of gradients have many forms |
| gradients are clipped before they are averaged | [HVD411](HVD411.md), [HVD438](HVD438.md) |
| several models or tapes in one `tf.function` | not reported: whether the names of tensors collide depends on the version of Horovod |
| an estimator's `train_and_evaluate` hangs | [HVD106](HVD106.md) divides its steps; how long an evaluation takes is not in the text |
| all processes fetch the data set at once | [HVD107](HVD107.md), [HVD447](HVD447.md) |
| the script is started with plain `python` | not reported: how it is started is not in the script; [launching](../launch.md) tells |
| Horovod is asked before it is initialised, or for what it does not have | [HVD414](HVD414.md), [HVD415](HVD415.md) |
| a sampler of PyTorch is not told the epoch, the size, or is asked to shuffle | [HVD433](HVD433.md), [HVD435](HVD435.md), [HVD434](HVD434.md) |
| gradients of PyTorch are cleared while they are averaged | [HVD437](HVD437.md) |
| what rank 0 measured on its part is taken for all | [HVD108](HVD108.md), [HVD444](HVD444.md) |
| an average is computed and thrown away | [HVD446](HVD446.md) |
"""
