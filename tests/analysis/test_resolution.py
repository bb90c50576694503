"""Names are resolved whatever the import form, and roles follow values: through functions, classes and modules."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from farandole.analysis.points_to.values import Class, Library
from farandole.frameworks.analyse import analyse
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.training import Pattern
from farandole.options import Options

FIT = "model.compile('adam', 'mse')\nmodel.fit([[1.0]] * 64, [[2.0]] * 64)\n"


def project(folder: Path, files: dict[str, str], entry: str = "train.py") -> Script:
    """Write the files of a project and analyse its script."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return analyse(folder / entry, Options())


def patterns(script: Script) -> list[Pattern]:
    return [training.pattern for training in script.trainings]


@pytest.mark.parametrize(
    "text",
    [
        "import tensorflow as tf\nmodel = tf.keras.Sequential()\n",
        "import tensorflow\nmodel = tensorflow.keras.models.Sequential()\n",
        "import tensorflow.keras\nmodel = tensorflow.keras.Sequential()\n",
        "import tensorflow.keras as K\nmodel = K.Model()\n",
        "from tensorflow import keras\nmodel = keras.Sequential()\n",
        "from tensorflow.keras import Sequential as S\nmodel = S()\n",
        "from tensorflow.keras.models import *\nmodel = Sequential()\n",
        "import keras\nmodel = keras.models.Sequential()\n",
        "import tensorflow.compat.v2 as tf\nmodel = tf.keras.Sequential()\n",
        "from tensorflow.python import keras\nmodel = keras.Sequential()\n",
        "try:\n    from keras.models import Sequential\nexcept ImportError:\n    from tensorflow.keras.models import Sequential\nmodel = Sequential()\n",
        "def build():\n    from tensorflow import keras\n    return keras.Sequential()\nmodel = build()\n",
        "import tensorflow as tf\nk = tf.keras\nmake = k.Sequential\nmodel = make()\n",
        "import tensorflow as tf\nmodel = getattr(tf.keras, 'Sequential')()\n",
        "import tensorflow as tf\nmodel = tf.keras.applications.ResNet50(weights=None)\n",
        "import tensorflow as tf\nmodel = tf.keras.models.clone_model(tf.keras.Sequential())\n",
        "import tensorflow as tf\nmodels = {'a': tf.keras.Sequential()}\nmodel = models['a']\n",
        "import tensorflow as tf\n(model, other) = (tf.keras.Sequential(), None)\n",
        "import tensorflow as tf\nif (model := tf.keras.Sequential()):\n    pass\n",
        "import tensorflow as tf\nfor model in [tf.keras.Sequential()]:\n    pass\n",
        "import functools, tensorflow as tf\nmodel = functools.partial(tf.keras.Sequential, [])()\n",
        "import tensorflow as tf\nmodel = type(tf.keras.Sequential())()\n",
        "import tensorflow as tf\nclass Net(tf.keras.Model):\n    def new(self):\n        return type(self)()\nmodel = Net().new()\n",
    ],
)
def test_a_model_is_found_through_every_import_form(text: str, tmp_path: Path) -> None:
    assert patterns(project(tmp_path, {"train.py": text + FIT})) == [Pattern.KERAS]


@pytest.mark.parametrize(
    "text",
    [
        "class model:\n    @staticmethod\n    def compile(*a): pass\n    @staticmethod\n    def fit(*a): pass\n",
        "from sklearn.linear_model import LinearRegression\nmodel = LinearRegression()\nmodel.compile = print\n",
    ],
)
def test_what_is_no_model_is_not_taken_for_one(text: str, tmp_path: Path) -> None:
    assert (
        patterns(project(tmp_path, {"train.py": "import tensorflow as tf\n" + text + "model.fit([[1]], [2])\n"})) == []
    )


def test_the_class_hierarchy_covers_the_project(tmp_path: Path) -> None:
    script = project(
        tmp_path,
        {
            "train.py": "from nets import ResNet as Net\nmodel = Net()\n" + FIT,
            "nets/__init__.py": "from .resnet import *\n",
            "nets/base.py": "from tensorflow import keras\nBase = keras.Model\n\nclass Named(Base):\n    pass\n",
            "nets/resnet.py": "from . import base as b\n\nclass _Own(b.Named):\n    pass\n\nclass ResNet(_Own):\n    pass\n",
        },
    )
    assert patterns(script) == [Pattern.KERAS]
    (model,) = script.trainings[0].models
    assert isinstance(model.of, Class)
    order = [each.name if isinstance(each, Library) else each.site.node.name for each in script.flow.mro(model.of)]  # type: ignore[attr-defined]
    assert order == ["ResNet", "_Own", "Named", "tensorflow.keras.Model"]


def test_a_class_that_a_package_stars_from_a_module_of_its_name_is_no_module(tmp_path: Path) -> None:
    script = project(
        tmp_path,
        {
            "train.py": "from nets import ResNet\nmodel = ResNet()\n" + FIT,
            "nets/__init__.py": "from nets.ResNet import *\n",
            "nets/ResNet.py": "from tensorflow import keras\n\nclass ResNet(keras.Model):\n    pass\n",
        },
    )
    assert patterns(script) == [Pattern.KERAS]


def test_a_module_that_a_starred_module_takes_from_their_package_is_that_module(tmp_path: Path) -> None:
    script = project(
        tmp_path,
        {
            "nets/__init__.py": "from nets.builder import *\nfrom nets.layers import *\n",
            "nets/builder.py": "from nets import layers\ndef build():\n    return layers.network()\n",
            "nets/layers.py": "import tensorflow as tf\ndef network():\n    return tf.keras.Sequential()\n",
            "train.py": "import nets\nmodel = nets.build()\n" + FIT,
        },
    )
    (called,) = (call for call in script.calls if call.attribute == "network")
    assert called.functions


def test_a_module_that_a_starred_name_hides_is_no_module_of_the_program(tmp_path: Path) -> None:
    files = {
        "nets/__init__.py": "from nets.shown import *\n",
        "nets/shown.py": "def hidden():\n    return 1\n",
        "nets/hidden.py": "x = 1\n",
        "train.py": "from nets import hidden\nhidden()\n",
    }
    script = project(tmp_path, files)
    assert "hidden.py" not in {document.path.name for document in script.documents}
    assert script.def_use


@pytest.mark.parametrize("order", [("models", "layers"), ("layers", "models")])
def test_a_name_that_one_starred_library_is_known_to_have_is_not_taken_from_another(
    order: tuple[str, str], tmp_path: Path
) -> None:
    stars = "".join(f"from keras.{module} import *\n" for module in order)
    script = project(tmp_path, {"train.py": stars + "x = Input((1,))\nmodel = Model(x, Dense(1)(x))\n" + FIT})
    assert patterns(script) == [Pattern.KERAS]


@pytest.mark.parametrize("order", [("helpers", "keras.preprocessing.image"), ("keras.preprocessing.image", "helpers")])
def test_a_name_that_a_starred_module_binds_is_not_taken_from_a_starred_library(
    order: tuple[str, str], tmp_path: Path
) -> None:
    stars = "".join(f"from {module} import *\n" for module in order)
    text = stars + "model = tf.keras.Sequential([tf.keras.layers.Dense(1)])\n" + FIT
    script = project(tmp_path, {"train.py": text, "helpers.py": "import tensorflow as tf\n"})
    assert patterns(script) == [Pattern.KERAS]


@pytest.mark.parametrize(
    "imported", ["from . import models", "from nets import models", "from . import models as models"]
)
def test_a_package_imports_a_module_of_its_own(imported: str, tmp_path: Path) -> None:
    files = {
        "nets/__init__.py": f"{imported}\n",
        "nets/models/__init__.py": "from .dense import build\n",
        "nets/models/dense.py": "from tensorflow import keras\ndef build():\n    return keras.Sequential()\n",
        "train.py": "import nets\nmodel = nets.models.build()\n" + FIT,
    }
    assert "dense.py" in {document.path.name for document in project(tmp_path, files).documents}


def test_a_package_that_imports_from_itself_has_the_names_that_it_binds(tmp_path: Path) -> None:
    files = {
        "nets/__init__.py": "from tensorflow.keras import Sequential\nfrom nets import Sequential as Model\n",
        "train.py": "import nets\nmodel = nets.Model()\n" + FIT,
    }
    made = project(tmp_path, files).calls_to("tensorflow.keras.Sequential")
    assert [ast.unparse(call.node) for call in made] == ["nets.Model()"]


def test_a_root_that_is_a_package_by_accident_is_no_part_of_the_names_below_it(tmp_path: Path) -> None:
    script = project(
        tmp_path,
        {
            "setup.py": "",
            "__init__.py": "",
            "src/__init__.py": "",
            "src/nets.py": "from tensorflow import keras\n\nclass Net(keras.Model):\n    pass\n",
            "src/train.py": "from .nets import Net\nmodel = Net()\n" + FIT,
        },
        entry="src/train.py",
    )
    assert patterns(script) == [Pattern.KERAS]


@pytest.mark.parametrize("environment", [".venv", "venv"])
def test_an_installed_library_that_defines_models_is_followed(environment: str, tmp_path: Path) -> None:
    packages = f"{environment}/lib/python3.11/site-packages"
    script = project(
        tmp_path,
        {
            "pyproject.toml": "",
            "train.py": "from zoo import Net\nmodel = Net()\nmodel.fit([[1.0]] * 64, [[2.0]] * 64)\n",
            f"{packages}/zoo/__init__.py": "from .nets import Net\n",
            f"{packages}/zoo/nets.py": "import tensorflow as tf\n\nclass Net(tf.keras.Model):\n    pass\n",
        },
    )
    assert patterns(script) == [Pattern.KERAS]
    assert [document.path.name for document in script.documents] == ["train.py"]


@pytest.mark.parametrize(
    "text",
    [
        "opt = tf.keras.optimizers.Adam()\n\ndef step(optimizer):\n    optimizer.apply_gradients(grads())\n\nstep(opt)\n",
        "class T:\n    def __init__(self):\n        self.o = tf.keras.optimizers.Adam()\n    def step(self):\n        self.o.apply_gradients(grads())\n\nT().step()\n",
        "class Base:\n    def step(self):\n        self.o.apply_gradients(grads())\n\nclass T(Base):\n    def __init__(self):\n        self.o = tf.keras.optimizers.Adam()\n\nT().step()\n",
        "def make():\n    def inner():\n        return tf.keras.optimizers.Adam()\n    return inner()\n\nmake().apply_gradients(grads())\n",
        "opts = [tf.keras.optimizers.Adam(), None]\nopts[0].apply_gradients(grads())\n",
        "opt = None\n\ndef setup():\n    global opt\n    opt = tf.keras.optimizers.Adam()\n\nsetup()\nopt.apply_gradients(grads())\n",
        "opt = tf.keras.optimizers.Adam() if w else None\n(lambda o: o.apply_gradients(grads()))(opt)\n",
        "def run(*, optimizer):\n    optimizer.apply_gradients(grads())\n\nrun(**{'optimizer': tf.keras.optimizers.Adam()})\n",
    ],
)
def test_an_optimizer_is_followed_to_its_step(text: str, tmp_path: Path) -> None:
    head = (
        "import tensorflow as tf\nw = tf.Variable(1.0)\n\ndef grads():\n    with tf.GradientTape() as tape:\n"
        "        loss = w * w\n    return zip(tape.gradient(loss, [w]), [w])\n\n"
    )
    script = project(tmp_path, {"train.py": head + text})
    assert patterns(script) == [Pattern.GRADIENT_TAPE]
    (optimizer,) = script.trainings[0].optimizers
    assert optimizer.of == Library("tensorflow.keras.optimizers.Adam")


def test_a_project_adds_to_the_catalogue(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text('["zoo.Net"]\nbases = ["tensorflow.keras.Model"]\n', encoding="utf-8")
    (tmp_path / "train.py").write_text("import zoo\nzoo.Net().fit([[1.0]])\n", encoding="utf-8")
    assert patterns(analyse(tmp_path / "train.py", Options())) == []
    assert patterns(analyse(tmp_path / "train.py", Options(catalog=(tmp_path / "own.toml",)))) == [Pattern.KERAS]


@pytest.mark.parametrize(
    ("handed", "line"),
    [
        ("super().fit(x, y, *args, **kwargs)", 7),
        ("super(Model, self).fit(x, y, *args, **kwargs)", 7),
        ("super().fit(x, y, epochs=3)", 4),
        ("super().fit(y, x, *args, **kwargs)", 4),
        ("(x := x[:32], super().fit(x, y, *args, **kwargs))", 4),
        ("(kwargs.setdefault('epochs', 3), super().fit(x, y, *args, **kwargs))", 4),
    ],
)
def test_a_method_that_hands_over_to_the_one_it_overrides_is_that_method(
    tmp_path: Path, handed: str, line: int
) -> None:
    text = f"""\
from tensorflow import keras
class Model(keras.Model):
    def fit(self, x=None, y=None, *args, **kwargs):
        return {handed}
model = Model()
model.compile("adam", "mse")
model.fit([[1.0]] * 64, [[2.0]] * 64)
"""
    script = project(tmp_path, {"train.py": text})
    assert [step.node.lineno for training in script.trainings for step in training.steps] == [line]


@pytest.mark.parametrize(
    "text",
    [
        "def train(model):\n    model.fit([[1.0]] * 64, [[2.0]] * 64, epochs=3)\n",
        "def train(model):\n    model.compile(loss='mse')\n",
        "def train(model):\n    model.compile('adam', 'mse')\n    model.fit([[1.0]] * 64, [[2.0]] * 64)\n",
        "from own import Net\nmodel = Net()\nmodel.compile('adam', 'mse')\nmodel.train_on_batch([[1.0]], [[2.0]])\n",
    ],
)
def test_an_unknown_object_is_known_by_its_use(text: str, tmp_path: Path) -> None:
    script = project(tmp_path, {"train.py": "import tensorflow as tf\n" + text})
    calls = script.calls_to("tensorflow.keras.Model.fit", "tensorflow.keras.Model.compile")
    assert {script.role_of(each) for call in calls for each in call.receivers} == {"model"}


def test_iterators_of_one_base_class_are_each_iterated_over_once(tmp_path: Path) -> None:
    """What their `__iter__` gives may be any of them: by all the ways from one to another it would take for ever."""
    names = [f"Pass{number}" for number in range(14)]
    base = "class Base:\n    def __init__(self, held): self.held = held\n    def __iter__(self): return self\n"
    passes = (f"class {name}(Base):\n    def __next__(self): return self.held[0]\n" for name in names)
    text = f"import tensorflow as tf\n{base}{''.join(passes)}models = [tf.keras.Sequential()]\n"
    text += f"for passed in ({', '.join(f'{name}(models)' for name in names)}):\n    for model in passed:\n        "
    assert patterns(project(tmp_path, {"train.py": text + FIT.strip().replace("\n", "\n        ") + "\n"})) == [
        Pattern.KERAS
    ]


def test_a_method_with_defaults_of_its_own_is_not_the_one_it_overrides(tmp_path: Path) -> None:
    text = """\
from tensorflow import keras
class Model(keras.Model):
    def compile(self, optimizer=keras.optimizers.SGD(0.01), loss="mse", **kwargs):
        super().compile(optimizer=optimizer, loss=loss, **kwargs)
model = Model()
model.compile()
model.fit([[1.0]], [[2.0]])
"""
    script = project(tmp_path, {"train.py": text})
    [compiled] = script.calls_to("tensorflow.keras.Model.compile")
    assert compiled.node.lineno == 4
