// Makes the pictures of the documentation, in `docs/images`: each in a light and a dark theme.

import { mkdirSync } from "node:fs";
import path from "node:path";
import { Installation, PROJECT, example, workspace } from "./workbench.mjs";

const IMAGES = path.join(PROJECT, "docs", "images");
const THEMES = { light: "Default Light Modern", dark: "Default Dark Modern" };
const VIEW = { width: 1120, height: 760 };
const OPTIMIZER = { line: 31, column: 34 };
const FIT = 36;
const CONVERTED_FIT = 46;
const HOME = { width: 840, height: 1340 };
const TRAINING = `\
import numpy as np
import tensorflow as tf

images, labels = np.load("images.npy"), np.load("labels.npy")
dataset = tf.data.Dataset.from_tensor_slices((images, labels))
dataset = dataset.shuffle(4096).batch(64)

model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(10)])
loss_fn = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
optimizer = tf.keras.optimizers.Adam(learning_rate=1e-3)

for epoch in range(10):
    for images, labels in dataset:
        with tf.GradientTape() as tape:
            loss = loss_fn(labels, model(images, training=True))
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    print(f"epoch {epoch}: loss {loss:.3f}")
    model.save_weights("weights.h5")
`;
const LOSS = `\
import tensorflow as tf


def loss(x, y):
    if tf.size(x) == 0:
        return 0.0
    error = tf.reduce_mean(tf.square(x - y))
    print("loss", error)
    return error
`;

const SETTINGS = { "diffEditor.hideUnchangedRegions.enabled": false, "editor.occurrencesHighlight": "off", "workbench.activityBar.location": "hidden" };

/** Show all of a change, of which a line is known, before and after, by a row of the refactor preview. */
async function showAll(workbench, row, line) {
  await workbench.refactorPreview.locator(".monaco-list-row").filter({ hasText: row }).first().click();
  await workbench.page.locator(".monaco-diff-editor .view-line:visible").filter({ hasText: line }).first().waitFor();
  await workbench.page.mouse.move(0, 0);
  await workbench.page.waitForTimeout(1_000); // until the diff has its colours
}

/** The first page's: a whole training, before and after. */
async function home(installation, theme) {
  installation.set({ ...SETTINGS, "diffEditor.renderSideBySide": false, "editor.fontSize": 14, "workbench.colorTheme": THEMES[theme] });
  const workbench = await installation.open(workspace({ "train.py": TRAINING }), HOME);
  await workbench.openFile("train.py");
  await workbench.page.keyboard.press("Control+B");
  await workbench.status.filter({ hasText: "0 of 7 steps" }).waitFor();
  await workbench.command("Farandole: Preview the Distribution");
  await workbench.refactorPreview.getByText("Apply", { exact: true }).waitFor();
  await workbench.page.getByLabel("Group Changes By Type").first().click();
  await showAll(workbench, "hvd.DistributedGradientTape(tape)", "hvd.init()");
  await workbench.page.screenshot({ path: path.join(IMAGES, `vscode-home-${theme}.png`) });
  await workbench.close();
}

/** A function, before and after it is virtualized. */
async function virtualized(installation, theme) {
  installation.set({ ...SETTINGS, "workbench.colorTheme": THEMES[theme] });
  const workbench = await installation.open(workspace({ "loss.py": LOSS }), VIEW);
  await workbench.openFile("loss.py");
  await workbench.page.keyboard.press("Control+B");
  const menu = await workbench.lightBulb(4, 6);
  await workbench.choose(menu, "Virtualize");
  await workbench.refactorPreview.getByText("Apply", { exact: true }).waitFor();
  await showAll(workbench, "def loss", "_return(error)");
  await workbench.page.screenshot({ path: path.join(IMAGES, `vscode-virtualize-${theme}.png`) });
  await workbench.close();
}

/** The steps from a script to its conversion. */
async function conversion(installation, theme) {
  installation.set({ ...SETTINGS, "workbench.colorTheme": THEMES[theme] });
  const workbench = await installation.open(workspace({ "train.py": example("keras_fit.py") }), VIEW);
  const { page } = workbench;
  const take = (name, options = {}) => page.screenshot({ path: path.join(IMAGES, `vscode-${name}-${theme}.png`), ...options });
  await workbench.openFile("train.py");
  await page.keyboard.press("Control+B");
  await workbench.hints.first().waitFor();
  await workbench.status.filter({ hasText: "of 8 steps" }).waitFor();
  await workbench.goTo(FIT);
  await workbench.lenses.first().waitFor();
  await take("editor");

  const status = await workbench.status.boundingBox();
  await take("status", { clip: { x: 0, y: status.y - 100, width: 620, height: VIEW.height - status.y + 100 } });

  const hover = await workbench.hover(OPTIMIZER.line, OPTIMIZER.column);
  await hover.getByText("Will change").waitFor();
  await hover.getByText("hvd.DistributedOptimizer(").first().waitFor();
  await take("hover");
  await page.keyboard.press("Escape");

  await workbench.lightBulb(OPTIMIZER.line, OPTIMIZER.column);
  await take("light-bulb");
  await page.keyboard.press("Escape");

  await workbench.command("Farandole: Preview the Distribution");
  await workbench.refactorPreview.getByText("Apply", { exact: true }).waitFor();
  await page.getByLabel("Group Changes By Type").first().click();
  await workbench.refactorPreview.getByText("HVD104").first().waitFor();
  await take("preview");

  await workbench.refactorPreview.getByText("Apply", { exact: true }).click();
  await workbench.refactorPreview.waitFor({ state: "hidden" });
  await workbench.status.filter({ hasText: "8 of 8 steps" }).waitFor();
  await workbench.goTo(CONVERTED_FIT);
  await take("result");
  await workbench.close();
}

const PICTURES = { home, virtualized, conversion };
const wanted = process.argv.slice(2);

mkdirSync(IMAGES, { recursive: true });
const installation = await Installation.start();
try {
  for (const theme of Object.keys(THEMES)) {
    for (const [name, take] of Object.entries(PICTURES)) if (wanted.length === 0 || wanted.includes(name)) await take(installation, theme);
  }
} finally {
  await installation.stop();
}
