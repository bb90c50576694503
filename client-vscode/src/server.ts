/** The language server of a window: started once, restarted after a crash at most a few times. */

import { type Disposable, EventEmitter, type LogOutputChannel, Uri, commands, window, workspace } from "vscode";
import {
  CloseAction,
  type CloseHandlerResult,
  type ConfigurationParams,
  ErrorAction,
  LanguageClient,
  type LanguageClientOptions,
  type Middleware,
  RevealOutputChannelOn,
  type ShowDocumentParams,
  State,
} from "vscode-languageclient/node";
import { NoInterpreter, interpreter, projectPython } from "./interpreter";

const MOST_RESTARTS = 3;
const RESTART_PERIOD = 3 * 60_000;
const STOP_LIMIT = 5_000;

const SELECTOR: LanguageClientOptions["documentSelector"] = [
  { scheme: "file", language: "python" },
  { notebook: { scheme: "file", notebookType: "jupyter-notebook" }, language: "python" },
];

export class Server implements Disposable {
  private client: LanguageClient | undefined;
  private starting: Promise<void> | undefined;
  private crashes: number[] = [];
  private readonly changed = new EventEmitter<void>();

  /** Fires when the server runs, or no longer does. */
  readonly onDidChange = this.changed.event;

  /** Why the server does not run, if it should. */
  problem: string | undefined;

  /** Whether the user wants nothing of it for now. */
  paused = false;

  constructor(
    private readonly extension: Uri,
    private readonly output: LogOutputChannel,
    private readonly middleware: (server: Server) => Middleware,
  ) {}

  /** Start the server, unless it is started already or paused. What keeps it from starting is told once. */
  async start(): Promise<void> {
    if (this.paused) return;
    this.starting ??= this.launch();
    await this.starting;
  }

  /** Give the client of the running server, after starting it; undefined, when that can't be done. */
  async running(): Promise<LanguageClient | undefined> {
    await this.start();
    return this.client?.state === State.Running ? this.client : undefined;
  }

  /** Give the client if the server runs. */
  get current(): LanguageClient | undefined {
    return this.client?.state === State.Running ? this.client : undefined;
  }

  /** Whether the server is on its way. */
  get starts(): boolean {
    return this.client?.state === State.Starting;
  }

  /** End the server and start it anew. */
  async restart(): Promise<void> {
    await this.pause();
    this.paused = false;
    await this.start();
  }

  /** End the server, until it is restarted: nothing is shown then, and nothing read. */
  async pause(): Promise<void> {
    await this.starting;
    this.paused = true;
    this.crashes = [];
    this.problem = undefined;
    await this.stop();
    this.starting = undefined;
    this.changed.fire();
  }

  /** Restart the server, if anything has asked for it. */
  async restartIfStarted(): Promise<void> {
    if (this.starting !== undefined) await this.restart();
  }

  dispose(): Promise<void> {
    this.changed.dispose();
    return this.stop();
  }

  private async launch(): Promise<void> {
    this.problem = undefined;
    try {
      const python = await interpreter();
      this.output.info(`starting the server with ${python}`);
      this.client = this.newClient(python);
      this.client.onDidChangeState(() => this.changed.fire());
      await this.client.start();
    } catch (error) {
      this.fail(error);
    }
    this.changed.fire();
  }

  private async stop(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    // A server that crashed, or never started, has nothing to stop.
    await client?.dispose(STOP_LIMIT).catch((error: unknown) => this.output.debug(`stopping: ${String(error)}`));
  }

  private newClient(python: string): LanguageClient {
    const script = Uri.joinPath(this.extension, "bundled", "run.py").fsPath;
    const middleware = this.middleware(this);
    return new LanguageClient(
      "farandole",
      "Farandole",
      { command: python, args: ["-I", script, "server"] },
      {
        documentSelector: SELECTOR,
        outputChannel: this.output,
        revealOutputChannelOn: RevealOutputChannelOn.Never,
        initializationOptions: { trusted: workspace.isTrusted, hoverHasDiagnostics: true, messagesHaveButtons: true },
        errorHandler: { error: () => ({ action: ErrorAction.Continue }), closed: () => this.closed() },
        middleware: {
          ...middleware,
          workspace: {
            ...middleware.workspace,
            configuration: async (params, token, next) => withProjectPython(params, await next(params, token)),
          },
          window: { showDocument: async (params, token, next) => ((await showPage(params)) ? { success: true } : await next(params, token)) },
        },
      },
    );
  }

  private closed(): CloseHandlerResult {
    const now = Date.now();
    this.crashes = [...this.crashes.filter((crash) => now - crash < RESTART_PERIOD), now];
    if (this.crashes.length <= MOST_RESTARTS) {
      void this.tell(window.showWarningMessage, "Farandole's server ended unexpectedly and was started again.", SHOW_OUTPUT);
      return { action: CloseAction.Restart, handled: true };
    }
    this.problem = `Farandole's server ended unexpectedly ${this.crashes.length} times within minutes and stays off.`;
    void this.tell(window.showErrorMessage, this.problem, RESTART, SHOW_OUTPUT);
    return { action: CloseAction.DoNotRestart, handled: true };
  }

  private fail(error: unknown): void {
    if (error instanceof NoInterpreter) {
      this.problem = error.message;
      void this.tell(window.showErrorMessage, error.message, CHOOSE);
    } else {
      this.problem ??= "Farandole's server could not be started.";
      this.output.error(String(error));
      void this.tell(window.showErrorMessage, this.problem, CHOOSE, RESTART, SHOW_OUTPUT);
    }
  }

  private async tell(show: typeof window.showErrorMessage, message: string, ...choices: readonly Choice[]): Promise<void> {
    this.output.warn(message);
    const answer = await show(message, ...choices);
    if (answer !== undefined) await commands.executeCommand(answer.command);
  }
}

interface Choice {
  readonly title: string;
  readonly command: string;
}

const CHOOSE: Choice = { title: "Choose Interpreter", command: "farandole.chooseInterpreter" };
const RESTART: Choice = { title: "Restart", command: "farandole.restart" };
const SHOW_OUTPUT: Choice = { title: "Show Output", command: "farandole.showOutput" };

/** Show a document of the server that is Markdown, as a rule's page or a report, as it is to be read. */
async function showPage({ uri, external }: ShowDocumentParams): Promise<boolean> {
  const page = Uri.parse(uri);
  if (external === true || page.scheme !== "file" || !page.path.endsWith(".md")) return false;
  await commands.executeCommand("markdown.showPreviewToSide", page);
  return true;
}

/** Give the settings with the Python extension's choice where the user has named no `farandole.python`. */
async function withProjectPython(params: ConfigurationParams, tables: unknown): Promise<unknown[]> {
  const found = Array.isArray(tables) ? tables : [];
  return await Promise.all(
    found.map(async (table: Record<string, unknown> | null, index) => {
      const scope = params.items[index]?.scopeUri;
      const python = table?.["python"] || (await projectPython(scope === undefined ? undefined : Uri.parse(scope))) || "";
      return { ...table, python };
    }),
  );
}
