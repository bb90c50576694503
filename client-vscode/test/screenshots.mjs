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

async function pictures(installation, theme) {
  installation.set({ "workbench.colorTheme": THEMES[theme], "editor.occurrencesHighlight": "off", "workbench.activityBar.location": "hidden" });
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
  await workbench.refactorPreview.getByText("Apply").waitFor();
  await page.getByLabel("Group Changes By Type").first().click();
  await workbench.refactorPreview.getByText("HVD104").first().waitFor();
  await take("preview");

  await workbench.refactorPreview.getByText("Apply").click();
  await workbench.refactorPreview.waitFor({ state: "hidden" });
  await workbench.status.filter({ hasText: "8 of 8 steps" }).waitFor();
  await workbench.goTo(CONVERTED_FIT);
  await take("result");
  await workbench.close();
}

mkdirSync(IMAGES, { recursive: true });
const installation = await Installation.start();
try {
  for (const theme of process.argv.length > 2 ? process.argv.slice(2) : Object.keys(THEMES)) await pictures(installation, theme);
} finally {
  await installation.stop();
}
