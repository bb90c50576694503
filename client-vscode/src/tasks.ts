/** Tasks that start the active script with `horovodrun`. */

import { stat } from "node:fs/promises";
import * as path from "node:path";
import { type Disposable, ShellExecution, Task, TaskScope, type Uri, tasks, window, workspace } from "vscode";
import { projectPython } from "./interpreter";

const TYPE = "horovodrun";
const MATCHERS = ["$horovodrun"];
const DISTRIBUTED = /\bhorovod\b/;

/** A task in `tasks.json`; `script` is relative to the folder. */
interface Definition {
  readonly type: string;
  readonly script: string;
  readonly processes?: number;
  readonly hosts?: string;
  readonly python?: string;
  readonly args?: readonly string[];
}

/** Offer a task for each visible script that uses Horovod, and complete those of `tasks.json`. */
export function horovodrunTasks(): Disposable {
  return tasks.registerTaskProvider(TYPE, { provideTasks, resolveTask });
}

async function provideTasks(): Promise<Task[]> {
  const scripts = new Map(window.visibleTextEditors.map(({ document }) => [document.uri.toString(), document]));
  const distributed = [...scripts.values()].filter(
    ({ uri, languageId, getText }) => uri.scheme === "file" && languageId === "python" && DISTRIBUTED.test(getText()),
  );
  return await Promise.all(distributed.map(({ uri }) => taskFor(uri)));
}

async function taskFor(file: Uri): Promise<Task> {
  const folder = workspace.getWorkspaceFolder(file);
  const processes = workspace.getConfiguration("farandole", file).get("processes", 2);
  const script = folder === undefined ? file.fsPath : path.relative(folder.uri.fsPath, file.fsPath);
  return await made({ type: TYPE, script, processes }, folder ?? TaskScope.Workspace, folder?.uri);
}

async function resolveTask(task: Task): Promise<Task> {
  const folder = typeof task.scope === "object" ? task.scope : workspace.workspaceFolders?.[0];
  return await made(task.definition as unknown as Definition, task.scope ?? TaskScope.Workspace, folder?.uri);
}

async function made(definition: Definition, scope: NonNullable<Task["scope"]>, folder: Uri | undefined): Promise<Task> {
  const { script, processes = 2, hosts, python, args = [] } = definition;
  const runner = python ?? (await chosenPython(folder)) ?? "python";
  const launched = ["-np", String(processes), ...(hosts === undefined ? [] : ["-H", hosts]), runner, script, ...args];
  const name = `horovodrun -np ${processes} ${script}`;
  const execution = new ShellExecution("horovodrun", launched, folder === undefined ? {} : { cwd: folder.fsPath });
  return new Task({ ...definition }, scope, name, TYPE, execution, MATCHERS);
}

/** Give the project's interpreter: `farandole.python`, which may be a virtual environment, or the Python extension's. */
async function chosenPython(folder: Uri | undefined): Promise<string | undefined> {
  const chosen = workspace.getConfiguration("farandole", folder).get("python", "");
  if (chosen === "") return await projectPython(folder);
  const isFolder = await stat(chosen).then((found) => found.isDirectory(), () => false);
  if (!isFolder) return chosen;
  return process.platform === "win32" ? path.join(chosen, "Scripts", "python.exe") : path.join(chosen, "bin", "python");
}
