/** File downloads: the browser saves the file, or the server answers with the job that makes it. */
import { ApiError, errorOf, NoAnswer, UnexpectedAnswer } from "./errors";
import { newId } from "./ids";
import { refresh } from "./refresh";
import { dataOf } from "./request";
import { readTokens } from "./tokens";

const BASE = "/api/staff";

export type DownloadRequest = {
  path: string;
  query?: Readonly<Record<string, string | number>>;
  /** With a body it is a POST. */
  body?: object;
  /** File name to use where the server sends none. */
  name: string;
  /** Receives the progress in percent of bytes; null where the server sends no length. */
  onProgress?: (percent: number | null) => void;
};

/** Saves the file; resolves with the answer's data where a job makes it instead. Throws ApiError, NoAnswer or UnexpectedAnswer. */
export async function download<T>(wanted: DownloadRequest): Promise<T | undefined> {
  const requestId = newId();
  const token = readTokens()?.accessToken;
  let answer = await request(wanted, token, requestId);
  if (answer.status === 401 && token && (await refresh(token)))
    answer = await request(wanted, readTokens()?.accessToken, requestId);
  if (!answer.ok) throw await failureOf(answer, wanted, requestId);
  const kind = answer.headers.get("content-type") ?? "";
  // No export is a page; one comes from a proxy or from a network's sign-in.
  if (kind.startsWith("text/html")) throw new UnexpectedAnswer(answer);
  if (answer.status === 202) return dataOf(answer, await answer.text()) as T;
  save(await fileOf(answer, wanted, requestId), nameOf(answer) ?? wanted.name);
  return undefined;
}

async function request(
  { path, query, body }: DownloadRequest,
  token: string | undefined,
  requestId: string,
): Promise<Response> {
  const texts = Object.entries(query ?? {}).map(([name, value]): [string, string] => [name, String(value)]);
  const headers: Record<string, string> = {
    "X-Request-Id": requestId,
    "Accept-Language": document.documentElement.lang || "uz",
  };
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body) headers["Content-Type"] = "application/json";
  const sent = body ? { method: "POST", body: JSON.stringify(body) } : {};
  const address = `${BASE}${path}${texts.length > 0 ? `?${new URLSearchParams(texts)}` : ""}`;
  try {
    return await globalThis.fetch(address, { ...sent, headers });
  } catch (error) {
    throw new NoAnswer(requestId, error);
  }
}

async function fileOf(answer: Response, { onProgress }: DownloadRequest, requestId: string): Promise<Blob> {
  if (!onProgress || !answer.body) return answer.blob();
  const whole = Number(answer.headers.get("content-length")) || null;
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  const reader = answer.body.getReader();
  let here = 0;
  onProgress(whole && 0);
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      pieces.push(piece.value);
      here += piece.value.byteLength;
      onProgress(whole && Math.min(100, Math.floor((100 * here) / whole)));
    }
  } catch (error) {
    throw new NoAnswer(requestId, error);
  }
  return new Blob(pieces, { type: answer.headers.get("content-type") ?? "" });
}

async function failureOf(answer: Response, { path }: DownloadRequest, requestId: string): Promise<ApiError> {
  const failure = errorOf(answer, await answer.json().catch(() => undefined));
  return failure.message
    ? failure
    : new ApiError({ message: `${BASE}${path} ${answer.status}`, status: answer.status, requestId });
}

function nameOf(answer: Response): string | undefined {
  return /filename="([^"]+)"/.exec(answer.headers.get("content-disposition") ?? "")?.[1];
}

function save(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  follow(address, name);
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Makes the browser save the file at an address. */
export function follow(address: string, name: string): void {
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
}
