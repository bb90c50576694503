// What a user sees and does, in real VS Code. Each scenario gets a running installation.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, readdirSync, readlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { CLIENT, example, workspace } from "./workbench.mjs";

const PYTHON = process.env.PYTHON ?? "python3";
const HOROVOD_PYTHON = process.env.HOROVOD_PYTHON; // has TensorFlow and Horovod
const KERAS = example("keras_fit.py");
const OPTIMIZER = { line: 31, column: 34 };

const BLOCKED = `\
import tensorflow as tf

with tf.distribute.experimental.ParameterServerStrategy().scope():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile("sgd", "mse")
model.fit([[1.0]] * 64, [[2.0]] * 64)
`;
const FACTORY = `\
import tensorflow as tf


def make_optimizer():
    return tf.keras.optimizers.Adam(0.001)
`;
const USER = `\
import tensorflow as tf
from factory import make_optimizer

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(make_optimizer(), "mse")
model.fit([[1.0], [2.0]] * 32, [[2.0], [3.0]] * 32, epochs=3)
`;
const UNSEEN = `\
import mylib
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(mylib.optimizer(), "mse")
model.fit([[1.0], [2.0]] * 32, [[2.0], [3.0]] * 32, epochs=3)
`;
const HALF = `\
import horovod.tensorflow.keras as hvd
import tensorflow as tf

hvd.init()
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(tf.keras.optimizers.SGD(0.1 * hvd.size()), "mse")
model.fit([[1.0], [2.0]] * 32, [[2.0], [3.0]] * 32, epochs=3)
`;
const STAGED = `\
import tensorflow as tf


@tf.function
def norm(x):
    total = tf.reduce_sum(x)
    print("total", total)
    return x / total


def loss(x, y):
    error = tf.reduce_mean(tf.square(x - y))
    print("loss", error)
    return error


def value(x):
    return tf.reduce_sum(x).numpy()
`;
const UNEQUAL = `\
import horovod.tensorflow.keras as hvd
import numpy as np
import tensorflow as tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class Noise(tf.keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        weights = self.model.get_weights()
        self.model.set_weights([each + hvd.rank() for each in weights])


x = np.linspace(0, 1, 64, dtype="float32")[:, None]
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(1,))])
model.compile(
    hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.01 * hvd.size())), "mse"
)
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x[shard],
    (2 * x)[shard],
    epochs=2,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0), Noise()],
    verbose=1 if hvd.rank() == 0 else 0,
)
`;
const BEGUN = `\
import horovod.tensorflow.keras as hvd
import numpy as np
import tensorflow as tf

hvd.init()
x = np.random.rand(64, 4)

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(tf.keras.optimizers.SGD(0.1), "mse")
model.fit(x, x.sum(axis=1), batch_size=8, epochs=3, callbacks=[tf.keras.callbacks.ModelCheckpoint("best.h5")])
`;
const CELLS = [
  "import tensorflow as tf\n",
  "model = tf.keras.Sequential([tf.keras.layers.Dense(1)])\nmodel.compile(tf.keras.optimizers.SGD(0.1), 'mse')\n",
  "model.fit([[1.0], [2.0]] * 32, [[2.0], [3.0]] * 32)\n",
];
const DISTRIBUTED = `\
import horovod.tensorflow.keras as hvd

hvd.init()
`;

/** Give files as \`farandole distribute --write\` leaves them. */
function distributed(files, entry, ...options) {
  const folder = workspace(files);
  const run = path.join(CLIENT, "bundled", "run.py");
  execFileSync(PYTHON, ["-I", run, "distribute", entry, "--write", ...options], { cwd: folder, stdio: "pipe" });
  return Object.fromEntries(Object.keys(files).map((name) => [name, readFileSync(path.join(folder, name), "utf8")]));
}

function notebook(cells) {
  const sources = cells.map((source) => ({
    cell_type: "code",
    execution_count: null,
    metadata: {},
    outputs: [],
    source: source.trimEnd().split(/(?<=\n)/),
  }));
  return { cells: sources, metadata: { language_info: { name: "python" } }, nbformat: 4, nbformat_minor: 2 };
}

/** Give the processes of a window's server: they run in its folder. */
function servers(workbench) {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        const command = readFileSync(`/proc/${name}/cmdline`, "utf8").split("\0");
        return command.some((word) => word.endsWith("bundled/run.py")) && readlinkSync(`/proc/${name}/cwd`) === workbench.folder;
      } catch {
        return false; // it has ended meanwhile
      }
    })
    .map(Number);
}

/** Say whether a program runs that was started below this process. */
function running(program) {
  const commands = execFileSync("ps", ["-eo", "pid,ppid,args"], { encoding: "utf8" }).trim().split("\n").slice(1);
  const rows = commands.map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line).slice(1));
  const below = new Set([String(process.pid)]);
  for (let size = 0; size < below.size; ) {
    size = below.size;
    for (const [pid, parent] of rows) if (below.has(parent)) below.add(pid);
  }
  return rows.some(([pid, , command]) => below.has(pid) && command.includes(program));
}

function writeSettings(folder, settings) {
  mkdirSync(path.join(folder, ".vscode"), { recursive: true });
  writeFileSync(path.join(folder, ".vscode", "settings.json"), JSON.stringify(settings));
}

async function until(what, condition, limit = 240_000) {
  const end = Date.now() + limit;
  for (;;) {
    const found = await condition();
    if (found) return found;
    if (Date.now() > end) throw new Error(`waited in vain: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** In the page: count in every frame what is shown, and note how far the line of the training is below the line before it. */
function watch() {
  const lines = () => [...document.querySelectorAll(".editor-instance .view-line")];
  const shown = {
    lens: () => document.querySelectorAll(".codelens-decoration a, .codelens-decoration span").length,
    inlay: () => lines().filter((line) => line.textContent.includes("→")).length,
    diagnostic: () => document.querySelectorAll(".squiggly-warning, .squiggly-error, .squiggly-info, .squiggly-hint").length,
    status: () => document.querySelectorAll('.statusbar-item[id^="farandole."] a').length,
  };
  const count = () => Object.fromEntries(Object.entries(shown).map(([what, number]) => [what, number()]));
  const top = (text) => lines().find((line) => line.textContent.replaceAll("\u00a0", " ").startsWith(text))?.getBoundingClientRect().top;
  const before = count();
  const missing = Object.fromEntries(Object.keys(before).map((what) => [what, 0]));
  const distances = new Set();
  globalThis.watched = { frames: 0, missing, least: { ...before }, jumps: [] };
  const look = () => {
    for (const [what, number] of Object.entries(count())) {
      if (number < before[what]) missing[what]++;
      globalThis.watched.least[what] = Math.min(globalThis.watched.least[what], number);
    }
    distances.add(top("model.fit") - top("model.compile"));
    globalThis.watched.jumps = [...distances];
    globalThis.watched.frames++;
    requestAnimationFrame(look);
  };
  look();
}

const counted = (workbench, text) => workbench.status.filter({ hasText: text }).waitFor();

/** Open a window with a training script that is understood. */
async function opened(open, files = { "train.py": KERAS }, status = "0 of 8 steps") {
  const workbench = await open(workspace(files));
  await workbench.openFile(Object.keys(files)[0]);
  await counted(workbench, status);
  return workbench;
}

export const scenarios = {
  "an example is counted and explained, and nothing in it is underlined": async ({ open }) => {
    const workbench = await opened(open);
    await workbench.hints.first().waitFor();
    assert.equal(await workbench.squiggles.count(), 0);
    await workbench.picture("opened");
    const hover = await workbench.hover(OPTIMIZER.line, OPTIMIZER.column);
    await hover.getByText("tensorflow.keras.optimizers.SGD").first().waitFor();
    await hover.getByText("HVD103").first().waitFor();
    await hover.getByText("hvd.DistributedOptimizer(").first().waitFor();
    await workbench.picture("hover");
    await workbench.goTo(36);
    await workbench.lenses.filter({ hasText: "0 of 8 steps done" }).waitFor();
  },

  "Distribute with Horovod gives what the command line gives, and one Undo takes it back": async ({ open }) => {
    const workbench = await opened(open);
    const menu = await workbench.lightBulb(OPTIMIZER.line, OPTIMIZER.column);
    await workbench.choose(menu, "Distribute with Horovod");
    await counted(workbench, "8 of 8 steps");
    await workbench.picture("distributed");
    assert.equal(await workbench.save("train.py"), distributed({ "train.py": KERAS }, "train.py")["train.py"]);
    await workbench.undo();
    await counted(workbench, "0 of 8 steps");
    assert.equal(await workbench.save("train.py"), KERAS);
  },

  "the preview can be discarded, or applied": async ({ open }) => {
    const workbench = await opened(open);
    await workbench.command("Farandole: Preview the Distribution");
    await workbench.refactorPreview.getByText("Discard").click();
    await workbench.refactorPreview.waitFor({ state: "hidden" });
    await workbench.page.locator(".tab.active:not(.dirty)").waitFor();

    await workbench.goTo(36);
    const apply = workbench.refactorPreview.getByText("Apply", { exact: true });
    await workbench.insist(async () => {
      await workbench.lens("Preview", apply);
      await apply.click();
    }, workbench.status.filter({ hasText: "8 of 8 steps" }));
    assert.equal(await workbench.save("train.py"), distributed({ "train.py": KERAS }, "train.py")["train.py"]);
    await workbench.undo();
    assert.equal(await workbench.save("train.py"), KERAS);
  },

  "Horovod is removed again, after a preview": async ({ open }) => {
    const files = distributed({ "train.py": KERAS }, "train.py");
    const workbench = await opened(open, files, "8 of 8 steps");
    await workbench.command("Farandole: Preview the Removal of Horovod");
    await workbench.refactorPreview.getByText("Apply", { exact: true }).waitFor();
    await workbench.picture("removal-preview");
    await workbench.refactorPreview.getByText("Discard").click();
    await workbench.refactorPreview.waitFor({ state: "hidden" });
    assert.equal(workbench.read("train.py"), files["train.py"]);

    await workbench.command("Farandole: Remove Horovod");
    await counted(workbench, "0 of 8 steps");
    const left = await workbench.save("train.py");
    assert.doesNotMatch(left, /horovod|hvd/);
    assert.equal(distributed({ "train.py": left }, "train.py")["train.py"], files["train.py"]);
  },

  "what was distributed by hand is shown before Horovod is removed from it": async ({ open }) => {
    const workbench = await open(workspace({ "train.py": HALF }));
    await workbench.openFile("train.py");
    await workbench.squiggles.first().waitFor();
    await workbench.command("Farandole: Remove Horovod");
    const apply = workbench.refactorPreview.getByText("Apply", { exact: true });
    await apply.waitFor();
    await workbench.picture("removal-by-hand");
    assert.equal(workbench.read("train.py"), HALF);
    await apply.click();
    await workbench.squiggles.first().waitFor({ state: "detached" });
    assert.doesNotMatch(await workbench.save("train.py"), /horovod|hvd/);
  },

  "a quick-fix mends one step, with those that it needs": async ({ open }) => {
    const workbench = await opened(open);
    const menu = await workbench.lightBulb(OPTIMIZER.line, OPTIMIZER.column);
    await workbench.choose(menu, "Average the gradients over the processes (HVD104)");
    await workbench.status.filter({ hasNotText: "0 of 8" }).waitFor();
    await workbench.picture("one-step");
    const expected = distributed({ "train.py": KERAS }, "train.py", "--select", "HVD104");
    assert.equal(await workbench.save("train.py"), expected["train.py"]);
  },

  "a script that is refused stays as it is, and the reason is told": async ({ open }) => {
    const workbench = await open(workspace({ "train.py": BLOCKED }));
    await workbench.openFile("train.py");
    await workbench.lenses.filter({ hasText: "can't be distributed. Line 3" }).waitFor();
    await counted(workbench, "can't be distributed");
    const hover = await workbench.hover(6, 7);
    await hover.getByText("Train on one device").first().waitFor();
    await workbench.picture("refused-hover");
    await workbench.page.keyboard.press("Escape");
    await workbench.goTo(6, 7);
    await workbench.command("Refactor...");
    const menu = workbench.page.locator(".action-widget");
    await menu.getByText("Distribute with Horovod").waitFor();
    await workbench.picture("refused-light-bulb");
    assert.equal(await menu.locator(".monaco-list-row.action:not(.option-disabled)").filter({ hasText: "HVD" }).count(), 0);
    await workbench.page.keyboard.press("Escape");
    await workbench.command("Farandole: Distribute with Horovod");
    await workbench.notification("HVD232").waitFor();
    await workbench.picture("refused-toast");
    await workbench.command("Notifications: Clear All Notifications");
    await workbench.command("Farandole: Preview the Distribution");
    const told = workbench.notification("HVD232");
    await told.getByText("Show", { exact: true }).click();
    await workbench.page.getByText("Ln 3, Col").waitFor();
    await workbench.page.locator(".tab.active:not(.dirty)").waitFor();
    assert.equal(workbench.read("train.py"), BLOCKED);
  },

  "the light bulb and the command leave the same files unsaved": async ({ open }) => {
    const files = { "train.py": USER, "factory.py": FACTORY };
    const left = [];
    const ways = [
      async (workbench) => workbench.choose(await workbench.lightBulb(6, 7), "Distribute with Horovod"),
      async (workbench) => workbench.command("Farandole: Distribute with Horovod"),
    ];
    for (const distribute of ways) {
      const workbench = await opened(open, files, /0 of \d steps/);
      await distribute(workbench);
      await workbench.status.filter({ hasNotText: "0 of" }).waitFor();
      await workbench.page.waitForTimeout(2_000);
      await workbench.picture(`unsaved-${left.length + 1}`);
      left.push({ unsaved: await workbench.page.locator(".tab.dirty").count(), ...Object.fromEntries(Object.keys(files).map((name) => [name, workbench.read(name)])) });
    }
    console.log(`  unsaved tabs: ${left.map(({ unsaved }) => unsaved).join(" by the light bulb, ")} by the command`);
    assert.deepEqual(left[0], left[1]);
  },

  "a conversion spans two files, and is undone in both": async ({ open }) => {
    const files = { "train.py": USER, "factory.py": FACTORY };
    const workbench = await opened(open, files, /0 of \d steps/);
    await workbench.command("Farandole: Distribute with Horovod");
    await workbench.status.filter({ hasNotText: "0 of" }).waitFor();
    const expected = distributed(files, "train.py");
    assert.notEqual(expected["factory.py"], FACTORY);
    await workbench.picture("two-files");
    await workbench.saveAll();
    for (const [name, text] of Object.entries(expected)) {
      await until(`${name} is saved`, () => workbench.read(name) !== files[name]);
      assert.equal(workbench.read(name), text);
    }
    await workbench.undo();
    await counted(workbench, /0 of \d steps/);
    await workbench.saveAll();
    for (const [name, text] of Object.entries(files)) await until(`${name} is as before`, () => workbench.read(name) === text);
  },

  "a folder is distributed from the explorer, and what can't be is told": async ({ open }) => {
    const files = { "models/one.py": KERAS, "models/two.py": KERAS.replace("0.05", "0.1") };
    const workbench = await opened(open, { "train.py": KERAS, ...files, "models/blocked.py": BLOCKED });
    const folder = workbench.page.locator(".explorer-folders-view .monaco-list-row").getByText("models", { exact: true });
    await workbench.chooseInMenuOf(folder, "Distribute a Folder with Horovod", () => workbench.picture("folder-menu"));
    await workbench.notification("2 of 3 scripts in models are distributed").waitFor();
    const report = workbench.page.frameLocator("iframe.webview").frameLocator("iframe#active-frame");
    await report.getByText("blocked.py").first().waitFor();
    await workbench.picture("folder-distributed");
    await workbench.saveAll();
    const expected = distributed(files, "models");
    for (const [name, text] of Object.entries(expected)) await until(`${name} is distributed`, () => workbench.read(name) === text);
    assert.equal(workbench.read("train.py"), KERAS);
    assert.equal(workbench.read("models/blocked.py"), BLOCKED);
  },

  "the distribution of a folder has progress, and Cancel leaves all as it was": async ({ open }) => {
    const files = Object.fromEntries(Array.from({ length: 60 }, (_, number) => [`models/train${number}.py`, KERAS]));
    const workbench = await opened(open, { "train.py": KERAS, ...files });
    const folder = workbench.page.locator(".explorer-folders-view .monaco-list-row").getByText("models", { exact: true });
    await workbench.chooseInMenuOf(folder, "Distribute a Folder with Horovod");
    const going = workbench.notification("Farandole: Distribute models");
    await going.getByText("of 60").waitFor();
    await workbench.picture("folder-goes-on");
    await going.getByText("Cancel", { exact: true }).click();
    await going.waitFor({ state: "detached" });
    await workbench.page.waitForTimeout(2_000);
    assert.equal(await workbench.page.locator(".tab.dirty").count(), 0);
    for (const name of Object.keys(files)) assert.equal(workbench.read(name), KERAS);
  },

  "a long search for scripts has progress with Cancel, and all works after it": async ({ open }) => {
    const long = "import tensorflow as tf\n" + "value = [1, 2, 3]\n".repeat(4_000);
    const files = Object.fromEntries(Array.from({ length: 1_500 }, (_, number) => [`generated/part${number}.py`, long]));
    const workbench = await open(workspace({ "train.py": KERAS, ...files }));
    await workbench.openFile("train.py");
    await workbench.page.locator(".statusbar-item").getByText("finding training scripts").waitFor();
    await workbench.picture("indexing");
    const going = workbench.notification("Farandole: finding training scripts");
    await going.getByText("Cancel", { exact: true }).waitFor();
    await workbench.picture("indexing-cancel");
    await going.getByText("Cancel", { exact: true }).click();
    await going.waitFor({ state: "detached" });
    await workbench.goTo(36);
    await workbench.lenses.filter({ hasText: "0 of 8 steps done" }).filter({ hasNotText: "not read yet" }).waitFor();
    await counted(workbench, "0 of 8 steps");
    await workbench.picture("indexing-cancelled");
  },

  "the cells of a notebook are one script": async ({ open }) => {
    const workbench = await open(workspace({ "train.ipynb": notebook(CELLS) }));
    await until("the editor for notebooks, which an extension brings", async () => {
      await workbench.command("View: Close All Editors");
      await workbench.openFile("train.ipynb");
      return await workbench.page.locator(".notebookOverlay").isVisible();
    });
    const cells = workbench.page.locator(".notebookOverlay .code-cell-row .cell-editor-container");
    await cells.nth(1).locator(".view-line").last().click();
    await counted(workbench, /0 of \d steps/);
    await cells.locator(".squiggly-hint").first().waitFor();
    await workbench.command("Farandole: Distribute with Horovod");
    await workbench.status.filter({ hasNotText: "0 of" }).waitFor();
    const { cells: saved } = JSON.parse(await workbench.save("train.ipynb"));
    const joined = saved.map(({ source }) => source.join("").trimEnd()).join("\n");
    const whole = CELLS.join("");
    assert.equal(`${joined}\n`, distributed({ "train.py": whole }, "train.py")["train.py"]);
  },

  "changed settings show at once": async ({ open }) => {
    const workbench = await opened(open);
    await workbench.goTo(36);
    await workbench.lenses.first().waitFor();
    writeSettings(workbench.folder, { "farandole.codeLens": false, "farandole.missingSteps": "warning" });
    await workbench.page.locator(".editor-instance .squiggly-warning").first().waitFor();
    await workbench.lenses.first().waitFor({ state: "detached" });
    await workbench.picture("shown-as-warnings");
    writeSettings(workbench.folder, { "farandole.missingSteps": "off" });
    await workbench.lenses.first().waitFor();
    await workbench.squiggles.first().waitFor({ state: "detached" });
    assert.equal(await workbench.hints.count(), 0);
    writeSettings(workbench.folder, { "farandole.python": "/nowhere/python" });
    await workbench.notification("/nowhere/python, the setting farandole.python, is no interpreter").waitFor();
    await workbench.picture("no-interpreter");
  },

  "what a stage does once is underlined, and its quick-fix mends it": async ({ open }) => {
    const workbench = await open(workspace({ "steps.py": STAGED }));
    await workbench.openFile("steps.py");
    await workbench.squiggles.first().waitFor();
    const hover = await workbench.hover(7, 6);
    await hover.getByText("runs once").first().waitFor();
    await workbench.picture("staged-hover");
    await workbench.page.keyboard.press("Escape");
    const menu = await workbench.lightBulb(7, 6);
    await workbench.picture("staged-light-bulb");
    await workbench.choose(menu, "Print tensors with tf.print (STG101)");
    await workbench.squiggles.first().waitFor({ state: "detached" });
    assert.equal(await workbench.save("steps.py"), STAGED.replace('print("total"', 'tf.print("total"'));
  },

  "a function is staged with all that it needs, or is told why it can't be": async ({ open }) => {
    const workbench = await open(workspace({ "steps.py": STAGED }));
    await workbench.openFile("steps.py");
    await workbench.squiggles.first().waitFor();
    let menu = await workbench.lightBulb(11, 6);
    await workbench.picture("stage");
    await workbench.choose(menu, "Stage this function");
    await workbench.page.locator(".view-line").filter({ hasText: 'tf.print("loss"' }).first().waitFor();
    const staged = STAGED.replace("def loss", "@tf.function\ndef loss").replace('print("loss"', 'tf.print("loss"');
    assert.equal(await workbench.save("steps.py"), staged);
    await workbench.undo();
    assert.equal(await workbench.save("steps.py"), STAGED);
    await workbench.goTo(17, 6);
    await workbench.command("Refactor...");
    menu = workbench.page.locator(".action-widget");
    await menu.getByText("Show Disabled", { exact: true }).click();
    await menu.locator(".option-disabled").filter({ hasText: "Stage this function" }).waitFor();
    await workbench.picture("stage-disabled");
    await workbench.page.keyboard.press("Escape");
    const hover = await workbench.hover(17, 6);
    await hover.getByText("it returns the value of a tensor").waitFor();
    await workbench.picture("stage-refused");
  },

  "Virtualize shows what it would write before it is applied": async ({ open }) => {
    const workbench = await open(workspace({ "steps.py": STAGED }));
    await workbench.openFile("steps.py");
    await workbench.squiggles.first().waitFor();
    let menu = await workbench.lightBulb(11, 6);
    await workbench.choose(menu, "Virtualize");
    const apply = workbench.refactorPreview.getByText("Apply", { exact: true });
    await apply.waitFor();
    await workbench.refactorPreview.locator(".monaco-list-row").nth(2).click();
    await workbench.page.locator(".diff-editor, .monaco-diff-editor").getByText("_return(error)").first().waitFor();
    await workbench.picture("virtualize-preview");
    await workbench.refactorPreview.getByText("Discard").click();
    await workbench.refactorPreview.waitFor({ state: "hidden" });
    assert.equal(workbench.read("steps.py"), STAGED);

    menu = await workbench.lightBulb(11, 6);
    await workbench.choose(menu, "Virtualize");
    await apply.click();
    await workbench.refactorPreview.waitFor({ state: "hidden" });
    await workbench.page.locator(".view-line").filter({ hasText: "_return(error)" }).first().waitFor();
    await workbench.picture("virtualized");
    assert.match(await workbench.save("steps.py"), /^from farandole\.staging import .*_return/m);
    await workbench.undo();
    assert.equal(await workbench.save("steps.py"), STAGED);
  },

  "a server that ends is started again, at most a few times": async ({ open }) => {
    const workbench = await opened(open);
    let [server] = servers(workbench);
    for (let crash = 1; crash <= 3; crash++) {
      process.kill(server, "SIGKILL");
      await workbench.notification("was started again").waitFor();
      await workbench.picture("server-started-again");
      await workbench.command("Notifications: Clear All Notifications");
      const gone = server;
      server = await until("another server", () => servers(workbench).find((found) => found !== gone));
      await counted(workbench, "0 of 8 steps");
    }
    process.kill(server, "SIGKILL");
    const told = workbench.notification("stays off");
    await told.waitFor();
    await told.getByText("Restart", { exact: true }).click();
    await counted(workbench, "0 of 8 steps");
    assert.equal(servers(workbench).length, 1);
  },

  "an interpreter that can't be used is told once, and another chosen": async ({ open }) => {
    const folder = workspace({ "train.py": KERAS });
    writeSettings(folder, { "farandole.interpreter": "/nowhere/python" });
    const workbench = await open(folder);
    await workbench.openFile("train.py");
    await workbench.notification("/nowhere/python, the setting farandole.interpreter, can't be run as Python.").waitFor();
    await workbench.picture("interpreter-unusable");
    assert.equal(await workbench.page.locator(".notification-toast").count(), 1);
    assert.equal(servers(workbench).length, 0);

    const old = path.join(folder, "old-python");
    writeFileSync(old, "#!/bin/sh\necho 3 8\n");
    chmodSync(old, 0o755);
    writeSettings(folder, { "farandole.interpreter": old });
    const told = workbench.notification("is Python 3.8; Farandole needs Python 3.10 to 3.13.");
    await told.getByText("Choose Interpreter", { exact: true }).click();
    await workbench.page.locator(".quick-input-list .monaco-list-row").first().click();
    await counted(workbench, "0 of 8 steps");
    const chosen = JSON.parse(workbench.read(".vscode/settings.json"))["farandole.interpreter"];
    assert.match(chosen, /python3?$/);
    const [server] = servers(workbench);
    const executable = execFileSync(chosen, ["-c", "import sys; print(sys.executable, end='')"], { encoding: "utf8" });
    assert.equal(readFileSync(`/proc/${server}/cmdline`, "utf8").split("\0")[0], executable);
  },

  "a folder that does not train starts nothing": async ({ open }) => {
    const workbench = await open(workspace({ "plain.py": "import json\n\nprint(json.dumps({}))\n" }));
    await workbench.openFile("plain.py");
    // Answered by the extension, which has thus seen the file.
    await workbench.insist(
      () => workbench.command("Farandole: Show Output"),
      workbench.page.locator(".part.panel .monaco-editor.focused"),
    );
    assert.deepEqual(servers(workbench), []);
    await workbench.insist(
      () => workbench.page.locator(".editor-instance .view-line").first().click(),
      workbench.page.locator(".editor-group-container .monaco-editor.focused"),
    );
    await workbench.page.keyboard.type("import keras\n");
    await until("a server", () => servers(workbench).length > 0);
  },

  "Verify asks before it runs anything": async ({ open }) => {
    const workbench = await opened(open);
    await workbench.command("Farandole: Verify under Horovod");
    const asked = workbench.notification("Verify runs train.py and its conversion on this machine");
    await asked.getByText("Don't run", { exact: true }).click();
    await asked.waitFor({ state: "detached" });
    assert.equal(workbench.read("train.py"), KERAS);
  },

  "a quick proof shows its report, and marks what failed until the text changes": async ({ open }) => {
    if (!HOROVOD_PYTHON) return "skipped";
    const folder = workspace({ "train.py": UNEQUAL });
    writeSettings(folder, { "farandole.python": HOROVOD_PYTHON });
    const workbench = await open(folder);
    await workbench.openFile("train.py");
    await counted(workbench, /(\d) of \1 steps/);
    await workbench.command("Farandole: Verify under Horovod");
    const asked = workbench.notification("Verify runs train.py and its conversion on this machine");
    await asked.waitFor();
    await workbench.picture("verify-asks");
    await asked.getByText("Quick Proof", { exact: true }).click();
    const going = workbench.notification("Farandole: Verify train.py");
    await going.getByText("Cancel", { exact: true }).waitFor();
    await workbench.picture("verify-goes-on");
    await workbench.notification("train.py is proved quickly: 1 of 10 points failed").waitFor({ timeout: 240_000 });
    const report = workbench.page.frameLocator("iframe.webview").frameLocator("iframe#active-frame");
    await report.getByText("differs on rank 1").first().waitFor();
    await workbench.picture("verified");
    await workbench.page.locator('.tab[data-resource-name="train.py"]').click();
    await workbench.command("Problems: Focus on Problems View");
    await workbench.page.locator(".markers-panel").getByText("variables equal on all ranks").first().waitFor();
    await workbench.goTo(18);
    await workbench.lenses.filter({ hasText: "Quickly proved: 1 failed" }).waitFor();
    await workbench.picture("verified-failed");
    await workbench.page.keyboard.type("#");
    await workbench.squiggles.first().waitFor({ state: "detached" });
    await workbench.lenses.filter({ hasText: "failed" }).waitFor({ state: "detached" });
  },

  "Verify from a module is of the script that imports it": async ({ open }) => {
    if (!HOROVOD_PYTHON) return "skipped";
    const folder = workspace({ "train.py": USER, "factory.py": FACTORY });
    writeSettings(folder, { "farandole.python": HOROVOD_PYTHON });
    const workbench = await open(folder);
    await workbench.openFile("factory.py");
    await workbench.hints.first().waitFor();
    await workbench.command("Farandole: Verify under Horovod");
    const asked = workbench.notification("Verify runs train.py and its conversion on this machine");
    await asked.waitFor();
    await workbench.picture("verify-module-asks");
    await asked.getByText("Quick Proof", { exact: true }).click();
    await workbench.notification("train.py is proved quickly: nothing failed").waitFor({ timeout: 240_000 });
    await workbench.picture("verify-module");
  },

  "Verify can be cancelled while it runs": async ({ open }) => {
    if (!HOROVOD_PYTHON) return "skipped";
    const folder = workspace({ "train.py": KERAS });
    writeSettings(folder, { "farandole.python": HOROVOD_PYTHON });
    const workbench = await open(folder);
    await workbench.openFile("train.py");
    await counted(workbench, "0 of 8 steps");
    await workbench.command("Farandole: Verify under Horovod");
    await workbench.notification("Verify runs train.py and its conversion on this machine").getByText("Quick Proof", { exact: true }).click();
    const going = workbench.notification("Farandole: Verify train.py");
    await until("the script runs", () => running(HOROVOD_PYTHON));
    await workbench.picture("verify-runs");
    await going.getByText("Cancel", { exact: true }).click();
    await going.waitFor({ state: "detached" });
    await until("nothing of it runs any more", () => !running(HOROVOD_PYTHON), 20_000);
    await workbench.picture("verify-cancelled");
    assert.equal(await workbench.notification("is proved quickly").count(), 0);
    assert.equal(workbench.read("train.py"), KERAS);
  },

  "while one types, nothing that is shown disappears or jumps": async ({ open }) => {
    const folder = workspace({ "train.py": BEGUN });
    writeSettings(folder, { "farandole.inlayHints": true });
    const workbench = await open(folder);
    await workbench.openFile("train.py");
    await workbench.goTo(7);
    await workbench.lenses.first().waitFor();
    await workbench.squiggles.first().waitFor();
    await workbench.page.locator(".view-line").filter({ hasText: "→ 0.2" }).waitFor();
    await workbench.page.locator(".view-line").filter({ hasText: "→ 16" }).waitFor();
    await counted(workbench, "1 of 7 steps");
    await workbench.page.waitForTimeout(2_000);
    await workbench.picture("before-typing");
    await workbench.page.evaluate(watch);
    const text = "# a note that is typed while the training stands below it, and that is long\nrate = [0.1, 2]\nnames = {'a': (1, 2)}\n";
    for (const character of (text + text).slice(0, 200)) {
      if (character === "\n") await workbench.page.keyboard.press("Enter");
      else await workbench.page.keyboard.type(character);
      await workbench.page.waitForTimeout(60);
    }
    await workbench.page.waitForTimeout(2_000);
    await workbench.picture("typed");
    const { frames, missing, least, jumps } = await workbench.page.evaluate(() => globalThis.watched);
    console.log(`  ${frames} frames while 200 characters were typed: disappeared ${JSON.stringify(missing)}, jumps ${jumps.length - 1}, at least ${JSON.stringify(least)}`);
    assert.deepEqual(missing, { lens: 0, inlay: 0, diagnostic: 0, status: 0 });
    assert.equal(jumps.length, 1);
    await counted(workbench, "1 of 7 steps");
  },

  "a syntax error does not change what is counted": async ({ open }) => {
    const workbench = await opened(open);
    await workbench.goTo(29, 1);
    await workbench.page.keyboard.type("x = = 1");
    await workbench.page.waitForTimeout(3_000);
    assert.match(await workbench.status.textContent(), /0 of 8 steps/);
    await workbench.goTo(36);
    await workbench.lenses.filter({ hasText: "0 of 8 steps done" }).waitFor();
    await workbench.picture("syntax-error");
  },

  "a half done preview leaves a script that still trains as before": async ({ open }) => {
    const workbench = await open(workspace({ "train.py": UNSEEN }));
    await workbench.openFile("train.py");
    await counted(workbench, /0 of \d steps/);
    await workbench.command("Farandole: Preview the Distribution");
    await workbench.refactorPreview.getByText("Apply", { exact: true }).waitFor();
    await workbench.picture("preview-uncertain");
    await workbench.refactorPreview.getByText("Apply", { exact: true }).click();
    await workbench.status.filter({ hasNotText: "0 of" }).waitFor();
    const text = await workbench.save("train.py");
    assert.match(text, /hvd\.init\(\)/);
    assert.doesNotMatch(text, /DistributedOptimizer|\.shard\(|hvd\.rank\(\)::/);
    await workbench.picture("half-done");
  },

  "what is half done and trains wrongly is an error": async ({ open }) => {
    const workbench = await open(workspace({ "train.py": HALF }));
    await workbench.openFile("train.py");
    await workbench.page.locator(".editor-instance .squiggly-error").first().waitFor();
    await workbench.command("Problems: Focus on Problems View");
    await workbench.page.locator(".markers-panel").getByText("does not average its gradients").first().waitFor();
    await workbench.picture("error");
  },

  "select and ignore change what is counted": async ({ open }) => {
    const workbench = await opened(open);
    await workbench.goTo(36);
    await workbench.lenses.filter({ hasText: "0 of 8 steps done" }).waitFor();
    writeSettings(workbench.folder, { "farandole.ignore": ["HVD103"] });
    await workbench.lenses.filter({ hasText: "0 of 7 steps done" }).waitFor();
    await counted(workbench, "0 of 7 steps");
    await workbench.picture("ignored");
    writeSettings(workbench.folder, { "farandole.select": ["HVD103", "HVD107"] });
    await workbench.lenses.filter({ hasText: "0 of 2 steps done" }).waitFor();
    await counted(workbench, "0 of 2 steps");
    await workbench.picture("selected");
    writeSettings(workbench.folder, {});
    writeFileSync(path.join(workbench.folder, "pyproject.toml"), '[tool.farandole]\nignore = ["HVD107", "HVD108"]\n');
    await workbench.lenses.filter({ hasText: "0 of 6 steps done" }).waitFor();
    await counted(workbench, "0 of 6 steps");
  },

  "a typo in pyproject.toml is shown there, at its line": async ({ open }) => {
    const files = { "train.py": KERAS, "pyproject.toml": '[tool.farandole]\ndata = "steps"\nselekt = ["HVD101"]\n' };
    const workbench = await open(workspace(files));
    await workbench.openFile("train.py");
    await workbench.command("Problems: Focus on Problems View");
    const row = workbench.page.locator(".markers-panel .monaco-list-row").filter({ hasText: "selekt" });
    await row.waitFor();
    await workbench.picture("pyproject");
    await row.dblclick();
    await workbench.page.locator('.tab.active[data-resource-name="pyproject.toml"]').waitFor();
    await workbench.page.locator(".statusbar-item").getByText("Ln 3, Col").waitFor();
  },

  "a finding is switched off where it stands, and a comment that switches nothing off is removed": async ({ open }) => {
    const workbench = await opened(open);
    let menu = await workbench.lightBulb(49);
    await workbench.picture("disable");
    await workbench.choose(menu, "Disable HVD107 here");
    await workbench.page.getByText("# farandole: ignore[HVD107]").first().waitFor();
    await workbench.page.keyboard.press("End");
    await workbench.page.keyboard.press("Backspace");
    await workbench.page.keyboard.type(", HVD302]");
    menu = await until("the comment is found to be unused", async () => {
      await workbench.page.keyboard.press("Escape");
      const shown = await workbench.lightBulb(49, 40);
      return (await shown.getByText("Remove the unused ignore of HVD302").count()) > 0 ? shown : undefined;
    });
    await workbench.picture("unused-ignore");
    await workbench.choose(menu, "Remove the unused ignore of HVD302");
    await until("the comment is short again", async () => /ignore\[HVD107\]\n/.test(await workbench.save("train.py")));
  },

  "a rule is switched off in a file, and in the project": async ({ open }) => {
    const workbench = await opened(open, { "train.py": KERAS, "pyproject.toml": '[project]\nname = "spirals"\n' });
    await workbench.choose(await workbench.lightBulb(49), "Disable HVD107 in this file");
    await until("the comment for the file", async () => /^# farandole: ignore-file\[HVD107\]$/m.test(await workbench.save("train.py")));
    await workbench.undo();
    await until("the text as before", async () => (await workbench.save("train.py")) === KERAS);
    await counted(workbench, "0 of 8 steps");
    await workbench.choose(await workbench.lightBulb(49), "Disable HVD107 in this project");
    await workbench.page.locator('.tab.dirty[data-resource-name="pyproject.toml"]').waitFor();
    await workbench.saveAll();
    await until("the project's settings", () => /ignore = \["HVD107"\]/.test(workbench.read("pyproject.toml")));
    await counted(workbench, "0 of 7 steps");
    assert.equal(workbench.read("train.py"), KERAS);
    await workbench.picture("disabled-in-project");
  },

  "five thousand lines have a light bulb in time": async ({ open }) => {
    const long = KERAS + Array.from({ length: 5_000 }, (_, line) => `value_${line} = ${line}\n`).join("");
    const workbench = await opened(open, { "train.py": long });
    await workbench.goTo(29);
    await workbench.page.keyboard.type("rate = 0.1");
    const started = Date.now();
    const menu = await workbench.lightBulb(OPTIMIZER.line, OPTIMIZER.column);
    await menu.getByText("Distribute with Horovod").waitFor();
    const seconds = (Date.now() - started) / 1000;
    await workbench.picture("five-thousand-lines");
    console.log(`  light bulb in 5,000 lines, just after an edit: ${seconds.toFixed(1)} s`);
    assert.ok(seconds < 15);
  },

  "the package has what its users need, and nothing else": async ({ installation }) => {
    const extensions = path.join(installation.home, "extensions");
    const folder = path.join(extensions, readdirSync(extensions).find((name) => name.startsWith("farandole.farandole-")));
    const wanted = ["LICENSE.txt", "THIRD-PARTY-NOTICES.txt", "bundled", "changelog.md", "dist", "icon.png", "package.json", "readme.md", "walkthrough"];
    assert.deepEqual(readdirSync(folder).filter((name) => !name.startsWith(".")).sort(), wanted);
    assert.deepEqual(readdirSync(path.join(folder, "dist")), ["extension.js"]);
    const notices = readFileSync(path.join(folder, "THIRD-PARTY-NOTICES.txt"), "utf8");
    for (const library of ["pygls", "lsprotocol", "jedi", "parso", "vscode-languageclient"]) assert.ok(notices.includes(library), library);
    assert.match(readFileSync(path.join(folder, "readme.md"), "utf8"), /!\[[^\]]+\]\(data:image\/png/);
    const manifest = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
    assert.equal(manifest.preview, true);
    for (const field of ["repository", "bugs", "homepage"]) assert.equal(manifest[field], undefined);
    assert.ok(manifest.activationEvents.includes("onNotebook:jupyter-notebook"));
  },

  "no file of the workspace is run by the server's start": async ({ open }) => {
    const traps = ["farandole", "farandole_server", "pygls", "lsprotocol", "jedi", "json", "sitecustomize"];
    const files = Object.fromEntries(traps.map((name) => [`${name}.py`, "open('ran', 'w')\n"]));
    const workbench = await opened(open, { "train.py": KERAS, ...files });
    assert.ok(!readdirSync(workbench.folder).includes("ran"));
  },

  "a preview of a notebook shows each cell's changes, and can be applied": async ({ open }) => {
    const workbench = await open(workspace({ "train.ipynb": notebook(CELLS) }));
    await until("the editor for notebooks, which an extension brings", async () => {
      await workbench.command("View: Close All Editors");
      await workbench.openFile("train.ipynb");
      return await workbench.page.locator(".notebookOverlay").isVisible();
    });
    const cells = workbench.page.locator(".notebookOverlay .code-cell-row .cell-editor-container");
    await cells.nth(1).locator(".view-line").last().click();
    await counted(workbench, /0 of \d steps/);
    await workbench.command("Farandole: Preview the Distribution");
    const told = workbench.notification("this is what would change");
    await told.waitFor();
    for (const cell of [1, 2, 3]) await workbench.page.locator(".view-line").filter({ hasText: `train.ipynb, code cell ${cell}` }).first().waitFor();
    await workbench.picture("notebook-preview");
    await told.getByText("Distribute", { exact: true }).click();
    await workbench.command("View: Open Previous Recently Used Editor");
    await workbench.page.locator(".notebookOverlay .view-line").filter({ hasText: "hvd.init()" }).first().waitFor();
  },

  "Pause takes everything away, and Resume brings it back": async ({ open }) => {
    const workbench = await opened(open);
    await workbench.status.click();
    await workbench.pick("Pause");
    await counted(workbench, "Farandole paused");
    await workbench.lenses.first().waitFor({ state: "detached" });
    assert.deepEqual(servers(workbench), []);
    await workbench.picture("paused");
    await workbench.status.click();
    await workbench.pick("Resume");
    await counted(workbench, "0 of 8 steps");
  },

  "Preview works from the walkthrough, and ticks its step only then": async ({ open }) => {
    const workbench = await open(workspace({ "notes.txt": "" }));
    await workbench.command("Welcome: Open Walkthrough...");
    await workbench.pick("From one GPU to many");
    const step = workbench.page.locator(".getting-started-step").filter({ hasText: "Look at what will change" });
    const preview = workbench.page.getByText("Preview the Distribution", { exact: true }).first();
    await workbench.insist(() => step.click(), preview);
    await preview.click();
    await workbench.notification("open a Python script first").waitFor();
    assert.equal(await step.locator(".complete").count(), 0);
    await workbench.command("Farandole: Open an Example");
    await counted(workbench, /0 of \d steps/);
    await workbench.command("Welcome: Open Walkthrough...");
    await workbench.pick("From one GPU to many");
    await workbench.insist(() => step.click(), preview);
    await preview.click();
    await workbench.refactorPreview.getByText("Apply", { exact: true }).waitFor();
    await workbench.picture("walkthrough-preview");
    await step.locator(".complete").first().waitFor();
  },

  "the example of the walkthrough is a script of its own": async ({ open }) => {
    const workbench = await open(workspace({ "notes.txt": "" }));
    await workbench.command("Farandole: Open an Example");
    await counted(workbench, /0 of \d steps/);
    await workbench.command("Welcome: Open Walkthrough...");
    await workbench.pick("From one GPU to many");
    await workbench.page.getByText("Look at what will change").first().waitFor();
  },

  "a script that uses Horovod is offered as a task": async ({ open }) => {
    const workbench = await open(workspace({ "train.py": DISTRIBUTED }));
    await workbench.openFile("train.py");
    await until("the list of tasks, which stays away until VS Code has terminals", async () => {
      await workbench.command("Tasks: Run Task");
      return await workbench.pick("horovodrun", 15_000).then(() => true, () => false);
    });
    const tasks = workbench.page.locator(".quick-input-list .monaco-list-row");
    await tasks.filter({ hasText: "horovodrun: horovodrun -np 2 train.py" }).waitFor();
    await workbench.picture("tasks");
  },
};

export const inUntrustedWorkspace = {
  "in a workspace that is not trusted, code is read and nothing of the workspace is run": async ({ open }) => {
    const folder = workspace({ "train.py": KERAS });
    writeSettings(folder, { "farandole.interpreter": path.join(folder, "python") });
    writeFileSync(path.join(folder, "python"), `#!/bin/sh\ntouch ${folder}/ran\necho 3 11\n`, { mode: 0o755 });
    const workbench = await open(folder);
    await workbench.openFile("train.py");
    await counted(workbench, "0 of 8 steps");
    await workbench.goTo(36);
    await workbench.lens("Verify", workbench.notification("the workspace is not trusted"));
    await workbench.picture("not-trusted");
    assert.equal(servers(workbench).length, 1);
    assert.ok(!readdirSync(folder).includes("ran"));
  },
};

export const withPythonExtension = {
  "the server runs with the choice of the Python extension, and follows it": async ({ open, interpreters }) => {
    const workbench = await opened(open);
    const running = () => servers(workbench).map((server) => readFileSync(`/proc/${server}/environ`, "utf8"));
    assert.ok(running()[0].includes("CHOSEN=first"));
    await workbench.command("Stand-in: Choose the Second");
    await until("the other interpreter", () => running().some((environment) => environment.includes("CHOSEN=second")));
    await counted(workbench, "0 of 8 steps");
    assert.equal(servers(workbench).length, 1);
    assert.equal(interpreters.length, 2);
  },
};
