/** Toasts: said once, gone by themselves; an error keeps its code and the request's number to copy (part 1 §8). */
import { ApiError, isAbort, NoAnswer } from "@/api/errors";
import { isAuthenticated } from "@/api/tokens";
import { say } from "@/i18n/texts";
import { copyText } from "@/ui/controls/copy-button";

const UNDO_MS = 6_000;
const ERROR_MS = 8_000;

type Sonner = typeof import("sonner").toast;
type Listener = () => void;

let wanted = false;
const listeners = new Set<Listener>();

let stands: () => void;
const standing = new Promise<void>((resolve) => {
  stands = resolve;
});

/** There is a place for toasts: what was said before is said now. */
export const toasterStands = (): void => stands();

/** The toaster's code comes with the first toast, which waits for its place: sonner forgets what nobody shows. */
async function toaster(): Promise<Sonner> {
  if (!wanted) {
    wanted = true;
    for (const listener of listeners) listener();
  }
  await standing;
  return (await import("sonner")).toast;
}

export const toastWanted = (): boolean => wanted;
export function onToastWanted(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function showDone(text: string): void {
  void toaster().then((toast) => toast.success(text));
}

export function showInfo(text: string, milliseconds?: number): void {
  void toaster().then((toast) => toast.info(text, milliseconds ? { duration: milliseconds } : {}));
}

/** What was asked for can't be done, and why. */
export function showWarning(text: string): void {
  void toaster().then((toast) => toast.warning(text, { id: text }));
}

/** Done already; can be taken back for six seconds. */
export function showUndo(text: string, undo: () => void): void {
  void toaster().then((toast) =>
    toast.success(text, { duration: UNDO_MS, action: { label: say("kit.undo"), onClick: undo } }),
  );
}

export type ErrorWords = { title: string; detail?: string; requestId?: string };

/** What a person is told of an error; null: nothing (a TypeError is ours, not his; a cancelled call is no error). */
export function errorWords(error: unknown): ErrorWords | null {
  if (error instanceof ApiError) {
    // The way to sign-in says it already.
    if (error.status === 401 && !isAuthenticated()) return null;
    const facts = [
      error.code ? `${say("errors.code")}: ${error.code}` : null,
      error.status ? `${say("errors.status")}: ${error.status}` : null,
      error.errId === undefined ? null : `${say("errors.errId")}: ${error.errId}`,
    ].filter((fact) => fact !== null);
    return {
      title: error.message || say("errors.wentWrong"),
      detail: facts.join(" · "),
      ...(error.requestId ? { requestId: error.requestId } : {}),
    };
  }
  if (error instanceof TypeError || isAbort(error)) return null;
  if (error instanceof NoAnswer) return { title: say("errors.noInternet"), requestId: error.requestId };
  if (error instanceof Error) return { title: error.name, detail: error.message };
  return { title: say("errors.unknown") };
}

/** The same of a file that did not come (R1-425): that, and why. */
export function fileErrorWords(error: unknown): ErrorWords | null {
  const why = errorWords(error);
  return why && { ...why, title: say("errors.fileFailed"), detail: [why.title, why.detail].filter(Boolean).join("\n") };
}

/** The error toast: the server's words with code, status and errId; the request's number to copy. */
export function showError(error: unknown): void {
  const words = errorWords(error);
  if (words) showWords(words);
}

export function showFileError(error: unknown): void {
  const words = fileErrorWords(error);
  if (words) showWords(words);
}

function showWords(words: ErrorWords): void {
  const { title, detail, requestId } = words;
  const copy = requestId ? { action: { label: say("kit.copy"), onClick: () => void copyText(requestId) } } : {};
  void toaster().then((toast) =>
    toast.error(title, {
      // One cause, one toast, however many calls met it.
      id: `${title}${detail ?? ""}`,
      duration: ERROR_MS,
      description: [detail, requestId ? `${say("errors.requestId")}: ${requestId}` : null].filter(Boolean).join("\n"),
      ...copy,
    }),
  );
}
