import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ApiError } from "./errors";
import { writeTokens } from "./tokens";
import { upload } from "./upload";

type Sent = { verb: string; path: string; headers: Record<string, string>; body: unknown };
let sent: Sent[] = [];

/** Stands for the browser's upload, outside of our code; it answers with this. */
function answer(status: number, body: string) {
  class Transport {
    status = status;
    responseText = body;
    upload = {};
    onload = () => {};
    private call: Sent = { verb: "", path: "", headers: {}, body: null };
    open(verb: string, path: string) {
      this.call = { ...this.call, verb, path };
    }
    setRequestHeader(name: string, value: string) {
      this.call.headers[name] = value;
    }
    getResponseHeader = () => null;
    send(file: unknown) {
      sent.push({ ...this.call, body: file });
      queueMicrotask(() => this.onload());
    }
  }
  vi.stubGlobal("XMLHttpRequest", Transport);
}

const face = new File(["bytes"], "yuz.jpg", { type: "image/jpeg" });
const give = () => upload<{ id: string }>({ path: "/upload/student-photo", file: face, name: "Oʻgʻil.jpg" });

beforeEach(() => {
  sent = [];
  localStorage.clear();
  writeTokens({ accessToken: "a", refreshToken: "r" });
});
afterEach(() => vi.unstubAllGlobals());

it("a file is sent as the plain body, its name in a header (R1-404, D-72)", async () => {
  answer(201, JSON.stringify({ success: true, data: { id: "x" } }));
  expect(await give()).toEqual({ id: "x" });
  expect(sent[0]).toMatchObject({ verb: "POST", path: "/api/staff/upload/student-photo", body: face });
  expect(sent[0]?.headers).toMatchObject({
    Authorization: "Bearer a",
    "Content-Type": "image/jpeg",
    "X-File-Name": "O%CA%BBg%CA%BBil.jpg",
  });
});

it("an upload that failed without a server message has a message of its own (R1-426, D-75)", async () => {
  answer(502, "<html>Bad Gateway</html>");
  await expect(give()).rejects.toMatchObject({
    message: "cannot POST /api/staff/upload/student-photo 502",
    status: 502,
  });
  answer(413, JSON.stringify({ success: false, status: 413, message: "Rasm hajmi 2MB dan oshmasin" }));
  const refused = await give().catch((error: unknown) => error);
  expect([refused instanceof ApiError, (refused as ApiError).message]).toEqual([true, "Rasm hajmi 2MB dan oshmasin"]);
});
