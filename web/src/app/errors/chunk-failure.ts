/** A chunk that fails to load because the server has a newer build (D-44). */
import { probe } from "@/lib/online";
import { hasRunning, hasUnsaved } from "@/lib/unsaved";

const RELOADED = "markaz.reloaded-for";

export function isChunkFailure(error: unknown): boolean {
  const text = error instanceof Error ? error.message : "";
  return /dynamically imported module|importing a module script failed|unable to preload css/i.test(text);
}

/** The entry script carries the build's digest in its name. */
function thisVersion(): string {
  return document.querySelector<HTMLScriptElement>("script[type=module][src]")?.src ?? "";
}

/** reload: now · ask: something is unsaved or uploading (S2), or this build was reloaded for already · offline: a reload is no use. */
export async function chunkFailureRemedy(version: string = thisVersion()): Promise<"reload" | "ask" | "offline"> {
  if (!(await probe())) return "offline";
  if (hasUnsaved() || hasRunning() || sessionStorage.getItem(RELOADED) === version) return "ask";
  sessionStorage.setItem(RELOADED, version);
  return "reload";
}
