/** The document that commands and the status bar are about. */

import { type Disposable, type TextDocument, window } from "vscode";

let last: TextDocument | undefined;

/** Give the Python document of the active editor, or of the selected cell of the active notebook. */
export function activePython(): TextDocument | undefined {
  const notebook = window.activeNotebookEditor;
  const cell = notebook?.notebook.getCells(notebook.selection)[0] ?? notebook?.notebook.getCells()[0];
  const document = window.activeTextEditor?.document ?? cell?.document;
  return document?.languageId === "python" ? document : undefined;
}

/** Give the active Python document, else the one that was active last, if it is still open: a page may lie over it. */
export function latestPython(): TextDocument | undefined {
  return activePython() ?? (last?.isClosed === false ? last : undefined);
}

/** Remember which Python document was active. */
export function rememberActivePython(): Disposable {
  last = activePython();
  return window.onDidChangeActiveTextEditor(() => (last = activePython() ?? last));
}
