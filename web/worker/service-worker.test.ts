// D-44, D-70: what the worker answers, keeps and removes; a real browser's in tests/e2e/attendance/test_offline.py
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it, vi } from "vitest";

const SOURCE = readFileSync(join(import.meta.dirname, "service-worker.js"), "utf8")
  .replace('"{{build}}"', '"b2"')
  .replace('"{{files}}"', '["/assets/start-2.js", "/icon.svg"]');
const HOST = "http://centre.test";
const PAGE = '<meta name="build" content="b2">';

type Files = Map<string, Response>;
type Server = Record<string, () => Response | Promise<Response>>;
let stored: Map<string, Files>;
let locks: string[];
let server: Server;
let listeners: Record<string, (event: object) => void>;
let skipWaiting: ReturnType<typeof vi.fn>;

const pathOf = (request: Request | string) =>
  new URL(typeof request === "string" ? request : request.url, HOST).pathname;
const answer = async (request: Request | string) => {
  const found = server[pathOf(request)];
  if (!found) throw new TypeError("Failed to fetch");
  return found();
};
const cacheOf = (files: Files) => ({
  match: async (request: Request | string) => files.get(pathOf(request))?.clone(),
  put: async (request: Request | string, response: Response) => void files.set(pathOf(request), response),
  addAll: async (requests: Request[]) => {
    for (const request of requests) files.set(pathOf(request), await answer(request));
  },
});
const CACHES = {
  open: async (name: string) => {
    if (!stored.has(name)) stored.set(name, new Map());
    return cacheOf(stored.get(name) as Files);
  },
  keys: async () => [...stored.keys()],
  delete: async (name: string) => stored.delete(name),
  match: async (request: Request) =>
    [...stored.values()]
      .find((files) => files.has(pathOf(request)))
      ?.get(pathOf(request))
      ?.clone(),
};

/** Starts the worker; `stored`, `locks` and `server` are the browser and the network around it. */
beforeEach(() => {
  stored = new Map();
  locks = [];
  listeners = {};
  skipWaiting = vi.fn();
  server = {
    "/": () => new Response(PAGE),
    "/assets/start-2.js": () => new Response("start"),
    "/icon.svg": () => new Response("icon"),
  };
  const self = {
    addEventListener: (name: string, listener: (event: object) => void) => {
      listeners[name] = listener;
    },
    skipWaiting,
    clients: { claim: vi.fn() },
    registration: {},
  };
  const navigator = { locks: { query: async () => ({ held: locks.map((name) => ({ name })) }) } };
  class Asked extends Request {
    constructor(path: string, how?: RequestInit) {
      super(new URL(path, HOST), how);
    }
  }
  const run = new Function("self", "caches", "fetch", "navigator", "location", "Request", SOURCE);
  run(self, CACHES, answer, navigator, { origin: HOST }, Asked);
});

/** Dispatches an event that lasts; resolves when its work is done. */
async function last(name: string): Promise<void> {
  let work: Promise<unknown> = Promise.resolve();
  listeners[name]?.({
    waitUntil: (promise: Promise<unknown>) => {
      work = promise;
    },
  });
  await work;
}

/** The worker's answer to a request; null: it leaves the request to the browser. */
async function ask(path: string, how: { mode?: string; method?: string } = {}): Promise<string | null> {
  let given: Promise<Response> | null = null;
  listeners.fetch?.({
    request: { url: HOST + path, method: how.method ?? "GET", mode: how.mode ?? "no-cors" },
    preloadResponse: undefined,
    respondWith: (promise: Promise<Response>) => {
      given = promise;
    },
    waitUntil: () => undefined,
  });
  return given === null ? null : (await (given as Promise<Response>)).text();
}
const open = (path: string) => ask(path, { mode: "navigate" });

it("a page comes from the server while there is one, and from the cache without one", async () => {
  await last("install");
  server["/students"] = () => new Response("newer");
  expect(await open("/students")).toBe("newer");
  server = {};
  expect(await open("/students")).toBe(PAGE);
  expect(await open("/my-groups/3/edit/2026-11-16?lessonId=4")).toBe(PAGE);
});

it.each([502, 503, 504])("a gateway's %d is no server", async (status) => {
  await last("install");
  server["/"] = () => new Response("gateway", { status });
  expect(await open("/")).toBe(PAGE);
});

it("a server that hangs is no server", async () => {
  await last("install");
  vi.useFakeTimers();
  server["/"] = () => new Promise(() => undefined);
  const opened = open("/");
  await vi.advanceTimersByTimeAsync(4_000);
  vi.useRealTimers();
  expect(await opened).toBe(PAGE);
});

it("an answer of the API is neither given nor kept", async () => {
  await last("install");
  for (const path of ["/api", "/api/staff/profile", "/api/health"]) expect(await ask(path)).toBeNull();
  expect(await ask("/assets/start-2.js", { method: "POST" })).toBeNull();
  expect(await open("/report.xlsx")).toBeNull();
  expect([...(stored.get("markaz.b2") as Files).keys()].sort()).toEqual(["/", "/assets/start-2.js", "/icon.svg"]);
});

it("a file that was fetched once is there without a server", async () => {
  await last("install");
  server["/assets/settings-2.js"] = () => new Response("settings");
  expect(await ask("/assets/settings-2.js")).toBe("settings");
  server = {};
  expect(await ask("/assets/settings-2.js")).toBe("settings");
  expect(await ask("/icon.svg")).toBe("icon");
});

it("a worker whose page is of another build already installs nothing", async () => {
  server["/"] = () => new Response('<meta name="build" content="b3">');
  await expect(last("install")).rejects.toThrow();
  expect(stored.size).toBe(0);
});

it("the files of an older build stay while a page of it is open", async () => {
  for (const build of ["b0", "b1"]) stored.set(`markaz.${build}`, new Map([["/assets/old.js", new Response(build)]]));
  stored.set("foreign", new Map());
  locks = ["markaz.build.b1", "markaz.refresh"];
  await last("install");
  await last("activate");
  expect([...stored.keys()].sort()).toEqual(["foreign", "markaz.b1", "markaz.b2"]);
  expect(await ask("/assets/old.js")).toBe("b1");
});

it("it never takes over by itself, and tells its build", async () => {
  await last("install");
  const port = { postMessage: vi.fn() };
  listeners.message?.({ data: "build", ports: [port] });
  expect(port.postMessage).toHaveBeenCalledExactlyOnceWith("b2");
  expect(skipWaiting).not.toHaveBeenCalled();
});

it("without a server the page of the newest build is shown that is stored whole", async () => {
  await last("install");
  stored.set(
    "markaz.b3",
    new Map([
      ["/", new Response("b3")],
      ["/icon.svg", new Response("icon of b3")],
    ]),
  );
  stored.set("markaz.b4", new Map([["/assets/start-4.js", new Response("begun")]]));
  server = {};
  expect(await open("/students")).toBe("b3");
  expect(await ask("/icon.svg")).toBe("icon of b3");
  expect(await ask("/assets/start-2.js")).toBe("start");
});
