/** What is to be confirmed, in VS Code's refactor preview, which ticks what is certain and applies what is ticked. */

import { Uri } from "vscode";
import {
  CancellationToken,
  type ChangeAnnotation,
  type CodeAction,
  CodeActionRequest,
  CodeActionResolveRequest,
  type CreateFile,
  type MessageSignature,
  type Middleware,
  TextDocumentEdit,
  type WorkspaceEdit,
} from "vscode-languageclient/node";

const NOTHING = "farandole.nothing";
const METHODS: readonly string[] = [CodeActionRequest.method, CodeActionResolveRequest.method];

type Send<P, R> = (type: string | MessageSignature, param?: P, token?: CancellationToken) => Promise<R>;

/** Give what stands between the server's edits and VS Code: where all is to be confirmed, it is asked once, with all of it ticked. */
export const askingMiddleware: Middleware = {
  sendRequest: async <P, R>(type: string | MessageSignature, param: P | undefined, token: CancellationToken | undefined, next: Send<P, R>) => {
    const answer = await next(type, param, token);
    return METHODS.includes(typeof type === "string" ? type : type.method) ? (asked(answer as CodeAction) as R) : answer;
  },
  workspace: { handleApplyEdit: (params, next) => next({ ...params, edit: askedOnce(params.edit) }, CancellationToken.None) },
};

/** Give an edit that VS Code shows before it applies it, with nothing ticked only where something else is. */
export function shownFirst(edit: WorkspaceEdit): WorkspaceEdit {
  const [first] = (edit.documentChanges ?? []).filter(TextDocumentEdit.is);
  const groups = edit.changeAnnotations ?? {};
  if (first === undefined || NOTHING in groups) return edit;
  // VS Code shows its preview when any change is to be confirmed; this one does nothing, and the preview leaves it out.
  const file = Uri.file(Uri.parse(first.textDocument.uri).fsPath).toString();
  const nothing: CreateFile = { kind: "create", uri: file, options: { ignoreIfExists: true }, annotationId: NOTHING };
  return {
    ...edit,
    documentChanges: [...(edit.documentChanges ?? []), nothing],
    changeAnnotations: { ...(isAllToBeConfirmed(edit) ? ticked(groups) : groups), [NOTHING]: { label: "Preview", needsConfirmation: true } },
  };
}

function asked(answer: CodeAction | CodeAction[] | null): CodeAction | CodeAction[] | null {
  if (Array.isArray(answer)) return answer.map((action) => asked(action) as CodeAction);
  return answer?.edit === undefined ? answer : { ...answer, edit: askedOnce(answer.edit) };
}

function askedOnce(edit: WorkspaceEdit): WorkspaceEdit {
  return isAllToBeConfirmed(edit) ? shownFirst(edit) : edit;
}

function isAllToBeConfirmed({ changeAnnotations }: WorkspaceEdit): boolean {
  const groups = Object.values(changeAnnotations ?? {});
  return groups.length > 0 && groups.every(({ needsConfirmation }) => needsConfirmation);
}

function ticked(groups: Record<string, ChangeAnnotation>): Record<string, ChangeAnnotation> {
  return Object.fromEntries(Object.entries(groups).map(([name, group]) => [name, { ...group, needsConfirmation: false }]));
}
