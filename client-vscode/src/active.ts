/** The document that commands and the status bar are about. */

import { type TextDocument, window } from "vscode";

/** Give the Python document of the active editor, or of the selected cell of the active notebook. */
export function activePython(): TextDocument | undefined {
  const notebook = window.activeNotebookEditor;
  const cell = notebook?.notebook.getCells(notebook.selection)[0] ?? notebook?.notebook.getCells()[0];
  const document = window.activeTextEditor?.document ?? cell?.document;
  return document?.languageId === "python" ? document : undefined;
}
