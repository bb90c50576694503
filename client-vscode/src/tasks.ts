/** Tasks that start the active script with `horovodrun`. */

import * as path from "node:path";
import { type Disposable, ShellExecution, Task, TaskScope, type Uri, tasks, window, workspace } from "vscode";
import { projectPython } from "./interpreter";
import { mayTrain } from "./mention";

const TYPE = "horovodrun";
const MATCHERS = ["$horovodrun"];

/** A task in `tasks.json`; `script` is relative to the folder. */
interface Definition {
  readonly type: string;
  readonly script: string;
  readonly processes?: number;
  readonly hosts?: string;
  readonly python?: string;
  readonly args?: readonly string[];
}

/** Offer a task for each open script that may train, and complete those of `tasks.json`. */
export function horovodrunTasks(): Disposable {
  return tasks.registerTaskProvider(TYPE, { provideTasks, resolveTask });
}

async function provideTasks(): Promise<Task[]> {
  const scripts = new Map(window.visibleTextEditors.map(({ document }) => [document.uri.toString(), document]));
  const files = [...scripts.values()].filter((document) => document.uri.scheme === "file" && mayTrain(document));
  return await Promise.all(files.map(({ uri }) => taskFor(uri)));
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
  const own = workspace.getConfiguration("farandole", folder).get("python", "");
  const runner = python ?? ((own.endsWith("python") ? own : await projectPython(folder)) || "python");
  const launched = ["-np", String(processes), ...(hosts === undefined ? [] : ["-H", hosts]), runner, script, ...args];
  const name = `horovodrun -np ${processes} ${script}`;
  const execution = new ShellExecution("horovodrun", launched, folder === undefined ? {} : { cwd: folder.fsPath });
  return new Task({ ...definition }, scope, name, TYPE, execution, MATCHERS);
}
