/** One call to the staff API: typed by its path, sent with the session's token, answered with the envelope's `data`. */
import createClient from "openapi-fetch";
import { ApiError, errorOf, isAbort, NoAnswer, UnexpectedAnswer } from "./errors";
import { newId } from "./ids";
import { refresh } from "./refresh";
import type { paths } from "./schema";
import { isAuthenticated, readTokens, signedInId } from "./tokens";

const BASE = "/api/staff";
/** Part 1 §9: an API call may run for twenty minutes. */
export const REQUEST_CEILING_MS = 1_200_000;
/** D-76: a call beyond this is slow. */
export const SLOW_MS = 10_000;

export type Verb = "get" | "post" | "put" | "patch" | "delete";
type Calls = { [K in keyof paths as K extends `/api/staff${infer Rest}` ? Rest : never]: paths[K] };
type Operation<V extends Verb, P> = P extends keyof Calls ? (V extends keyof Calls[P] ? Calls[P][V] : never) : never;

/** The paths that answer to a verb, without the API's prefix. */
export type PathOf<V extends Verb> = {
  [P in keyof Calls]: V extends keyof Calls[P] ? (Calls[P][V] extends { responses: unknown } ? P : never) : never;
}[keyof Calls];

type Json<T> = T extends { content: { "application/json": infer B } } ? B : never;
type Success<R> = R extends Record<number, unknown> ? Json<R[keyof R & (200 | 201 | 202)]> : never;

/** The `data` of a call's answer. */
export type Answer<V extends Verb, P extends PathOf<V>> =
  Operation<V, P> extends { responses: infer R }
    ? Success<R> extends { data?: infer D }
      ? NonNullable<D>
      : unknown
    : unknown;

type Parameters<O> = O extends { parameters: infer A } ? A : never;
type QueryOf<O> = Parameters<O> extends { query?: infer Q } ? Q : never;
type PathArgsOf<O> = Parameters<O> extends { path: infer A } ? A : never;

/** The JSON body of a call. */
export type Body<V extends Verb, P extends PathOf<V>> =
  Operation<V, P> extends { requestBody?: infer B } ? Json<NonNullable<B>> : never;

/** `path` fills the braces of the path, `query` becomes the query string. */
export type Params<V extends Verb, P extends PathOf<V>> = ([PathArgsOf<Operation<V, P>>] extends [never]
  ? { path?: undefined }
  : { path: PathArgsOf<Operation<V, P>> }) & { query?: QueryOf<Operation<V, P>> };

export type RequestOptions = {
  path?: Record<string, unknown> | undefined;
  query?: Record<string, unknown> | undefined;
  body?: unknown;
  signal?: AbortSignal | undefined;
  idempotencyKey?: string | undefined;
};

/** A missing permission resolves instead of throwing, so that the component can render it (D-41). */
export type Outcome<T> =
  | { forbidden: false; data: T; refusal?: undefined }
  | { forbidden: true; data?: undefined; refusal: ApiError };

const client = createClient<Record<string, never>>({ fetch: (call) => globalThis.fetch(call) });
// The paths are typed by read and change; openapi-fetch fills them in and writes the query.
const untyped = client as unknown as {
  request: (
    verb: string,
    path: string,
    init: object,
  ) => Promise<{ data?: unknown; error?: unknown; response: Response }>;
};

let language = "uz";
/** Language of the server's messages. */
export function setApiLanguage(next: string): void {
  language = next;
}

const troubleListeners = new Set<() => void>();
/** Fires when a call got no answer, and every ten seconds while one is pending: the moment to probe the network. */
export function onConnectionTrouble(listener: () => void): () => void {
  troubleListeners.add(listener);
  return () => troubleListeners.delete(listener);
}

function tellTrouble(): void {
  for (const listener of troubleListeners) listener();
}

const flights = new Set<AbortController>();
/** Aborts every request in flight (sign-out). */
export function abortAll(): void {
  for (const flight of flights) flight.abort();
  flights.clear();
}

type Attempt = { verb: Verb; path: string; sending: RequestOptions; signal: AbortSignal; requestId: string };

function attempt({ verb, path, sending, signal, requestId }: Attempt, token: string | undefined) {
  const headers: Record<string, string> = { "X-Request-Id": requestId, "Accept-Language": language };
  if (token) headers.Authorization = `Bearer ${token}`;
  if (sending.idempotencyKey) headers["Idempotency-Key"] = sending.idempotencyKey;
  return untyped.request(verb, BASE + path, {
    params: { path: sending.path ?? {}, query: sending.query ?? {} },
    body: sending.body,
    headers,
    signal,
    // Parsed by `dataOf`: a success that is no JSON would look like a broken connection.
    parseAs: "text",
  });
}

/** The envelope's `data`. Throws UnexpectedAnswer for a success that is no answer of the API. */
export function dataOf(response: Response, text: unknown): unknown {
  if (response.status === 204) return undefined;
  try {
    const envelope: unknown = JSON.parse(String(text));
    if (typeof envelope === "object" && envelope !== null && "data" in envelope) return envelope.data;
  } catch {
    // Not JSON.
  }
  throw new UnexpectedAnswer(response);
}

async function renewed(call: Attempt) {
  const token = readTokens()?.accessToken;
  const person = signedInId();
  const first = await attempt(call, token);
  if (first.response.status !== 401 || !token) return first;
  // Another person may have signed in in another tab: nothing is sent under their name.
  return (await refresh(token)) && signedInId() === person ? await attempt(call, readTokens()?.accessToken) : first;
}

/** Answers of a gateway without a server behind it. */
const NOBODY = [502, 504];

async function answered(call: Attempt) {
  let cause: unknown;
  try {
    const answer = await renewed(call);
    if (!NOBODY.includes(answer.response.status)) return answer;
  } catch (error) {
    if (isAbort(error) || error instanceof ApiError) throw error;
    cause = error;
  }
  tellTrouble();
  throw new NoAnswer(call.requestId, cause);
}

const rejectionListeners = new Set<() => void>();
/** Receives each rejection for a missing permission: the permissions may have changed. */
export function onForbidden(listener: () => void): () => void {
  rejectionListeners.add(listener);
  return () => rejectionListeners.delete(listener);
}

/** Sends one call. Throws ApiError, NoAnswer or UnexpectedAnswer; a missing permission resolves as `forbidden`. */
export async function request(verb: Verb, path: string, sending: RequestOptions = {}): Promise<Outcome<unknown>> {
  const flight = new AbortController();
  flights.add(flight);
  const limits = [flight.signal, AbortSignal.timeout(REQUEST_CEILING_MS)];
  if (sending.signal) limits.push(sending.signal);
  // A server that hangs accepts the call and stays silent, so nothing fails.
  const waiting = setInterval(tellTrouble, SLOW_MS);
  try {
    const call = { verb, path, sending, signal: AbortSignal.any(limits), requestId: newId() };
    const { data, error, response } = await answered(call);
    if (response.ok) return { forbidden: false, data: dataOf(response, data) };
    const failure = errorOf(response, error);
    if (response.status === 403 && isAuthenticated()) {
      for (const listener of rejectionListeners) listener();
      return { forbidden: true, refusal: failure };
    }
    throw failure;
  } finally {
    clearInterval(waiting);
    flights.delete(flight);
  }
}

/** Read something: `const { data, forbidden } = await read("/students/{id}", { path: { id: 7 } })`. */
export async function read<P extends PathOf<"get">>(
  path: P,
  params?: Params<"get", P> & { signal?: AbortSignal | undefined },
): Promise<Outcome<Answer<"get", P>>> {
  return (await request("get", path, params as RequestOptions)) as Outcome<Answer<"get", P>>;
}

/** Change something: `await change("put", "/profile/password", { body: {…} })`. */
export async function change<V extends Exclude<Verb, "get">, P extends PathOf<V>>(
  verb: V,
  path: P,
  sending?: Params<V, P> & { body?: Body<V, P>; signal?: AbortSignal; idempotencyKey?: string | undefined },
): Promise<Outcome<Answer<V, P>>> {
  return (await request(verb, path, sending as RequestOptions)) as Outcome<Answer<V, P>>;
}
