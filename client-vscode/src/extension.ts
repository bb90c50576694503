/** What VS Code starts: commands, the status bar and tasks at once, the language server when a file trains. */

import { commands, type ExtensionContext, window } from "vscode";
import { rememberActivePython } from "./active";
import { askingMiddleware } from "./asking";
import { commandMiddleware, conversionCommands } from "./conversion";
import { openExample } from "./example";
import { chooseInterpreter, onDidChangeInterpreter } from "./interpreter";
import { whenTraining } from "./mention";
import { progressMiddleware } from "./progress";
import { Server } from "./server";
import { StatusBar } from "./statusBar";
import { horovodrunTasks } from "./tasks";

export function activate(context: ExtensionContext): void {
  const output = window.createOutputChannel("Farandole", { log: true });
  const server = new Server(context.extensionUri, output, (started) => ({
    ...askingMiddleware,
    ...commandMiddleware(started),
    ...progressMiddleware(started),
  }));
  context.subscriptions.push(
    output,
    server,
    new StatusBar(server),
    ...conversionCommands(server),
    rememberActivePython(),
    commands.registerCommand("farandole.pause", () => server.pause()),
    commands.registerCommand("farandole.restart", () => server.restart()),
    commands.registerCommand("farandole.showOutput", () => output.show()),
    commands.registerCommand("farandole.chooseInterpreter", chooseInterpreter),
    commands.registerCommand("farandole.openExample", () => openExample(context)),
    horovodrunTasks(),
    onDidChangeInterpreter(() => server.restartIfStarted()),
    whenTraining(() => server.start()),
  );
}
