import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError, NoAnswer, UnexpectedAnswer } from "./errors";
import { change, onConnectionTrouble, read, setApiLanguage } from "./request";
import { recall, remember } from "./storage";
import { isAuthenticated, readTokens, writeTokens } from "./tokens";
import { submissionKeys } from "./use-change";

type SentRequest = { path: string; headers: Headers; body: string };
let sent: SentRequest[] = [];

/** A server that answers by path; the console's own code is all real. */
function serve(
  answer: (call: SentRequest) => { status?: number; body?: unknown; headers?: Record<string, string> } | Error,
) {
  vi.stubGlobal("fetch", async (input: Request | string, init?: RequestInit) => {
    const request = input instanceof Request ? input : new Request(new URL(input, location.origin), init);
    const url = new URL(request.url);
    const call = { path: url.pathname + url.search, headers: request.headers, body: await request.text() };
    sent.push(call);
    const found = answer(call);
    if (found instanceof Error) throw found;
    return new Response(JSON.stringify(found.body ?? { success: true, data: {} }), {
      status: found.status ?? 200,
      headers: { "Content-Type": "application/json", ...found.headers },
    });
  });
}

beforeEach(() => {
  sent = [];
  localStorage.clear();
  writeTokens({ accessToken: "a1", refreshToken: "r1" });
});
afterEach(() => vi.unstubAllGlobals());

const refusal = (status: number, more = {}) => ({
  status,
  body: { success: false, message: "So'z", code: "SOME_CODE", status, errId: 7, requestId: "req-9", ...more },
});

describe("a call", () => {
  it("a call fills path and query, sends token, language and a request id, and returns the envelope's data", async () => {
    serve(() => ({ body: { success: true, data: { student: { id: 7 } } } }));
    setApiLanguage("ru");
    const outcome = await read("/students/{id}", { path: { id: 7 } });
    setApiLanguage("uz");
    expect(outcome).toEqual({ forbidden: false, data: { student: { id: 7 } } });
    const [call] = sent;
    expect(call?.path).toBe("/api/staff/students/7");
    expect(call?.headers.get("Authorization")).toBe("Bearer a1");
    expect(call?.headers.get("Accept-Language")).toBe("ru");
    expect(call?.headers.get("X-Request-Id")).toMatch(/^[0-9a-f]{32}$/);
  });

  it("D-3: an ApiError has message, code, status, errId, requestId and every field", async () => {
    serve(() => refusal(422, { fields: { newPassword: ["qisqa", "oddiy"] } }));
    const error = await change("put", "/profile/password", {
      body: { currentPassword: "x", newPassword: "y" },
    }).catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ message: "So'z", code: "SOME_CODE", status: 422, errId: 7, requestId: "req-9" });
    expect((error as ApiError).fields).toEqual({ newPassword: ["qisqa", "oddiy"] });
  });

  it("D-41: a missing permission resolves as *forbidden*, never as empty data", async () => {
    serve(() => refusal(403));
    const outcome = await read("/students/all");
    expect(outcome.forbidden).toBe(true);
    expect(outcome.refusal?.code).toBe("SOME_CODE");
  });

  it("429 carries the time to wait", async () => {
    serve(() => ({ ...refusal(429), headers: { "Retry-After": "27" } }));
    await expect(change("post", "/auth/sign-in", { body: { login: "a", password: "b" } })).rejects.toMatchObject({
      retryAfter: 27,
    });
  });

  it("a call is aborted after twenty minutes and counts as unanswered (R1-436, R2-485, D-76)", async () => {
    const limit = new AbortController();
    const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValue(limit.signal);
    vi.stubGlobal(
      "fetch",
      (call: Request) =>
        new Promise((_, fail) => call.signal.addEventListener("abort", () => fail(call.signal.reason))),
    );
    const reading = read("/profile");
    expect(timeout).toHaveBeenCalledExactlyOnceWith(1_200_000);
    limit.abort(new DOMException("too long", "TimeoutError"));
    await expect(reading).rejects.toBeInstanceOf(NoAnswer);
    timeout.mockRestore();
  });

  it("D-51: an unanswered call notifies the connection watcher", async () => {
    serve(() => new TypeError("Failed to fetch"));
    const heard = vi.fn();
    const stop = onConnectionTrouble(heard);
    await expect(read("/profile")).rejects.toBeInstanceOf(NoAnswer);
    expect(heard).toHaveBeenCalledOnce();
    stop();
  });
});

describe("401 (D-42)", () => {
  /** Tokens a1 and r1 are out of date; r1 is worth a2 and r2 as long as `alive`. */
  const school = (alive: boolean) =>
    serve(({ path, headers }) => {
      const token = headers.get("Authorization");
      if (path.endsWith("/auth/refresh-token")) {
        return alive && token === "Bearer r1"
          ? { body: { success: true, data: { accessToken: "a2", refreshToken: "r2" } } }
          : refusal(401);
      }
      return token === "Bearer a2" ? {} : refusal(401);
    });

  it("one refresh serves all requests in flight, which are resent", async () => {
    school(true);
    await Promise.all([read("/profile"), read("/students/all"), read("/preferences")]);
    expect(sent.filter((call) => call.path.endsWith("/refresh-token"))).toHaveLength(1);
    expect(readTokens()).toEqual({ accessToken: "a2", refreshToken: "r2" });
  });

  it("a token pair that another tab refreshed is used without a refresh", async () => {
    serve(({ headers }) => {
      if (headers.get("Authorization") === "Bearer a2") return {};
      remember("person", "tokens", { accessToken: "a2", refreshToken: "r2" });
      return refusal(401);
    });
    await read("/profile");
    expect(sent.filter((call) => call.path.endsWith("/refresh-token"))).toHaveLength(0);
  });

  it("D-70: a call of one person is not resent under the name of another, who signed in in another tab", async () => {
    remember("person", "staff", { id: 1 });
    serve(({ headers }) => {
      if (headers.get("Authorization") === "Bearer b1") return {};
      remember("person", "staff", { id: 2 });
      remember("person", "tokens", { accessToken: "b1", refreshToken: "s1" });
      return refusal(401);
    });
    const saving = change("put", "/preferences", { body: {} });
    await expect(saving).rejects.toMatchObject({ status: 401 });
    expect(sent.map(({ headers }) => headers.get("Authorization"))).toEqual(["Bearer a1"]);
  });

  it("tokens are cleared only when the refresh is rejected, and drafts stay", async () => {
    remember("person", "draft", "half a sentence");
    school(false);
    await expect(read("/profile")).rejects.toMatchObject({ status: 401 });
    expect(isAuthenticated()).toBe(false);
    expect(recall("person", "draft")).toBe("half a sentence");
  });

  it("a failing refresh ends no session, and its error reaches the caller (R1-409, R2-439)", async () => {
    serve(({ path }) => (path.endsWith("/refresh-token") ? refusal(503) : refusal(401)));
    await expect(read("/profile")).rejects.toMatchObject({ status: 503 });
    expect(isAuthenticated()).toBe(true);
  });

  it("a wrong password at sign-in does not count as an ended session", async () => {
    localStorage.clear();
    serve(() => refusal(401));
    await expect(change("post", "/auth/sign-in", { body: { login: "a", password: "b" } })).rejects.toMatchObject({
      code: "SOME_CODE",
    });
    expect(sent).toHaveLength(1);
  });
});

describe("D-8: one key per submission", () => {
  it("the same content without an answer has the same key; other content, or the next submission, a new one", () => {
    const keys = submissionKeys();
    const first = keys.keyFor({ body: { name: "A" } });
    expect(keys.keyFor({ body: { name: "A" } })).toBe(first);
    expect(keys.keyFor({ body: { name: "B" } })).not.toBe(first);
    keys.settle();
    expect(keys.keyFor({ body: { name: "A" } })).not.toBe(first);
  });
});

describe("a success that is no answer of the API", () => {
  const html = (headers: Record<string, string> = {}) =>
    vi.stubGlobal("fetch", async () => new Response("<html>Sign in to the network</html>", { status: 200, headers }));

  it("is unexpected, not a lost connection, and has the request id if there is one (WISH-37, D-3, D-51)", async () => {
    let trouble = 0;
    const stop = onConnectionTrouble(() => {
      trouble += 1;
    });
    html({ "Content-Type": "text/html", "X-Request-Id": "req-7" });
    const error = await read("/profile").catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(UnexpectedAnswer);
    expect(error).toMatchObject({ requestId: "req-7" });
    html();
    expect(await read("/profile").catch((failure: unknown) => failure)).toMatchObject({ requestId: undefined });
    vi.stubGlobal("fetch", async () => new Response("", { status: 200 }));
    await expect(read("/profile")).rejects.toBeInstanceOf(UnexpectedAnswer);
    vi.stubGlobal("fetch", async () => new Response("[]", { status: 200 }));
    await expect(read("/profile")).rejects.toBeInstanceOf(UnexpectedAnswer);
    expect(trouble).toBe(0);
    stop();
  });
});
