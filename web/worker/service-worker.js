/**
 * The service worker of the console (docs/decisions/offline.md): its own files for the time without a connection, and
 * nothing of the API. Written into the build by scripts/write-worker.mjs, which fills in the build and its files.
 *
 * A page comes from the server while there is one, else the newest that is stored whole. So a worker never needs to take
 * over: one of a newer build waits until no page of the console is open, and the files of both are there meanwhile.
 */
const BUILD = "{{build}}";
const FILES = "{{files}}";
const CACHES = "markaz.";
const CACHE = CACHES + BUILD;
const LOCK = "markaz.build.";
const PAGE = "/";
/** A server that stays silent for so long is away. */
const PATIENCE_MS = 4_000;
/** A gateway without a server behind it. */
const NOBODY = [502, 503, 504];

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("message", (event) => {
  if (event.data === "build") event.ports[0].postMessage(BUILD);
});
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin || pathname === "/api" || pathname.startsWith("/api/"))
    return;
  if (request.mode === "navigate") {
    // A name with a dot is a file.
    if (!pathname.split("/").pop().includes(".")) event.respondWith(fromServer(event, PAGE));
  } else if (pathname.startsWith("/assets/")) event.respondWith(fromCache(request));
  else if (FILES.includes(pathname)) event.respondWith(fromServer(event, pathname));
});

async function install() {
  const cache = await caches.open(CACHE);
  try {
    const page = await fetch(PAGE, { cache: "no-cache" });
    // The server may have been upgraded since it sent this worker.
    if (!page.ok || !(await page.clone().text()).includes(BUILD)) throw new Error("the page is of another build");
    // The names of assets change with their content.
    await cache.addAll(
      FILES.map((path) => new Request(path, { cache: path.startsWith("/assets/") ? "default" : "no-cache" })),
    );
    // At last: a stored page has all its files.
    await cache.put(PAGE, page);
  } catch (error) {
    await caches.delete(CACHE);
    throw error;
  }
}

async function activate() {
  await removeOldBuilds();
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

/** Removes the files of builds of which no page is open; a page holds a lock of its build's name. */
async function removeOldBuilds() {
  const { held } = await navigator.locks.query();
  const open = new Set(held.map((lock) => lock.name));
  for (const name of await caches.keys()) {
    const old = name.startsWith(CACHES) && name !== CACHE;
    if (old && !open.has(LOCK + name.slice(CACHES.length))) await caches.delete(name);
  }
}

/** The server's answer; the stored file where no server answers. */
async function fromServer(event, path) {
  const answer = Promise.resolve(event.preloadResponse).then((preloaded) => preloaded ?? fetch(event.request));
  event.waitUntil(answer.catch(() => undefined));
  const silence = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  const found = await Promise.race([answer, silence]).catch(() => undefined);
  if (found && !NOBODY.includes(found.status)) return found;
  return (await newest(path)) ?? answer;
}

/** The file of the newest build that is stored whole; caches are listed in the order in which they were made. */
async function newest(path) {
  for (const name of (await caches.keys()).reverse()) {
    const cache = name.startsWith(CACHES) && (await caches.open(name));
    if (cache && (await cache.match(PAGE))) return cache.match(path);
  }
}

/** A file of any build that is kept here, else the server's, which is kept with this build's. */
async function fromCache(request) {
  const stored = await caches.match(request, { ignoreVary: true });
  if (stored) return stored;
  const answer = await fetch(request);
  if (answer.ok) await (await caches.open(CACHE)).put(request, answer.clone());
  return answer;
}
