/** Uploads of a file as a plain body, its name in a header, with progress (D-72, D-75). */
import { ApiError, errorOf, NoAnswer, UnexpectedAnswer } from "./errors";
import { newId } from "./ids";
import { refresh } from "./refresh";
import { readTokens } from "./tokens";

const BASE = "/api/staff";

export type Sent<T> = { path: string; query?: Record<string, string>; file: Blob; name: string } & {
  onProgress?: (percent: number) => void;
  signal?: AbortSignal;
  /** Language of the server's messages. */
  language?: string;
  read?: (data: unknown) => T;
};

type UploadAnswer = { status: number; body: unknown; headers: Headers };

/** Resolves with the answer's data. Throws ApiError, also where there is no right, or NoAnswer. */
export async function upload<T>(sent: Sent<T>): Promise<T> {
  const requestId = newId();
  const token = readTokens()?.accessToken;
  let answer = await send(sent, token, requestId);
  if (answer.status === 401 && token && (await refresh(token)))
    answer = await send(sent, readTokens()?.accessToken, requestId);
  if (answer.status >= 200 && answer.status < 300) {
    if (typeof answer.body !== "object" || answer.body === null) throw new UnexpectedAnswer(answer);
    return (answer.body as { data: T }).data;
  }
  const failure = errorOf(new Response(null, { status: answer.status, headers: answer.headers }), answer.body);
  if (failure.message) throw failure;
  throw new ApiError({
    message: `cannot POST ${BASE}${sent.path} ${answer.status}`,
    status: answer.status,
    requestId,
  });
}

function send<T>(sent: Sent<T>, token: string | undefined, requestId: string): Promise<UploadAnswer> {
  const query = new URLSearchParams(sent.query).toString();
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest();
    call.open("POST", `${BASE}${sent.path}${query ? `?${query}` : ""}`);
    call.setRequestHeader("Content-Type", sent.file.type || "application/octet-stream");
    call.setRequestHeader("X-File-Name", encodeURIComponent(sent.name));
    call.setRequestHeader("X-Request-Id", requestId);
    call.setRequestHeader("Accept-Language", document.documentElement.lang || "uz");
    if (token) call.setRequestHeader("Authorization", `Bearer ${token}`);
    call.upload.onprogress = ({ loaded, total, lengthComputable }) =>
      lengthComputable && sent.onProgress?.((loaded / total) * 100);
    call.onload = () =>
      resolve({ status: call.status, body: parsed(call.responseText), headers: new Headers(headersOf(call)) });
    call.onerror = () => reject(new NoAnswer(requestId, new TypeError("upload")));
    call.onabort = () => reject(new DOMException("aborted", "AbortError"));
    sent.signal?.addEventListener("abort", () => call.abort(), { once: true });
    call.send(sent.file);
  });
}

const headersOf = (call: XMLHttpRequest): [string, string][] => {
  const id = call.getResponseHeader("X-Request-Id");
  return id ? [["X-Request-Id", id]] : [];
};

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
