/** The consequence of a broken transfer, by what went wrong. */
import { ApiError, NoAnswer } from "@/api/errors";
import type { Fault } from "./upload-item";

/** A transfer that broke off; `status` of the answer, null without one. */
export class TransferFailed extends Error {
  override readonly name = "TransferFailed";
  readonly status: number | null;

  constructor(method: string, url: string, status: number | null) {
    // D-75; the link's last part is a secret
    super(`cannot ${method} ${url.replace(/[^/]+$/, "…")} ${status ?? ""}`.trim());
    this.status = status;
  }
}

/** The file is not there any more, was changed, or the browser may not read it. */
export class FileUnreadable extends Error {
  override readonly name = "FileUnreadable";
}

/**
 * again: with the same link, after a delay · renew: with a fresh link at once, since this one is gone or refused (V1) ·
 * locked: with a fresh link after a delay, since the former transfer still holds it (V1) · signIn: with a fresh token ·
 * file: the file must be chosen again · gone: the video was deleted · never: repeating it is no use.
 */
export type Verdict = "again" | "renew" | "locked" | "signIn" | "file" | "gone" | "never";

const OF_TRANSFER: Readonly<Record<number, Verdict>> = {
  401: "signIn",
  403: "renew",
  404: "renew",
  408: "again",
  409: "locked",
  410: "renew",
  423: "locked",
  429: "again",
};
const OF_CALL: Readonly<Record<number, Verdict>> = {
  401: "signIn",
  404: "gone",
  408: "again",
  409: "locked",
  429: "again",
};

export function verdictOf(error: unknown): Verdict {
  if (error instanceof FileUnreadable) return "file";
  if (error instanceof NoAnswer) return "again";
  if (error instanceof TransferFailed) return byStatus(OF_TRANSFER, error.status);
  if (error instanceof ApiError) return byStatus(OF_CALL, error.status);
  return "again";
}

/** No answer and failures of the server pass; every other refusal stays one. */
const byStatus = (known: Readonly<Record<number, Verdict>>, status: number | null): Verdict =>
  status === null ? "again" : (known[status] ?? (status >= 500 ? "again" : "never"));

/** True where nobody answered: the connection is broken, not the upload. */
export const isSilence = (error: unknown): boolean =>
  error instanceof NoAnswer || (error instanceof TransferFailed && error.status === null);

/** The fault to show of an error that ends an upload. */
export function faultOf(error: unknown, code: Fault["code"], at: number): Fault {
  const detail = error instanceof ApiError || error instanceof TransferFailed ? error.message : undefined;
  const errId = error instanceof ApiError ? error.errId : undefined;
  return { code, detail, errId, at };
}
