"""The selected and the redundant pixels of a picture whose pixels are the predictors."""

from typing import TYPE_CHECKING, Any, Literal, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tnvs.palette import SUBSET_COLOURS
from tnvs.plots import canvas
from tnvs.plots.display import Display, checked_trace

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from tnvs.search.trace import Trace


class SelectionImageDisplay(Display):
    """Relevant and redundant pixels in their colours on a grey picture; all others are left as they are.

    Parameters
    ----------
    labels : (rows, columns) array of str
        The subset of every pixel.
    background : array of shape (rows, columns), with 3 or 4 parts a pixel for colours, or None
        The picture behind.

    Attributes
    ----------
    background_ : artist
        The picture, None without one.
    marks_ : dict
        For "relevant" the squares around its pixels, for "redundant" the picture of its pixels.
    legend_ : artist
        The legend.

    Examples
    --------
    >>> from sklearn.datasets import load_digits
    >>> from tnvs import TNVS
    >>> X, y = load_digits(n_class=2, return_X_y=True)
    >>> selector = TNVS(response="nominal", max_features=2).fit(X, y)
    >>> display = selector.selection_image((8, 8), background=X.mean(axis=0))
    >>> int((display.labels == "relevant").sum())
    2
    """

    def __init__(self, labels: NDArray[np.str_], background: NDArray[Any] | None = None) -> None:
        self.labels = labels
        self.background = background

    @classmethod
    def from_trace(
        cls,
        trace: "Trace",
        shape: tuple[int, int],
        *,
        background: ArrayLike | None = None,
        order: Literal["C", "F"] = "C",
        ax: "Axes | None" = None,
    ) -> Self:
        """Compute and draw where the selected and the redundant pixels of a trace lie.

        Parameters
        ----------
        trace : Trace
            Its predictors are the pixels.
        shape : (int, int)
            Rows and columns of the picture.
        background : array-like, optional
            A picture of this shape, with or without colours, or its pixels lined up as the predictors are.
        order : {"C", "F"}, default="C"
            Whether pixels were lined up row by row or column by column.
        ax : matplotlib Axes, optional
            What to draw on.
        """
        n_features = checked_trace(trace).data.n_features
        rows, columns = _checked_shape(shape, n_features)
        if order not in ("C", "F"):
            raise ValueError(f"order must be 'C' (row by row) or 'F' (column by column), got {order!r}.")
        picture = None if background is None else _picture(background, (rows, columns), order)
        return cls(trace.labels.reshape((rows, columns), order=order), picture).plot(ax=ax)

    def plot(self, *, ax: "Axes | None" = None) -> Self:
        """Draw it on these axes, or on new ones."""
        rows, columns = self.labels.shape
        width = 4.2
        ax = canvas.axes_for(ax, width, min(max(width * rows / columns, 1.4), 8) + 0.4)
        self._drawn_on(ax)
        tones = canvas.tones(ax)
        self.background_ = None
        if self.background is not None:
            self.background_ = ax.imshow(self.background, cmap="gray", interpolation="nearest")
        self.marks_ = {"redundant": self._draw_area("redundant"), "relevant": self._draw_squares("relevant")}
        ax.set(xlim=(-0.5, columns - 0.5), ylim=(rows - 0.5, -0.5), aspect="equal", xticks=[], yticks=[])
        ax.spines[:].set_color(tones.band)
        self.legend_ = canvas.legend_above(ax, [self._key("relevant"), self._key("redundant")])
        return self

    def _draw_area(self, subset: str) -> Any:
        from matplotlib.colors import ListedColormap

        marked = np.ma.masked_not_equal(self.labels == subset, True)
        return self.ax_.imshow(marked, cmap=ListedColormap([SUBSET_COLOURS[subset]]), interpolation="nearest")

    def _draw_squares(self, subset: str) -> Any:
        """Draw squares; their edges have a width in points, so that a pixel is seen in a large picture."""
        from matplotlib.collections import PolyCollection

        y, x = np.nonzero(self.labels == subset)
        corners = np.array([[-0.5, -0.5], [-0.5, 0.5], [0.5, 0.5], [0.5, -0.5]])
        squares = np.column_stack([x, y])[:, None, :] + corners
        return self.ax_.add_collection(PolyCollection(squares, color=SUBSET_COLOURS[subset], lw=1.6))

    def _key(self, subset: str) -> Any:
        from matplotlib.patches import Patch

        count = np.count_nonzero(self.labels == subset)
        return Patch(color=SUBSET_COLOURS[subset], label=f"{subset} ({count:,})")


def _checked_shape(shape: Any, n_features: int) -> tuple[int, int]:
    try:
        rows, columns = (int(side) for side in shape)
    except (TypeError, ValueError):
        raise TypeError(f"shape must be two ints, rows and columns, got {shape!r}.") from None
    if rows < 1 or columns < 1 or rows * columns != n_features:
        raise ValueError(
            f"shape={(rows, columns)} has {rows * columns} pixels, but the trace is of {n_features} "
            "predictors; give the rows and columns of the picture whose pixels they are."
        )
    return rows, columns


def _picture(background: ArrayLike, shape: tuple[int, int], order: Literal["C", "F"]) -> NDArray[Any]:
    picture = np.asarray(background)
    if picture.shape == (shape[0] * shape[1],):
        return picture.reshape(shape, order=order)
    if picture.shape in (shape, (*shape, 3), (*shape, 4)):
        return picture
    raise ValueError(
        f"background has shape {picture.shape}, but the picture is {shape[0]} x {shape[1]} pixels; give as "
        "many, grey or as 3 or 4 parts of a colour."
    )
