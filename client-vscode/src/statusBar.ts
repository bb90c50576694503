/** The item in the status bar: how the active file trains, and how many steps to Horovod are done. */

import { Disposable, MarkdownString, StatusBarAlignment, type TextDocument, ThemeColor, commands, languages, window, workspace } from "vscode";
import { activePython } from "./active";
import { mayTrain } from "./mention";
import type { Server } from "./server";

const DELAY = 300;

/** A training as the server tells of it. */
interface Training {
  readonly pattern: string;
  readonly line: number;
  readonly done: number;
  readonly steps: number;
  readonly obstacle: string;
}

export class StatusBar implements Disposable {
  private readonly item = window.createStatusBarItem("farandole", StatusBarAlignment.Left, -1);
  private readonly watchers: Disposable[];
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly server: Server) {
    this.item.name = "Farandole";
    this.item.command = "farandole.showActions";
    this.watchers = [
      this.item,
      commands.registerCommand("farandole.showActions", () => this.showActions()),
      window.onDidChangeActiveTextEditor(() => this.refresh()),
      window.onDidChangeActiveNotebookEditor(() => this.refresh()),
      languages.onDidChangeDiagnostics(() => this.refresh()),
      workspace.onDidChangeTextDocument(({ document }) => document === activePython() && this.refresh()),
      server.onDidChange(() => this.refresh()),
    ];
  }

  dispose(): void {
    clearTimeout(this.timer);
    Disposable.from(...this.watchers).dispose();
  }

  private refresh(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.show(), DELAY);
  }

  private async show(): Promise<void> {
    const document = activePython();
    const problem = document !== undefined && mayTrain(document) ? this.server.problem : undefined;
    const trainings = document === undefined || problem !== undefined ? [] : await this.trainings(document);
    if (document !== activePython() || trainings === undefined) return;
    const paused = this.server.paused && document !== undefined && mayTrain(document);
    this.item.text = paused ? "$(debug-pause) Farandole paused" : problem === undefined ? text(trainings) : "$(warning) Farandole";
    this.item.tooltip = paused ? "Nothing is read or shown until you resume." : (problem ?? tooltip(trainings));
    this.item.backgroundColor = problem === undefined ? undefined : new ThemeColor("statusBarItem.warningBackground");
    if (paused || problem !== undefined || trainings.length > 0) this.item.show();
    else this.item.hide();
  }

  /** Give the trainings of a document; undefined when the text has changed meanwhile, so that another refresh follows. */
  private async trainings(document: TextDocument): Promise<readonly Training[] | undefined> {
    const client = this.server.current;
    if (client === undefined) return this.server.starts ? undefined : [];
    const uri = client.code2ProtocolConverter.asUri(document.uri);
    try {
      return await client.sendRequest<Training[]>("farandole/trainings", { uri });
    } catch {
      return undefined;
    }
  }

  private async showActions(): Promise<void> {
    const actions = this.server.paused ? [RESUME] : ACTIONS;
    const answer = await window.showQuickPick(actions, { placeHolder: "Farandole" });
    if (answer !== undefined) await commands.executeCommand(answer.command);
  }
}

const ACTIONS = [
  { label: "$(wand) Distribute with Horovod", command: "farandole.distributeWithHorovod" },
  { label: "$(diff) Preview the distribution", command: "farandole.previewDistribution" },
  { label: "$(discard) Remove Horovod", command: "farandole.removeHorovod" },
  { label: "$(diff) Preview the removal of Horovod", command: "farandole.previewHorovodRemoval" },
  { label: "$(beaker) Verify under Horovod", command: "farandole.verifyUnderHorovod" },
  { label: "$(snake) Choose interpreter", command: "farandole.chooseInterpreter" },
  { label: "$(output) Show output", command: "farandole.showOutput" },
  { label: "$(debug-pause) Pause", command: "farandole.pause" },
  { label: "$(refresh) Restart", command: "farandole.restart" },
];
const RESUME = { label: "$(debug-start) Resume", command: "farandole.restart" };

function text(trainings: readonly Training[]): string {
  if (trainings.length > 0 && trainings.every(({ obstacle }) => obstacle !== "")) return "$(circle-slash) Farandole: can't be distributed";
  const done = trainings.reduce((sum, training) => sum + training.done, 0);
  const steps = trainings.reduce((sum, training) => sum + training.steps, 0);
  const what = trainings.length === 1 ? trainings[0]?.pattern : `${trainings.length} trainings`;
  return `${done === steps ? "$(pass)" : "$(circle-large)"} ${what}: ${done} of ${steps} steps`;
}

function tooltip(trainings: readonly Training[]): MarkdownString {
  const lines = trainings.map(({ pattern, line, done, steps, obstacle }) => {
    const state = obstacle === "" ? `${done} of ${steps} steps to Horovod done` : `can't be distributed. ${obstacle}`;
    return `- line ${line + 1}, ${pattern}: ${state}`;
  });
  return new MarkdownString(["**Farandole**", "", ...lines].join("\n"));
}
