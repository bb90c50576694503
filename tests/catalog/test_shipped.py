"""The shipped catalogue: its names, its classes, and what it must know of the libraries it describes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import farandole.catalog
import pytest
from farandole.catalog import Catalog, Entry, load
from farandole.catalog.schema import schema
from farandole.catalog.tables import expanded, read

FILES = [path for path in Path(farandole.catalog.__file__).parent.rglob("*.toml") if path.name != "schema.toml"]
WITHOUT_RATE = {
    "tensorflow.keras.optimizers.Optimizer",
    "tensorflow.train.Optimizer",
    # Its step size comes from the gradients alone.
    "tensorflow_addons.optimizers.COCOB",
}


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    """Give the shipped catalogue."""
    return load()


def entry(catalog: Catalog, name: str) -> Entry:
    """Give an entry that must be there."""
    found = catalog.entry(name)
    assert found is not None, name
    return found


@pytest.mark.parametrize(
    ("name", "canonical"),
    [
        ("tensorflow.compat.v1.train.AdamOptimizer", "tensorflow.train.AdamOptimizer"),
        ("tensorflow.compat.v2.keras.Model", "tensorflow.keras.Model"),
        ("tensorflow_core.python.keras.models.Sequential", "tensorflow.keras.Sequential"),
        ("tensorflow.python.keras.engine.training.Model", "tensorflow.keras.Model"),
        ("keras.models.Model", "tensorflow.keras.Model"),
        ("keras.engine.training.Model.fit", "tensorflow.keras.Model.fit"),
        ("keras.optimizers.adam", "tensorflow.keras.optimizers.Adam"),
        ("keras.optimizers.adam.Adam", "tensorflow.keras.optimizers.Adam"),
        ("keras.optimizers.adam_v2.Adam", "tensorflow.keras.optimizers.Adam"),
        ("tensorflow.optimizers.Adam", "tensorflow.keras.optimizers.Adam"),
        ("tensorflow.keras.optimizers.legacy.SGD", "tensorflow.keras.optimizers.SGD"),
        ("tensorflow.keras.optimizers.experimental.AdamW", "tensorflow.keras.optimizers.AdamW"),
        ("tensorflow.losses.Huber", "tensorflow.keras.losses.Huber"),
        ("tensorflow.initializers.global_variables", "tensorflow.global_variables_initializer"),
        ("keras.backend.tensorflow_backend.set_session", "tensorflow.keras.backend.set_session"),
        ("keras.applications.resnet50.ResNet50", "tensorflow.keras.applications.ResNet50"),
        ("tensorflow.gfile.MakeDirs", "tensorflow.io.gfile.makedirs"),
        ("tensorflow.contrib.data.shuffle_and_repeat", "tensorflow.data.experimental.shuffle_and_repeat"),
        ("tensorflow.estimator.StopAtStepHook", "tensorflow.train.StopAtStepHook"),
        ("horovod.keras.callbacks.MetricAverageCallback", "horovod.tensorflow.keras.callbacks.MetricAverageCallback"),
        ("tqdm.auto.tqdm", "tqdm.tqdm"),
        ("print", "builtins.print"),
        ("acme.keras.Model", "acme.keras.Model"),
        ("kerasplotlib.Model", "kerasplotlib.Model"),
    ],
)
def test_every_name_of_a_thing_leads_to_one(catalog: Catalog, name: str, canonical: str) -> None:
    assert catalog.canonical(name) == canonical


def test_names_read_step_by_step_lead_to_the_same(catalog: Catalog) -> None:
    for name in [*catalog.aliases, *catalog.entries]:
        step = ""
        for part in name.split("."):
            step = catalog.canonical(f"{step}.{part}" if step else part)
        assert step == catalog.canonical(name)


def test_every_alias_leads_to_something_described(catalog: Catalog) -> None:
    described = {
        ".".join(parts[:end])
        for name in catalog.entries
        for parts in [name.split(".")]
        for end in range(len(parts) + 1)
    }
    assert {alias for alias in catalog.aliases if catalog.canonical(alias) not in described} == set()


def test_every_name_is_described_once() -> None:
    names = Counter(
        name
        for path in FILES
        for heading, value in read(path).data.items()
        if isinstance(value, dict) and heading != "aliases"
        for name in expanded(heading)
    )
    assert [name for name, times in names.items() if times > 1] == []


def test_the_packages_are_those_described(catalog: Catalog) -> None:
    written = {name.partition(".")[0] for name in [*catalog.entries, *catalog.aliases]}
    searches = {"GPyOpt", "autokeras", "bayes_opt", "hyperas", "hyperopt", "keras_tuner", "optuna", "ray", "skopt"}
    settings = {"addict", "attrdict", "box", "bunch", "dotmap", "easydict", "ml_collections", "munch", "types", "yacs"}
    others = {"datetime", "fire", "functools", "hydra", "itertools", "scikeras", "talos", "time"}
    of_tensorflow = {"sugartensor", "tensorflow_gan", "tensorflow_probability", "tensorlayer", "tensorpack", "tflearn"}
    fields = {"attr", "attrs", "dataclasses"}
    learners = {"fasttext", "gensim", "umap"}
    models = {"keras_vggface", "segmentation_models"}
    writers = {"SimpleITK", "tifffile"}
    listers = {"glob2", "imutils"}
    trackers = {"aim", "azureml", "clearml", "dvclive", "neptune", "nni", "trains", "visdom"}
    messengers = {"playsound", "requests", "slack", "slack_sdk", "slackweb", "smtplib", "telegram", "telegram_send"}
    stores = {"boto3", "firebase_admin", "google"}
    others |= {"kagglehub", "nltk", "webbrowser", "winsound"}
    others |= {"collections", "copy", "heapq", "inspect", "math", "operator", "statistics", "string"}
    outside = {*trackers, *messengers, *stores}
    in_part = {*searches, *settings, *fields, *learners, *models, *others, *of_tensorflow, *writers, *listers, *outside}
    assert {name.partition(".")[0] for name in catalog.entries} - catalog.packages == in_part
    assert catalog.packages <= written
    assert catalog.knows("tensorflow.anything")
    assert catalog.knows("keras")
    assert not catalog.knows("tensorflow_probability.layers")


def test_every_class_that_is_named_is_described(catalog: Catalog) -> None:
    for each in catalog.entries.values():
        named = {*each.bases, each.facts.get("item"), each.returns} - {None, "self", "receiver"}
        for name in named:
            assert entry(catalog, str(name)).kind == "class", (each.name, name)


def test_every_role_and_fact_is_used(catalog: Catalog) -> None:
    roles = {each.role for each in catalog.entries.values()}
    facts = {fact for each in catalog.entries.values() for fact in each.facts}
    assert set(schema().roles) == roles - {None}
    assert set(schema().facts) == facts


def test_methods_and_roles_are_found_through_bases(catalog: Catalog) -> None:
    assert entry(catalog, "tensorflow.keras.Sequential.fit").name == "tensorflow.keras.Model.fit"
    assert entry(catalog, "keras.Sequential.add").name == "tensorflow.keras.Sequential.add"
    assert (
        entry(catalog, "tensorflow.compat.v1.train.AdamOptimizer.minimize").name
        == "tensorflow.train.Optimizer.minimize"
    )
    assert catalog.entry("tensorflow.keras.Sequential.fitt") is None
    assert catalog.role("keras.applications.vgg16.VGG16") == "model"
    assert catalog.role("tensorflow.train.exponential_decay()") == "schedule"
    assert catalog.role("tensorflow.keras.nothing") is None
    assert catalog.is_a("keras.Sequential", "tensorflow.keras.models.Model")
    assert not catalog.is_a("tensorflow.keras.Model", "tensorflow.keras.Sequential")


def test_every_optimizer_has_a_rate_or_wraps_one_that_has(catalog: Catalog) -> None:
    optimizers = [
        each
        for each in catalog.entries.values()
        if each.kind == "class" and each.role in ("optimizer", "loss-scale-optimizer") and each.name not in WITHOUT_RATE
    ]
    assert [each.name for each in optimizers if not {"learning-rate", "wraps"} & each.facts.keys()] == []
    assert {each.facts["api"] for each in optimizers} == {"keras", "tf1"}


@pytest.mark.parametrize(
    ("name", "rate", "older"),
    [
        ("SGD", 0.01, None),
        ("RMSprop", 0.001, None),
        ("Adagrad", 0.001, 0.01),
        ("Adadelta", 0.001, 1.0),
        ("Adam", 0.001, None),
        ("Adamax", 0.001, 0.002),
        ("Nadam", 0.001, 0.002),
        ("Ftrl", 0.001, None),
        ("AdamW", 0.001, None),
        ("Adafactor", 0.001, None),
        ("Lion", 0.0001, None),
    ],
)
def test_optimizers_are_found_by_their_strings(catalog: Catalog, name: str, rate: float, older: float | None) -> None:
    found = catalog.identified(name, "optimizer")
    assert found is entry(catalog, f"keras.optimizers.{name}")
    assert found is catalog.identified(name.lower(), "optimizer")
    facts = found.facts["learning-rate"]
    assert isinstance(facts, Mapping)
    assert (facts.get("parameter"), facts.get("default"), facts.get("older")) == ("learning_rate", rate, older)
    assert found.position("learning_rate") == 0


def test_a_string_stands_for_one_class(catalog: Catalog) -> None:
    strings = Counter(each.facts["identifier"] for each in catalog.entries.values() if "identifier" in each.facts)
    assert set(strings.values()) == {1}
    assert catalog.identified("adamm", "optimizer") is None
    assert catalog.identified("adam", "model") is None


def test_what_writes_or_prints_says_what_it_gives_back(catalog: Catalog) -> None:
    callables = [each for each in catalog.entries.values() if each.kind in ("function", "method")]
    effects = {"prints", "writes", "downloads"}
    assert [
        each.name for each in callables if any(each.facts.get(key) for key in effects) and "result" not in each.facts
    ] == []


def test_what_changes_a_dataset_says_how_many_elements_are_left(catalog: Catalog) -> None:
    for each in catalog.entries.values():
        if each.facts.get("data") not in (None, "consume"):
            assert "cardinality" in each.facts, each.name
        if each.facts.get("data") in ("take", "skip", "repeat") or each.facts.get("data") == "filtering":
            assert (each.facts["data"] == "filtering") == (each.facts["cardinality"] == "unknown"), each.name


def test_keras_training_methods_take_their_arguments_where_keras_has_them(catalog: Catalog) -> None:
    fit = entry(catalog, "keras.Sequential.fit")
    assert [fit.position(name) for name in ("x", "y", "callbacks", "steps_per_epoch")] == [0, 1, 5, 12]
    # Keras 2.3 has another parameter here, so that no position is safe.
    assert fit.position("validation_freq") is None
    generator = entry(catalog, "keras.models.Model.fit_generator")
    assert [generator.position(name) for name in ("generator", "steps_per_epoch", "callbacks")] == [0, 1, 4]
