/** The example of the walkthrough: a fresh copy, outside of the user's project. */

import { type ExtensionContext, Uri, window, workspace } from "vscode";

export async function openExample(context: ExtensionContext): Promise<void> {
  const copy = Uri.joinPath(context.globalStorageUri, "example", "train.py");
  await workspace.fs.copy(Uri.joinPath(context.extensionUri, "walkthrough", "train.py"), copy, { overwrite: true });
  await window.showTextDocument(copy);
}
