/** Distribute, Remove Horovod, Preview and Verify: from menus for the active editor, and from code lenses with their arguments. */

import { type Disposable, type Uri, commands, window, workspace } from "vscode";
import {
  type CodeAction,
  CodeActionRequest,
  CodeActionResolveRequest,
  ExecuteCommandRequest,
  type LanguageClient,
  type Middleware,
} from "vscode-languageclient/node";
import { latestPython } from "./active";
import { shownFirst } from "./asking";
import type { Server } from "./server";

const NOTEBOOK_CELL = "vscode-notebook-cell";

/** A change of a whole script: the kind of its action, the server's commands, the word for it, and what has been done then. */
interface Rewriting {
  readonly kind: string;
  readonly apply: string;
  readonly preview: string;
  readonly verb: string;
  readonly step?: string;
}

const DISTRIBUTION: Rewriting = {
  kind: "refactor.rewrite.horovod",
  apply: "farandole.distribute",
  preview: "farandole.preview",
  verb: "Distribute",
  step: "farandole.distributed",
};
const REMOVAL: Rewriting = {
  kind: "refactor.rewrite.horovod.remove",
  apply: "farandole.remove",
  preview: "farandole.previewRemoval",
  verb: "Remove",
};

/** Register the commands for the active editor. */
export function conversionCommands(server: Server): Disposable[] {
  return [
    commands.registerCommand("farandole.distributeWithHorovod", () => forActiveEditor(server, apply(DISTRIBUTION))),
    commands.registerCommand("farandole.previewDistribution", () => forActiveEditor(server, preview(DISTRIBUTION))),
    commands.registerCommand("farandole.removeHorovod", () => forActiveEditor(server, apply(REMOVAL))),
    commands.registerCommand("farandole.previewHorovodRemoval", () => forActiveEditor(server, preview(REMOVAL))),
    commands.registerCommand("farandole.distributeFolderWithHorovod", (folder?: Uri) => distributeFolder(server, folder)),
    commands.registerCommand("farandole.verifyUnderHorovod", () => forActiveEditor(server, verify)),
  ];
}

/** Give what stands between a code lens and the server: Preview is VS Code's own, Verify wants trust and a saved file. */
export function commandMiddleware(server: Server): Middleware {
  return {
    executeCommand: async (command, args, next) => {
      const client = server.current;
      if (client === undefined || typeof args[0] !== "string") return await next(command, args);
      const uri = client.protocol2CodeConverter.asUri(args[0]);
      const training = typeof args[1] === "number" ? args[1] : undefined;
      if (command === "farandole.preview") return await preview(DISTRIBUTION, training)(client, uri);
      if (command === "farandole.verify") return await verify(client, uri);
      return await next(command, args);
    },
  };
}

type Conversion = (client: LanguageClient, uri: Uri) => Promise<unknown>;

async function forActiveEditor(server: Server, act: Conversion): Promise<void> {
  const document = latestPython();
  if (document === undefined) void window.showInformationMessage("Farandole: open a Python script first.");
  else await withServer(server, act, document.uri);
}

/** Distribute the scripts below a folder: that of the explorer's menu, else one that the user chooses. */
async function distributeFolder(server: Server, folder: Uri | undefined): Promise<void> {
  const chosen = folder ?? (await window.showOpenDialog({ canSelectFiles: false, canSelectFolders: true, openLabel: "Distribute" }))?.[0];
  if (chosen !== undefined) await withServer(server, (client, uri) => execute(client, "farandole.distributeFolder", uri), chosen);
}

async function withServer(server: Server, act: Conversion, uri: Uri): Promise<void> {
  const client = await server.running();
  if (client === undefined) {
    if (server.problem !== undefined) void window.showErrorMessage(server.problem);
    return;
  }
  try {
    await act(client, uri);
  } catch (error) {
    void window.showErrorMessage(`Farandole: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function apply(rewriting: Rewriting): Conversion {
  return async (client, uri) => {
    const changed = (await execute(client, rewriting.apply, uri)) === true;
    if (changed && rewriting.step !== undefined) await done(rewriting.step);
  };
}

/** Show a change in the refactor preview, where it is applied or discarded. */
function preview(rewriting: Rewriting, training?: number): Conversion {
  return async (client, uri) => {
    if (uri.scheme === NOTEBOOK_CELL) {
      await previewNotebook(rewriting, client, uri);
      return;
    }
    const action = await offered(rewriting, client, uri, training);
    if (action === undefined || action.disabled !== undefined) {
      await execute(client, rewriting.preview, uri); // which says why it can't be done
      return;
    }
    const { edit } = action.edit === undefined ? await client.sendRequest(CodeActionResolveRequest.type, action) : action;
    if (edit === undefined) return;
    const changed = await client.protocol2CodeConverter.asWorkspaceEdit(shownFirst(edit));
    if (rewriting.step !== undefined) await done("farandole.previewed");
    const applied = await workspace.applyEdit(changed, { isRefactoring: true });
    if (applied && rewriting.step !== undefined) await done(rewriting.step);
  };
}

/** Show the change of a notebook as a diff of its cells: VS Code's preview has all edits under the first of them. */
async function previewNotebook(rewriting: Rewriting, client: LanguageClient, uri: Uri): Promise<void> {
  if (typeof (await execute(client, rewriting.preview, uri)) !== "string") return;
  if (rewriting.step !== undefined) await done("farandole.previewed");
  const answer = await window.showInformationMessage("Farandole: this is what would change.", rewriting.verb);
  if (answer === rewriting.verb) await apply(rewriting)(client, uri);
}

/** Let the walkthrough know that something was done. */
async function done(step: string): Promise<void> {
  await commands.executeCommand("setContext", step, true);
}

/** Give the action that changes a file's script, or one of its trainings. */
async function offered(
  rewriting: Rewriting,
  client: LanguageClient,
  uri: Uri,
  training: number | undefined,
): Promise<CodeAction | undefined> {
  const document = await workspace.openTextDocument(uri);
  const actions = await client.sendRequest(CodeActionRequest.type, {
    textDocument: { uri: client.code2ProtocolConverter.asUri(uri) },
    range: { start: { line: 0, character: 0 }, end: { line: document.lineCount, character: 0 } },
    context: { diagnostics: [], only: [rewriting.kind] },
  });
  const ofKind = (actions ?? []).filter((action): action is CodeAction => "kind" in action && action.kind === rewriting.kind);
  const wanted = ofKind.filter((action) => (action.data?.training ?? undefined) === training);
  return wanted.find((action) => action.disabled === undefined) ?? wanted[0] ?? ofKind[0];
}

async function verify(client: LanguageClient, uri: Uri): Promise<void> {
  if (!workspace.isTrusted) {
    const manage = "Manage Workspace Trust";
    const answer = await window.showWarningMessage("Farandole: Verify runs the project's code, and the workspace is not trusted.", manage);
    if (answer === manage) await commands.executeCommand("workbench.trust.manage");
    return;
  }
  const unsaved = workspace.textDocuments.filter(({ isDirty, languageId, uri: { scheme } }) => isDirty && languageId === "python" && scheme === "file");
  await Promise.all(unsaved.map((document) => document.save())); // what is run are the files
  await execute(client, "farandole.verify", uri);
}

async function execute(client: LanguageClient, command: string, uri: Uri): Promise<unknown> {
  return await client.sendRequest(ExecuteCommandRequest.type, { command, arguments: [client.code2ProtocolConverter.asUri(uri)] });
}
