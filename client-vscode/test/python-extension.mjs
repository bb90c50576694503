// An extension in the place of Microsoft's, which has the part of its API that Farandole asks: the chosen interpreter.

import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { CLIENT, VSIX, temporary } from "./workbench.mjs";

const PYTHON = process.env.PYTHON ?? "python3";

const SOURCE = `
const vscode = require("vscode");
const interpreters = require("./interpreters.json");

exports.activate = () => {
  const changed = new vscode.EventEmitter();
  let chosen = interpreters[0];
  vscode.commands.registerCommand("standIn.second", () => {
    chosen = interpreters[1];
    changed.fire({ id: chosen, path: chosen, resource: undefined });
  });
  return {
    ready: Promise.resolve(),
    environments: {
      getActiveEnvironmentPath: () => ({ id: chosen, path: chosen }),
      resolveEnvironment: async ({ path }) => ({ id: path, path, executable: { uri: vscode.Uri.file(path) } }),
      onDidChangeActiveEnvironmentPath: changed.event,
    },
  };
};
`;

/** Give the options of an installation with the stand-in, and the two interpreters that it knows. */
export function standIn() {
  const folder = temporary();
  const interpreters = ["first", "second"].map((name) => {
    const file = path.join(folder, name, "python");
    mkdirSync(path.dirname(file));
    writeFileSync(file, `#!/bin/sh\nCHOSEN=${name} exec ${PYTHON} "$@"\n`, { mode: 0o755 });
    return file;
  });
  const source = path.join(folder, "extension");
  mkdirSync(source);
  writeFileSync(path.join(source, "interpreters.json"), JSON.stringify(interpreters));
  writeFileSync(path.join(source, "extension.js"), SOURCE);
  writeFileSync(
    path.join(source, "package.json"),
    JSON.stringify({
      name: "python",
      publisher: "ms-python",
      version: "2026.0.0",
      engines: { vscode: "^1.91.0" },
      main: "./extension.js",
      activationEvents: [],
      contributes: { commands: [{ command: "standIn.second", title: "Choose the Second", category: "Stand-in" }] },
    }),
  );
  const file = path.join(folder, "python.vsix");
  const vsce = path.join(CLIENT, "node_modules", "@vscode", "vsce", "vsce");
  const command = [vsce, "package", "--no-dependencies", "--allow-missing-repository", "--skip-license", "--out", file];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { cwd: source, encoding: "utf8" });
  if (status !== 0) throw new Error(`the stand-in was not packaged:\n${stdout}${stderr}`);
  return { extensions: [VSIX, file], context: { interpreters } };
}
