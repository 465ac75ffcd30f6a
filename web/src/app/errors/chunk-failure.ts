/** A part of the console that does not load any more because a newer version stands on the server (D-44). */
import { probe } from "@/lib/online";
import { hasUnsaved } from "@/lib/unsaved";

const RELOADED = "markaz.reloaded-for";

export function isChunkFailure(error: unknown): boolean {
  const text = error instanceof Error ? error.message : "";
  return /dynamically imported module|importing a module script failed|unable to preload css/i.test(text);
}

/** The entry script carries the build's digest in its name. */
function thisVersion(): string {
  return document.querySelector<HTMLScriptElement>("script[type=module][src]")?.src ?? "";
}

/** reload: do it now · ask: something is unsaved, or this version was reloaded for already · offline: no use. */
export async function chunkFailureRemedy(version: string = thisVersion()): Promise<"reload" | "ask" | "offline"> {
  if (!(await probe())) return "offline";
  if (hasUnsaved() || sessionStorage.getItem(RELOADED) === version) return "ask";
  sessionStorage.setItem(RELOADED, version);
  return "reload";
}
