"""Pictures of a selection, made from the trace alone; they need matplotlib, the extra `plot`.

Where to look:

- `path`, `split`, `entropy`, `redundancy`, `predictor`: what the search saw and decided
- `image`, `spectrum`: where the selected predictors lie, if predictors are pixels or channels
- `stability`: several selections side by side
- `display`: what all displays share
- `canvas`, `labels`: axes and colours, names that fit
- `field`, `flows`, `ribbons`, `groups`: the numbers behind some of them

A display computes what it shows when it is made, and draws it on the axes given to `plot`. What it has drawn
is in attributes that end in an underscore.
"""

from tnvs.plots.entropy import EntropyDisplay
from tnvs.plots.image import SelectionImageDisplay
from tnvs.plots.path import SelectionPathDisplay
from tnvs.plots.predictor import PredictorDisplay
from tnvs.plots.redundancy import RedundancyDisplay
from tnvs.plots.spectrum import SelectionSpectrumDisplay
from tnvs.plots.split import SplitDisplay
from tnvs.plots.stability import StabilityDisplay

__all__ = [
    "EntropyDisplay",
    "PredictorDisplay",
    "RedundancyDisplay",
    "SelectionImageDisplay",
    "SelectionPathDisplay",
    "SelectionSpectrumDisplay",
    "SplitDisplay",
    "StabilityDisplay",
]
