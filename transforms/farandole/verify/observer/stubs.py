"""What modules offer that are there only for data: TensorFlow Datasets, and the digits of TensorFlow 1's tutorials."""

from __future__ import annotations

import re
import types
from collections.abc import Callable, Mapping
from typing import Any

from .synthetic import arrays, rows

FRACTION = re.compile(r"^(?P<part>\w+)(\[(?P<from>-?\d*%?):(?P<to>-?\d*%?)\])?$")
"""A split of TensorFlow Datasets, as in `train[:80%]`."""


class NotProvided(Exception):
    """A data set that no replacement file describes."""


class TensorFlowDatasets:
    """`tensorflow_datasets`, as far as training scripts use it, with synthetic samples."""

    def __init__(
        self, described: list[dict[str, Any]], sizes: Mapping[str, int] | None, note: Callable[[str], None]
    ) -> None:
        self._described = described
        self._sizes = sizes
        self._note = note

    def names(self) -> dict[str, Any]:
        """Give what the module offers."""
        core = types.SimpleNamespace(DatasetInfo=object)
        return {
            "load": self.load,
            "builder": self.builder,
            "as_numpy": as_numpy,
            "disable_progress_bar": lambda: None,
            "enable_progress_bar": lambda: None,
            "list_builders": lambda: [name for each in self._described for name in each["names"]],
            "ReadConfig": types.SimpleNamespace,
            "GenerateMode": types.SimpleNamespace(REUSE_DATASET_IF_EXISTS=None),
            "download": types.SimpleNamespace(DownloadConfig=types.SimpleNamespace),
            "Split": types.SimpleNamespace(TRAIN="train", TEST="test", VALIDATION="validation", ALL="all"),
            "core": core,
            "__version__": "4.9.2",
        }

    def builder(self, name: str, **_: Any) -> Builder:
        """Give the builder of a data set. Raises NotProvided when no replacement file describes it."""
        described = self._found(name)
        return Builder(name, described, self._sizes, self._note)

    def load(self, name: str, split: Any = None, **options: Any) -> Any:
        """Give the parts of a data set, as `tensorflow_datasets.load` does."""
        built = self.builder(name)
        given = {key: options[key] for key in ("batch_size", "shuffle_files", "as_supervised") if key in options}
        data = built.as_dataset(split=split, **given)
        return (data, built.info) if options.get("with_info") else data

    def _found(self, name: str) -> dict[str, Any]:
        plain = re.sub(r":\d.*$", "", name)
        for described in self._described:
            if name in described["names"] or plain in described["names"]:
                return described
        raise NotProvided(f"the data set {name!r} of tensorflow_datasets: no replacement file describes it")


class Builder:
    """The builder of one data set."""

    def __init__(
        self,
        name: str,
        described: dict[str, Any],
        sizes: Mapping[str, int] | None,
        note: Callable[[str], None],
    ) -> None:
        self.name = name
        self._described = described
        self._note = note
        self._rows = {part: rows(part, count, sizes) for part, count in described["parts"].items()}
        self.info = information(name, described, self._rows)

    def download_and_prepare(self, **_: Any) -> None:
        """Download nothing."""

    def as_dataset(
        self, split: Any = None, batch_size: int | None = None, as_supervised: bool = False, **_: Any
    ) -> Any:
        """Give the data set of a split, or those of several in the same structure."""
        if split is None:
            return {part: self.as_dataset(part, batch_size, as_supervised) for part in self._rows}
        if isinstance(split, (list, tuple)):
            return type(split)(self.as_dataset(part, batch_size, as_supervised) for part in split)
        return self._dataset(str(split), batch_size, as_supervised)

    def _dataset(self, split: str, batch_size: int | None, as_supervised: bool) -> Any:
        import numpy  # noqa: PLC0415 - the user's
        import tensorflow  # noqa: PLC0415

        pieces = [self._piece(piece.strip()) for piece in split.split("+")]
        count = len(next(iter(pieces[0].values())))
        self._note(f"tensorflow_datasets {self.name}, {split}: {count} synthetic samples")
        columns = {name: numpy.concatenate([piece[name] for piece in pieces]) for name in pieces[0]}
        columns = {name: value.astype(str) if value.dtype == object else value for name, value in columns.items()}
        chosen: Any = columns
        if as_supervised:
            chosen = tuple(columns[name] for name in self._described["supervised"])
        dataset = tensorflow.data.Dataset.from_tensor_slices(chosen)
        if batch_size is None:
            return dataset
        return dataset.batch(count if batch_size == -1 else batch_size)

    def _piece(self, split: str) -> dict[str, Any]:
        found = FRACTION.match(split)
        if found is None or found["part"] not in self._rows:
            raise NotProvided(f"the split {split!r} of the data set {self.name!r}: it has {', '.join(self._rows)}")
        part = found["part"]
        count = self._rows[part]
        made = arrays(self.name, part, count, self._described["arrays"], {})
        start, end = (position(found[name], count, self._described["parts"][part]) for name in ("from", "to"))
        return {name: value[start:end] for name, value in made.items()}


def position(text: str | None, count: int, published: int) -> int | None:
    """Give where a slice of a split begins or ends; a number of samples is scaled to those that there are."""
    if not text:
        return None
    return count * int(text[:-1]) // 100 if text.endswith("%") else int(text) * count // published


def information(name: str, described: dict[str, Any], sizes: Mapping[str, int]) -> Any:
    """Give what `with_info` gives of a data set, as far as scripts read it."""
    import tensorflow  # noqa: PLC0415 - the user's

    features: Any = {}
    for array in described["arrays"]:
        dtype = tensorflow.string if "words" in array else tensorflow.as_dtype(array["dtype"])
        classes = array["below"] - array.get("from", 0) if array.get("shape") == [] and "below" in array else None
        features[array["name"]] = types.SimpleNamespace(
            shape=tuple(array.get("shape", ())),
            dtype=dtype,
            num_classes=classes,
            names=[str(number) for number in range(classes or 0)],
            int2str=str,
            str2int=int,
        )
    parts = {part: types.SimpleNamespace(num_examples=count, name=part) for part, count in sizes.items()}
    return types.SimpleNamespace(
        name=name,
        full_name=name,
        splits=parts,
        features=Features(features),
        supervised_keys=tuple(described["supervised"]),
        description="synthetic data",
    )


class Features(dict[str, Any]):
    """The features of a data set."""

    @property
    def shape(self) -> dict[str, Any]:
        """The shape of each."""
        return {name: feature.shape for name, feature in self.items()}

    @property
    def dtype(self) -> dict[str, Any]:
        """The element type of each."""
        return {name: feature.dtype for name, feature in self.items()}


def as_numpy(data: Any) -> Any:
    """Give the arrays of a data set or of a tensor, as `tensorflow_datasets.as_numpy` does."""
    import tensorflow  # noqa: PLC0415 - the user's

    if isinstance(data, tensorflow.data.Dataset):
        return data.as_numpy_iterator()
    return tensorflow.nest.map_structure(
        lambda part: as_numpy(part) if not hasattr(part, "numpy") else part.numpy(), data
    )


class Digits:
    """A part of the digits of TensorFlow 1's tutorials: `next_batch` shuffles them anew in each epoch."""

    def __init__(self, images: Any, labels: Any, seed: int | None) -> None:
        import numpy  # noqa: PLC0415 - the user's

        self.images, self.labels = images, labels
        self.num_examples = len(images)
        self.epochs_completed = 0
        self._next = 0
        self._order = numpy.arange(self.num_examples)
        self._random = numpy.random if seed is None else numpy.random.RandomState(seed)

    def next_batch(self, batch_size: int, fake_data: bool = False, shuffle: bool = True) -> tuple[Any, Any]:
        """Give the next samples; an epoch's last are followed by the first of the next."""
        import numpy  # noqa: PLC0415 - the user's

        chosen: list[Any] = []
        wanted = batch_size
        while wanted:
            if self._next == 0 and shuffle:
                self._random.shuffle(self._order)
            part = self._order[self._next : self._next + wanted]
            chosen.append(part)
            wanted -= len(part)
            self._next += len(part)
            if self._next == self.num_examples:
                self._next = 0
                self.epochs_completed += 1
        rows_of_batch = numpy.concatenate(chosen)
        return self.images[rows_of_batch], self.labels[rows_of_batch]


def read_data_sets(made: dict[str, dict[str, Any]], *args: Any, **kwargs: Any) -> Any:
    """Give the digits as `read_data_sets` of TensorFlow 1's tutorials does."""
    import numpy  # noqa: PLC0415 - the user's

    options = {**dict(zip(READ_DATA_SETS, args)), **kwargs}  # noqa: B905 - there may be more of both

    def part(name: str) -> Digits:
        images, labels = made[name]["images"], made[name]["labels"]
        images = images if options.get("reshape", True) else images.reshape(-1, 28, 28, 1)
        return Digits(images, numpy.eye(10)[labels] if options.get("one_hot") else labels, options.get("seed"))

    return types.SimpleNamespace(train=part("train"), validation=part("validation"), test=part("test"))


READ_DATA_SETS = ("train_dir", "fake_data", "one_hot", "dtype", "reshape", "validation_size", "seed")
"""Its parameters, in their order."""
