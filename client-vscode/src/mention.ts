/** Waiting for the first Python file that names TensorFlow, Keras or Horovod, as the server's own search does. */

import { Disposable, type TextDocument, workspace } from "vscode";

const FRAMEWORK = /\b(tensorflow|keras|horovod)\b/;

/** Say whether a document is Python that may train. */
export function mayTrain(document: TextDocument): boolean {
  return document.languageId === "python" && FRAMEWORK.test(document.getText());
}

/** Call `act` once, as soon as an open document may train. Of a document that changes, only the changed lines are read. */
export function whenTraining(act: () => void): Disposable {
  const watchers: Disposable[] = [];
  const end = () => watchers.splice(0).forEach((watcher) => watcher.dispose());
  const found = () => {
    end();
    act();
  };
  watchers.push(
    workspace.onDidOpenTextDocument((document) => mayTrain(document) && found()),
    workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      const names = contentChanges.some(
        ({ range, text }) => FRAMEWORK.test(text) || FRAMEWORK.test(document.lineAt(range.start.line).text),
      );
      if (document.languageId === "python" && names) found();
    }),
  );
  if (workspace.textDocuments.some(mayTrain)) found();
  return new Disposable(end);
}
