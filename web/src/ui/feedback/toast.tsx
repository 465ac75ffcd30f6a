/** Toasts: shown once, closed by themselves; an error keeps its code and request id for copying (part 1 §8). */
import { ApiError, isAbort, NoAnswer, UnexpectedAnswer } from "@/api/errors";
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

/** The toaster is mounted: earlier toasts are shown now. */
export const toasterStands = (): void => stands();

/** The toaster's code loads with the first toast, which waits for it: sonner drops toasts without a toaster. */
export async function toaster(): Promise<Sonner> {
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

/** The request can't be carried out, with the reason. */
export function showWarning(text: string): void {
  void toaster().then((toast) => toast.warning(text, { id: text }));
}

/** Done; can be undone for six seconds. Returns the function that takes the toast away before. */
export function showUndo(text: string, undo: () => void): () => void {
  const shown = toaster().then((toast) => {
    const id = toast.success(text, { duration: UNDO_MS, action: { label: say("kit.undo"), onClick: undo } });
    return () => toast.dismiss(id);
  });
  return () => void shown.then((dismiss) => dismiss());
}

export type ErrorWords = { title: string; detail?: string; requestId?: string };

/** Text of an error; null: none (a TypeError is a bug of ours; an aborted call is no error). */
export function errorWords(error: unknown): ErrorWords | null {
  if (error instanceof ApiError) {
    // The sign-in page shows it already.
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
  if (error instanceof UnexpectedAnswer)
    return { title: say("errors.unexpectedAnswer"), ...(error.requestId ? { requestId: error.requestId } : {}) };
  if (error instanceof Error) return { title: error.name, detail: error.message };
  return { title: say("errors.unknown") };
}

/** The same for a failed download (R1-425), with the reason. */
export function fileErrorWords(error: unknown): ErrorWords | null {
  const why = errorWords(error);
  return why && { ...why, title: say("errors.fileFailed"), detail: [why.title, why.detail].filter(Boolean).join("\n") };
}

/** Error toast: the server's message with code, status and errId, and the request id to copy. */
export function showError(error: unknown): void {
  const texts = errorWords(error);
  if (texts) showWords(texts);
}

export function showFileError(error: unknown): void {
  const texts = fileErrorWords(error);
  if (texts) showWords(texts);
}

function showWords(texts: ErrorWords): void {
  const { title, detail, requestId } = texts;
  const copy = requestId ? { action: { label: say("kit.copy"), onClick: () => void copyText(requestId) } } : {};
  void toaster().then((toast) =>
    toast.error(title, {
      // One toast per cause, however many calls met it.
      id: `${title}${detail ?? ""}`,
      duration: ERROR_MS,
      description: [detail, requestId ? `${say("errors.requestId")}: ${requestId}` : null].filter(Boolean).join("\n"),
      ...copy,
    }),
  );
}
