/** The Python that runs the server: the setting, else the Python extension's choice, else the first on the path. */

import { execFile } from "node:child_process";
import { access, constants } from "node:fs/promises";
import * as path from "node:path";
import type { PythonExtension } from "@vscode/python-extension";
import { commands, ConfigurationTarget, Disposable, EventEmitter, extensions, Uri, window, workspace } from "vscode";

const OLDEST = [3, 10] as const;
const NEWEST = [3, 13] as const;
const RANGE = `Python ${OLDEST.join(".")} to ${NEWEST.join(".")}`;
const NAMES = process.platform === "win32" ? ["python.exe", "python3.exe"] : ["python3", "python"];
const VERSIONED = [13, 12, 11, 10].map((minor) => (process.platform === "win32" ? `python3.${minor}.exe` : `python3.${minor}`));
const PROBE_LIMIT = 30_000;

/** Why there is no interpreter, as a sentence for the user. */
export class NoInterpreter extends Error {}

/** Give the path of the interpreter for the server; throws NoInterpreter. */
export async function interpreter(): Promise<string> {
  const chosen = setting();
  if (chosen !== "") return await checked(chosen, "the setting farandole.interpreter");
  const project = await projectPython();
  if (project !== undefined) return await checked(project, "the choice of the Python extension");
  return await onPath();
}

/** Give the interpreter that the Python extension has chosen for a folder, in a workspace that is trusted. */
export async function projectPython(scope?: Uri): Promise<string | undefined> {
  const environments = workspace.isTrusted ? (await pythonExtension())?.environments : undefined;
  if (environments === undefined) return undefined;
  const resource = scope ?? workspace.workspaceFolders?.[0]?.uri;
  const environment = await environments.resolveEnvironment(environments.getActiveEnvironmentPath(resource));
  return environment?.executable.uri?.fsPath;
}

/** Call `act` when another interpreter may be meant: the setting, the Python extension's choice, or trust changed. */
export function onDidChangeInterpreter(act: () => void): Disposable {
  const changed = new EventEmitter<void>();
  const watchers = [
    changed,
    changed.event(act),
    workspace.onDidGrantWorkspaceTrust(() => changed.fire()),
    workspace.onDidChangeConfiguration((event) => event.affectsConfiguration("farandole.interpreter") && changed.fire()),
  ];
  void pythonExtension().then((api) => {
    if (api !== undefined) watchers.push(api.environments.onDidChangeActiveEnvironmentPath(() => changed.fire()));
  });
  return new Disposable(() => watchers.forEach((watcher) => watcher.dispose()));
}

/** Let the user choose among the interpreters on the path, or any file, and keep the choice in the settings. */
export async function chooseInterpreter(): Promise<void> {
  const found = await suitableOnPath();
  const browse = { label: "$(folder-opened) Find…", description: "choose a file", path: undefined };
  const ask = { label: "$(snake) Choose with the Python extension…", description: "for the whole project", path: undefined };
  const others = extensions.getExtension("ms-python.python") === undefined ? [browse] : [ask, browse];
  const items = [...found.map(({ file, version }) => ({ label: file, description: `Python ${version.join(".")}`, path: file })), ...others];
  const answer = await window.showQuickPick(items, { placeHolder: `Farandole's server runs with ${RANGE}` });
  if (answer === undefined) return;
  if (answer === ask) {
    await commands.executeCommand("python.setInterpreter");
    return;
  }
  const file = answer.path ?? (await window.showOpenDialog({ title: `${RANGE} for Farandole`, openLabel: "Use" }))?.[0]?.fsPath;
  if (file === undefined) return;
  const target = workspace.workspaceFolders === undefined ? ConfigurationTarget.Global : ConfigurationTarget.Workspace;
  await workspace.getConfiguration("farandole").update("interpreter", file, target);
}

function setting(): string {
  const folder = workspace.workspaceFolders?.[0]?.uri;
  const value = workspace.getConfiguration("farandole", folder).get("interpreter", "").trim();
  const home = process.env["HOME"] ?? process.env["USERPROFILE"] ?? "";
  const file = value.replace("${workspaceFolder}", folder?.fsPath ?? "").replace(/^~(?=$|[\\/])/, home);
  return /[\\/]/.test(file) && folder !== undefined ? path.resolve(folder.fsPath, file) : file;
}

async function pythonExtension(): Promise<PythonExtension | undefined> {
  const extension = extensions.getExtension<PythonExtension>("ms-python.python");
  if (extension === undefined) return undefined;
  try {
    const api = extension.isActive ? extension.exports : await extension.activate();
    await api.ready;
    return api;
  } catch {
    return undefined; // an extension that does not start has chosen nothing
  }
}

async function checked(file: string, origin: string): Promise<string> {
  const version = await versionOf(file);
  if (version === undefined) throw new NoInterpreter(`${file}, ${origin}, can't be run as Python.`);
  if (!suits(version)) throw new NoInterpreter(`${file}, ${origin}, is Python ${version.join(".")}; Farandole needs ${RANGE}.`);
  return file;
}

async function onPath(): Promise<string> {
  const first = (await suitableOnPath(NAMES))[0];
  if (first === undefined) throw new NoInterpreter(`Farandole needs ${RANGE}, and neither python3 nor python on the path is one.`);
  return first.file;
}

async function suitableOnPath(names: readonly string[] = [...NAMES, ...VERSIONED]): Promise<{ file: string; version: Version }[]> {
  const folders = (process.env["PATH"] ?? "").split(path.delimiter).filter((folder) => path.isAbsolute(folder));
  const files = names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  const probed = await Promise.all([...new Set(files)].map(async (file) => ({ file, version: await versionOf(file) })));
  return probed.flatMap(({ file, version }) => (version !== undefined && suits(version) ? [{ file, version }] : []));
}

type Version = readonly [number, number];

function suits([major, minor]: Version): boolean {
  return major === OLDEST[0] && minor >= OLDEST[1] && minor <= NEWEST[1];
}

async function versionOf(file: string): Promise<Version | undefined> {
  if (path.isAbsolute(file) && !(await exists(file))) return undefined;
  const script = "import sys; print(sys.version_info[0], sys.version_info[1])";
  return await new Promise((resolve) => {
    execFile(file, ["-I", "-c", script], { timeout: PROBE_LIMIT }, (error, stdout) => {
      const found = /^(\d+) (\d+)\s*$/.exec(stdout);
      resolve(error === null && found !== null ? [Number(found[1]), Number(found[2])] : undefined);
    });
  });
}

async function exists(file: string): Promise<boolean> {
  return await access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
}
