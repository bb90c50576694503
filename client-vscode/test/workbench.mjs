// VS Code as its user has it: code-server with the packaged extension, in Chromium.

import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { chromium } from "playwright-core";

export const CLIENT = path.dirname(import.meta.dirname);
export const PROJECT = path.dirname(CLIENT);
export const EXAMPLES = path.join(PROJECT, "examples");
export const VSIX = path.join(CLIENT, "farandole.vsix");

const CODE_SERVER = required("CODE_SERVER");
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
// Generous: a machine that does much else takes minutes to start an editor.
const LIMIT = Number(process.env.LIMIT ?? 240) * 1000;
const ROOT = mkdtempSync(path.join(tmpdir(), "farandole-vscode-"));
const PATIENCE = 15_000;
const FADE = 600; // until what appears is there, and what goes is gone

const SETTINGS = {
  "chat.disableAIFeatures": true,
  "editor.minimap.enabled": false,
  "editor.stickyScroll.enabled": false,
  "extensions.ignoreRecommendations": true,
  "files.autoSave": "off",
  "git.enabled": false,
  "remote.autoForwardPorts": false,
  "security.workspace.trust.enabled": false,
  "telemetry.telemetryLevel": "off",
  "window.commandCenter": false,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
};

const THEMES = { dark: "Default Dark Modern", light: "Default Light Modern" };
const THEME = process.env.THEME ?? "dark";

process.once("exit", () => {
  try {
    rmSync(ROOT, { recursive: true, force: true, maxRetries: 10 });
  } catch (error) {
    console.log(`left behind: ${error.message}`);
  }
});
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));

function required(name) {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set; start this with client-vscode/test/run`);
  return value;
}

/** A code-server with its own settings and extensions, and a browser for it. */
export class Installation {
  /** Start a code-server that has the extensions of these files, and these settings beside the usual ones. */
  static async start({ extensions = [VSIX], settings = {}, environment = {} } = {}) {
    const home = temporary();
    const installation = new Installation(home, environment);
    installation.set(settings);
    for (const file of extensions) installation.install(file);
    await installation.serve();
    installation.browser = await chromium.launch({
      executablePath: CHROMIUM,
      args: ["--no-sandbox"],
      timeout: LIMIT,
      handleSIGINT: false,
      handleSIGTERM: false,
    });
    return installation;
  }

  constructor(home, environment) {
    this.home = home;
    this.environment = { ...process.env, XDG_CONFIG_HOME: path.join(home, "config"), ...environment };
    this.folders = ["--user-data-dir", path.join(home, "data"), "--extensions-dir", path.join(home, "extensions")];
  }

  /** Replace the user's settings. */
  set(settings) {
    const folder = path.join(this.home, "data", "User");
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, "settings.json"), JSON.stringify({ ...SETTINGS, "workbench.colorTheme": THEMES[THEME], ...settings }));
  }

  install(file) {
    const { status, stdout, stderr } = spawnSync(process.execPath, [CODE_SERVER, ...this.folders, "--install-extension", file], {
      encoding: "utf8",
      env: this.environment,
    });
    if (status !== 0) throw new Error(`${file} was not installed:\n${stdout}${stderr}`);
  }

  async serve() {
    const quiet = ["--auth", "none", "--bind-addr", "127.0.0.1:0", "--disable-telemetry", "--disable-update-check", "--reconnection-grace-time", "20"];
    this.process = spawn(process.execPath, [CODE_SERVER, ...this.folders, ...quiet], { env: this.environment, detached: true });
    process.prependListener("exit", () => this.kill()); // also when this is ended from outside
    let output = "";
    this.url = await new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`code-server did not start:\n${output}`)), LIMIT);
      const read = (data) => {
        output += data;
        const found = /listening on (http:\S+?)\/?\s/.exec(output);
        if (found === null) return;
        clearTimeout(timer);
        resolve(found[1]);
      };
      this.process.stdout.on("data", read);
      this.process.stderr.on("data", read);
    });
  }

  /** Open a folder in a window of its own. */
  async open(folder, viewport = { width: 1200, height: 760 }) {
    const context = await this.browser.newContext({ viewport });
    context.setDefaultTimeout(LIMIT);
    const page = await context.newPage();
    await page.goto(`${this.url}/?folder=${encodeURIComponent(folder)}`);
    await page.waitForSelector(".explorer-folders-view .monaco-list-row");
    return new Workbench(page, folder);
  }

  /** End code-server, with the processes that it has started. */
  kill() {
    try {
      process.kill(-this.process.pid, "SIGTERM");
    } catch {
      // it has ended
    }
  }

  async stop() {
    await this.browser?.close();
    this.kill();
  }
}

/** A window, and what a user does in it. */
export class Workbench {
  constructor(page, folder) {
    this.page = page;
    this.folder = folder;
  }

  /** Take a picture where PICTURES names a folder for them; THEME is `dark` or `light`. */
  async picture(name) {
    const folder = process.env.PICTURES;
    if (folder === undefined) return;
    await this.page.waitForTimeout(FADE);
    await this.page.screenshot({ path: path.join(folder, `${name}-${THEME}.png`) });
  }

  async close() {
    await this.page.context().close();
  }

  // Files.

  /** Open a file of the folder's top level, from the explorer. */
  async openFile(name) {
    await this.page.locator(".explorer-folders-view .monaco-list-row").getByText(name, { exact: true }).dblclick();
    await this.page.locator(`.tab.active[data-resource-name="${name}"]`).waitFor();
    await this.page.locator(".editor-instance .view-lines .view-line, .notebookOverlay .cell-editor-container .view-line").first().waitFor();
  }

  /** Save the active editor and give what is on the disk then. */
  async save(name) {
    await this.page.keyboard.press("Control+S");
    await this.page.locator(`.tab.active[data-resource-name="${name}"]:not(.dirty)`).waitFor();
    return this.read(name);
  }

  /** Save everything. */
  async saveAll() {
    await this.command("File: Save All");
    await this.page.locator(".tab.dirty").first().waitFor({ state: "detached" });
  }

  async undo() {
    await this.focusEditor();
    await this.page.keyboard.press("Control+Z");
  }

  async focusEditor() {
    await this.command("View: Focus Active Editor Group");
  }

  read(name) {
    return readFileSync(path.join(this.folder, name), "utf8");
  }

  // Commands and keys.

  /** Do something until it shows what it should: what is done to a thing that is drawn anew, or not yet ready, is lost. */
  async insist(act, shown) {
    for (const end = Date.now() + LIMIT; ; ) {
      await act();
      try {
        await shown.waitFor({ timeout: PATIENCE });
        return;
      } catch (error) {
        if (Date.now() > end) throw error;
      }
    }
  }

  async lens(title, shown) {
    await this.insist(() => this.lenses.getByText(title, { exact: true }).click(), shown);
  }

  /** Run a command from the palette, by its whole title; the palette is opened anew until the command is known. */
  async command(title) {
    for (const end = Date.now() + LIMIT; ; ) {
      await this.page.keyboard.press("F1");
      const input = this.page.locator(".quick-input-widget input.input");
      try {
        await input.fill(`>${title}`, { timeout: PATIENCE });
        await this.pick(title, PATIENCE);
        return;
      } catch (error) {
        if (Date.now() > end) throw error;
        await this.page.keyboard.press("Escape");
      }
    }
  }

  /** Take an entry of the list that is shown over the editor. */
  async pick(label, timeout = LIMIT) {
    const row = this.page.locator(".quick-input-list .monaco-list-row").filter({ has: this.page.getByText(label, { exact: true }) });
    await row.first().click({ timeout });
  }

  /** Put the cursor at a line and a column, both from 1. */
  async goTo(line, column = 1) {
    await this.page.keyboard.press("Control+G");
    const input = this.page.locator(".quick-input-widget input.input");
    await input.waitFor();
    await input.fill(`:${line}:${column}`);
    await this.page.keyboard.press("Enter");
    await this.page.locator(".quick-input-widget").waitFor({ state: "hidden" });
    await this.page.locator(".statusbar-item").getByText(`Ln ${line}, Col ${column}`).waitFor();
  }

  /** Show what is known of the place under the cursor. */
  async hover(line, column) {
    await this.goTo(line, column);
    await this.page.keyboard.press("Control+K");
    await this.page.keyboard.press("Control+I");
    const shown = this.page.locator(".monaco-hover:not(.hidden) .hover-row").first();
    await shown.waitFor();
    return this.page.locator(".monaco-hover:not(.hidden)").first();
  }

  /** Open the menu of the light bulb at a place. */
  async lightBulb(line, column = 1) {
    await this.goTo(line, column);
    const menu = this.page.locator(".action-widget");
    const action = menu.locator(".monaco-list-row.action").first();
    await this.insist(() => this.page.keyboard.press("Control+."), action);
    return menu;
  }

  /** Take an entry of the light bulb's menu. */
  async choose(menu, title) {
    await menu.locator(".monaco-list-row.action").getByText(title, { exact: true }).click();
  }

  /** Take an entry of the context menu of something. A menu that has just been opened loses a click: it is opened anew. */
  async chooseInMenuOf(owner, title, opened = async () => {}) {
    const entry = this.page.locator(".monaco-menu .action-item").getByText(title, { exact: true });
    for (const end = Date.now() + LIMIT; ; ) {
      await this.insist(() => owner.click({ button: "right" }), entry);
      await this.page.waitForTimeout(FADE);
      await opened();
      await entry.click();
      try {
        await entry.waitFor({ state: "hidden", timeout: PATIENCE });
        return;
      } catch (error) {
        if (Date.now() > end) throw error;
        await this.page.keyboard.press("Escape");
      }
    }
  }

  // What is shown.

  /** Underlines that are there to be seen: warnings and errors. */
  get squiggles() {
    return this.page.locator(".editor-instance .squiggly-info, .editor-instance .squiggly-warning, .editor-instance .squiggly-error");
  }

  /** The three dots of a hint. */
  get hints() {
    return this.page.locator(".editor-instance .squiggly-hint");
  }

  get lenses() {
    return this.page.locator(".codelens-decoration");
  }

  get status() {
    return this.page.locator('.statusbar-item[id^="farandole."] a').first();
  }

  get refactorPreview() {
    return this.page.locator(".bulk-edit-panel");
  }

  /** A notification with a text. */
  notification(text) {
    return this.page.locator(".notification-list-item").filter({ hasText: text }).first();
  }
}

/** Make a folder that is removed at the end. */
export function temporary() {
  return mkdtempSync(path.join(ROOT, "-"));
}

/** Make a folder with these files; a value is a text, or the object of a notebook. */
export function workspace(files, title = "spirals") {
  const folder = path.join(temporary(), title);
  mkdirSync(folder);
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  }
  return folder;
}

/** Give the text of an example of the project. */
export function example(name) {
  return readFileSync(path.join(EXAMPLES, name), "utf8");
}
