/** Progress of long work, as a notification with Cancel: at once where the user has asked for the work, else after some seconds in the status bar, which has no Cancel. */

import { type Progress, ProgressLocation, window } from "vscode";
import { type Middleware, type ProgressToken, WorkDoneProgressCancelNotification } from "vscode-languageclient/node";
import type { Server } from "./server";

const ASKED_FOR = /^(Verify|Distribute) /;
const LONG = 8_000;

interface Shown {
  readonly report: (message: string) => void;
  readonly end: () => void;
}

/** Give what stands between the server's reports and VS Code. */
export function progressMiddleware(server: Server): Middleware {
  const shown = new Map<ProgressToken, Shown>();

  /** Show that work goes on until it ends. */
  function begin(location: ProgressLocation, title: string, cancel: () => void): Shown {
    const progress = new Promise<{ show: Progress<{ message?: string }>; end: () => void }>((started) => {
      void window.withProgress({ location, cancellable: true, title }, (show, cancellation) => {
        cancellation.onCancellationRequested(cancel);
        return new Promise<void>((end) => started({ show, end }));
      });
    });
    return {
      report: (message) => void progress.then(({ show }) => show.report({ message })),
      end: () => void progress.then(({ end }) => end()),
    };
  }

  /** Show in the status bar what nobody has asked for; when it takes long, where it can be cancelled. */
  function beginQuietly(title: string, cancel: () => void): Shown {
    let now = begin(ProgressLocation.Window, title, cancel);
    let last = "";
    const timer = setTimeout(() => {
      now.end();
      now = begin(ProgressLocation.Notification, title, cancel);
      now.report(last);
    }, LONG);
    return {
      report: (message) => now.report((last = message)),
      end: () => {
        clearTimeout(timer);
        now.end();
      },
    };
  }

  server.onDidChange(() => {
    if (server.current !== undefined) return;
    shown.forEach(({ end }) => end()); // a server that is gone ends nothing itself
    shown.clear();
  });
  return {
    handleWorkDoneProgress: (token, params) => {
      const cancel = () => server.current?.sendNotification(WorkDoneProgressCancelNotification.type, { token });
      if (params.kind === "begin") {
        const isAskedFor = ASKED_FOR.test(params.title);
        const title = isAskedFor ? `Farandole: ${params.title}` : params.title;
        shown.set(token, isAskedFor ? begin(ProgressLocation.Notification, title, cancel) : beginQuietly(title, cancel));
      }
      if (params.kind !== "end" && params.message !== undefined) shown.get(token)?.report(params.message);
      if (params.kind === "end") {
        shown.get(token)?.end();
        shown.delete(token);
      }
    },
  };
}
