// Runs the scenarios, each in a window of its own; one that fails is logged, pictured and tried once more.
//   node test/suite.mjs [PART...]   only the scenarios whose names have one of these parts

import { mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { inUntrustedWorkspace, scenarios, withPythonExtension } from "./scenarios.mjs";
import { standIn } from "./python-extension.mjs";
import { CLIENT, Installation } from "./workbench.mjs";

const FAILURES = path.join(CLIENT, "test", "failures");
const ATTEMPTS = 2;

async function attempt(scenario, context, picture) {
  const windows = [];
  const open = async (folder) => {
    const workbench = await context.installation.open(folder);
    windows.push(workbench);
    return workbench;
  };
  try {
    return { state: (await scenario({ ...context, open })) ?? "passed" };
  } catch (error) {
    for (const { page } of windows) await page.screenshot({ path: picture }).catch(() => undefined);
    return { state: "FAILED", error };
  } finally {
    for (const workbench of windows) await workbench.close().catch(() => undefined);
  }
}

async function run(name, scenario, context) {
  const started = Date.now();
  let result;
  for (let count = 1; count <= ATTEMPTS; count++) {
    const picture = path.join(FAILURES, `${name.replaceAll(/\W+/g, "-").slice(0, 60)}-${count}.png`);
    result = await attempt(scenario, context, picture);
    if (result.state !== "FAILED") break;
    console.log(`  attempt ${count} of ${ATTEMPTS} failed: ${name}\n  ${picture}\n${result.error?.stack ?? result.error}`);
  }
  const seconds = `${Math.round((Date.now() - started) / 1000)}s`.padStart(5);
  console.log(`${result.state.padEnd(7)} ${seconds}  ${name}`);
  return result.state !== "FAILED";
}

const GROUPS = [
  { group: scenarios, installed: () => ({}) },
  {
    group: inUntrustedWorkspace,
    installed: () => ({
      settings: { "security.workspace.trust.enabled": true, "security.workspace.trust.startupPrompt": "never", "security.workspace.trust.banner": "never" },
    }),
  },
  { group: withPythonExtension, installed: standIn },
];

const parts = process.argv.slice(2);
rmSync(FAILURES, { recursive: true, force: true });
mkdirSync(FAILURES, { recursive: true });
let failed = 0;
for (const { group, installed } of GROUPS) {
  const wanted = Object.entries(group).filter(([name]) => parts.length === 0 || parts.some((part) => name.includes(part)));
  if (wanted.length === 0) continue;
  const { context = {}, ...options } = installed();
  const installation = await Installation.start(options);
  try {
    for (const [name, scenario] of wanted) failed += (await run(name, scenario, { ...context, installation })) ? 0 : 1;
  } finally {
    await installation.stop();
  }
}
console.log(failed === 0 ? "all scenarios passed" : `${failed} scenarios failed; pictures are in ${FAILURES}`);
process.exit(failed === 0 ? 0 : 1);
