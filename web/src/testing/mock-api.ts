/** The API in tests: a signed-in browser whose calls a function answers. */
import { vi } from "vitest";
import { writeTokens } from "@/api/tokens";

export interface ApiCall {
  verb: string;
  path: string;
  query: URLSearchParams;
  body: unknown;
  headers: Headers;
}

export interface ApiReply {
  status?: number;
  data?: unknown;
  /** Of a rejection: code, errId, message, fields. */
  refusal?: Record<string, unknown>;
}

/** Answers every call; returns the list of the calls made, which grows. */
export function mockApi(reply: (call: ApiCall) => ApiReply | Promise<ApiReply>): ApiCall[] {
  const calls: ApiCall[] = [];
  writeTokens({ accessToken: "a", refreshToken: "r" });
  vi.stubGlobal("fetch", async (input: Request | string, init?: RequestInit) => {
    const request = input instanceof Request ? input : new Request(new URL(input, location.origin), init);
    const url = new URL(request.url);
    const text = await request.text();
    const call: ApiCall = {
      verb: request.method,
      path: url.pathname.replace("/api/staff", ""),
      query: url.searchParams,
      body: text ? JSON.parse(text) : undefined,
      headers: request.headers,
    };
    calls.push(call);
    const { status = 200, data = {}, refusal } = await reply(call);
    const body = refusal ? { success: false, status, message: "So'z", ...refusal } : { success: true, data };
    return new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json" } });
  });
  return calls;
}
