/** Errors of a call: the server's own message (D-3), or no answer at all. */

export type Fields = Record<string, string[]>;

type Failure = {
  message: string;
  code?: string;
  status: number;
  errId?: number;
  requestId?: string;
  fields?: Fields;
  current?: unknown;
  /** Seconds to wait, from Retry-After. */
  retryAfter?: number;
};

/** An answer of the server that is not success. `status` is its HTTP status. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly code: string | undefined;
  readonly status: number;
  readonly errId: number | undefined;
  readonly requestId: string | undefined;
  readonly fields: Fields;
  /** Present state of the record after a conflict (D-8). */
  readonly current: unknown;
  readonly retryAfter: number | undefined;

  constructor(failure: Failure) {
    super(failure.message);
    this.code = failure.code;
    this.status = failure.status;
    this.errId = failure.errId;
    this.requestId = failure.requestId;
    this.fields = failure.fields ?? {};
    this.current = failure.current;
    this.retryAfter = failure.retryAfter;
  }
}

/** The call got no answer: no network, the server is away, or the time ran out. */
export class NoAnswer extends Error {
  override readonly name = "NoAnswer";
  readonly requestId: string;

  constructor(requestId: string, cause: unknown) {
    super("no answer", { cause });
    this.requestId = requestId;
  }
}

/** A success of the status without an answer of the API: the page of a proxy or of a network's sign-in. */
export class UnexpectedAnswer extends Error {
  override readonly name = "UnexpectedAnswer";
  readonly requestId: string | undefined;

  constructor(response: { headers: Headers }) {
    super("unexpected answer");
    this.requestId = response.headers.get("X-Request-Id") ?? undefined;
  }
}

export const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === "AbortError";

/** Error carried by a server answer; an answer from elsewhere keeps its status. */
export function errorOf(response: Response, body: unknown): ApiError {
  const failure = (typeof body === "object" && body !== null ? body : {}) as Partial<Failure>;
  const wait = Number(response.headers.get("Retry-After"));
  return new ApiError({
    ...failure,
    message: typeof failure.message === "string" ? failure.message : "",
    status: response.status,
    requestId: failure.requestId ?? response.headers.get("X-Request-Id") ?? undefined,
    retryAfter: Number.isFinite(wait) && wait > 0 ? Math.ceil(wait) : undefined,
  });
}
