/**
 * The service worker that keeps the console's own files (worker/service-worker.js). A newer build is offered and never
 * taken by itself: what runs here runs on until the person agrees, and not while anything is unsaved (D-44).
 */
import { withNamespaces } from "@/lib/lazy/lazy-component";
import { onOnline } from "@/lib/online";

const PATH = "/service-worker.js";
const LOCK = "markaz.build.";
const CHECK_EACH_MS = 3_600_000;

/** The build of this page, written by scripts/write-worker.mjs. */
const thisBuild = () => document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content;

export async function startWorker(): Promise<void> {
  const build = thisBuild();
  if (!import.meta.env.PROD || build === undefined || !("serviceWorker" in navigator)) return;
  // Held as long as the page lives: the worker keeps the files of each build that is open (D-44).
  void navigator.locks.request(LOCK + build, { mode: "shared" }, () => new Promise(() => undefined));
  const registration = await navigator.serviceWorker.register(PATH, { updateViaCache: "none" });
  // Browsers that forbid workers may answer with nothing.
  if (!registration) return;
  const consider = () => void settle(registration, build).catch(() => undefined);
  const follow = () => registration.installing?.addEventListener("statechange", consider);
  registration.addEventListener("updatefound", follow);
  follow();
  consider();
  const check = () => void registration.update().then(consider, () => undefined);
  onOnline(check);
  setInterval(check, CHECK_EACH_MS);
}

/** Offers the build of a waiting worker, unless this page is of it already. */
async function settle({ waiting, active }: ServiceWorkerRegistration, build: string): Promise<void> {
  // Without an active worker the first one takes its place by itself.
  if (!waiting || !active || (await buildOf(waiting)) === build) return;
  const { offerUpdate } = await withNamespaces(() => import("./offer-update"), ["offline"]);
  await offerUpdate();
}

function buildOf(worker: ServiceWorker): Promise<unknown> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = (event) => resolve(event.data);
    worker.postMessage("build", [port2]);
  });
}
