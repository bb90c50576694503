/** Distribute, Preview and Verify: from menus for the active editor, and from code lenses with their arguments. */

import { type Disposable, Uri, commands, window, workspace } from "vscode";
import {
  type CodeAction,
  CodeActionRequest,
  CodeActionResolveRequest,
  ExecuteCommandRequest,
  type LanguageClient,
  type Middleware,
} from "vscode-languageclient/node";
import { latestPython } from "./active";
import type { Server } from "./server";

const REWRITE = "refactor.rewrite.horovod";
const NOTEBOOK_CELL = "vscode-notebook-cell";
const DISTRIBUTE = "Distribute";

/** Register the commands for the active editor. */
export function conversionCommands(server: Server): Disposable[] {
  return [
    commands.registerCommand("farandole.distributeWithHorovod", () => forActiveEditor(server, distribute)),
    commands.registerCommand("farandole.previewDistribution", () => forActiveEditor(server, preview)),
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
      if (command === "farandole.preview") return await preview(client, uri, training);
      if (command === "farandole.verify") return await verify(client, uri);
      return await next(command, args);
    },
  };
}

type Conversion = (client: LanguageClient, uri: Uri) => Promise<unknown>;

async function forActiveEditor(server: Server, act: Conversion): Promise<void> {
  const document = latestPython();
  if (document === undefined) {
    void window.showInformationMessage("Farandole: open a Python script first.");
    return;
  }
  const client = await server.running();
  if (client === undefined) {
    if (server.problem !== undefined) void window.showErrorMessage(server.problem);
    return;
  }
  try {
    await act(client, document.uri);
  } catch (error) {
    void window.showErrorMessage(`Farandole: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function distribute(client: LanguageClient, uri: Uri): Promise<void> {
  if ((await execute(client, "farandole.distribute", uri)) === true) await done("farandole.distributed");
}

/** Show a conversion in the refactor preview, where it is applied or discarded. */
async function preview(client: LanguageClient, uri: Uri, training?: number): Promise<void> {
  if (uri.scheme === NOTEBOOK_CELL) {
    await previewNotebook(client, uri);
    return;
  }
  const action = await conversion(client, uri, training);
  if (action === undefined || action.disabled !== undefined) {
    await execute(client, "farandole.preview", uri); // which says why it can't be done
    return;
  }
  const { edit } = action.edit === undefined ? await client.sendRequest(CodeActionResolveRequest.type, action) : action;
  const converted = await client.protocol2CodeConverter.asWorkspaceEdit(edit);
  if (converted === undefined) return;
  // VS Code shows its preview when any edit is to be confirmed; this one does nothing, and the preview leaves it out.
  converted.createFile(Uri.file(uri.fsPath), { ignoreIfExists: true }, { label: "Preview", needsConfirmation: true });
  await done("farandole.previewed");
  if (await workspace.applyEdit(converted, { isRefactoring: true })) await done("farandole.distributed");
}

/** Show the conversion of a notebook as a diff of its cells: VS Code's preview has all edits under the first of them. */
async function previewNotebook(client: LanguageClient, uri: Uri): Promise<void> {
  if (typeof (await execute(client, "farandole.preview", uri)) !== "string") return;
  await done("farandole.previewed");
  const answer = await window.showInformationMessage("Farandole: this is what would change.", DISTRIBUTE);
  if (answer === DISTRIBUTE) await distribute(client, uri);
}

/** Let the walkthrough know that something was done. */
async function done(step: string): Promise<void> {
  await commands.executeCommand("setContext", step, true);
}

/** Give the action that converts a file's script, or one of its trainings. */
async function conversion(client: LanguageClient, uri: Uri, training: number | undefined): Promise<CodeAction | undefined> {
  const document = await workspace.openTextDocument(uri);
  const actions = await client.sendRequest(CodeActionRequest.type, {
    textDocument: { uri: client.code2ProtocolConverter.asUri(uri) },
    range: { start: { line: 0, character: 0 }, end: { line: document.lineCount, character: 0 } },
    context: { diagnostics: [], only: [REWRITE] },
  });
  const offered = (actions ?? []).filter((action): action is CodeAction => "kind" in action);
  const wanted = offered.filter((action) => (action.data?.training ?? undefined) === training);
  return wanted.find((action) => action.disabled === undefined) ?? wanted[0] ?? offered[0];
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
