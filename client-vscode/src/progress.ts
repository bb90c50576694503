/** Progress of what the user has asked for, as a notification with Cancel; what the server does unasked stays in the status bar. */

import { type Progress, ProgressLocation, window } from "vscode";
import { type Middleware, type ProgressToken, WorkDoneProgressCancelNotification } from "vscode-languageclient/node";
import type { Server } from "./server";

const ASKED_FOR = /^Verify /;

interface Shown {
  readonly progress: Progress<{ message?: string }>;
  readonly end: () => void;
}

/** Give what stands between the server's reports and VS Code. */
export function progressMiddleware(server: Server): Middleware {
  const shown = new Map<ProgressToken, Shown>();

  function begin(token: ProgressToken, title: string, message: string | undefined): void {
    const options = { location: ProgressLocation.Notification, cancellable: true, title: `Farandole: ${title}` };
    void window.withProgress(options, (progress, cancellation) => {
      cancellation.onCancellationRequested(() => server.current?.sendNotification(WorkDoneProgressCancelNotification.type, { token }));
      if (message !== undefined) progress.report({ message });
      return new Promise<void>((end) => shown.set(token, { progress, end }));
    });
  }

  server.onDidChange(() => {
    if (server.current === undefined) shown.forEach(({ end }) => end()); // a server that is gone ends nothing itself
  });
  return {
    handleWorkDoneProgress: (token, params, next) => {
      const known = shown.get(token);
      if (params.kind === "begin" && ASKED_FOR.test(params.title)) begin(token, params.title, params.message);
      else if (known === undefined) next(token, params);
      else if (params.kind === "report") known.progress.report(params.message === undefined ? {} : { message: params.message });
      else {
        known.end();
        shown.delete(token);
      }
    },
  };
}
