/** Reports a client error to the server (`POST /sender/log`): throttled, without personal data (D-76). */
import { change } from "@/api/request";
import { isAuthenticated } from "@/api/tokens";

const LONGEST_TEXT = 4_000;
const THROTTLE_MS = 10_000;
let last = 0;

/** Long numbers (phones, papers, ids) and tokens become dots. */
export function masked(text: string): string {
  return text.replace(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, "•••").replace(/\d(?:[\d\s-]{5,})\d/g, "•••");
}

export function reportError(error: unknown, id: string): void {
  if (!isAuthenticated() || Date.now() - last < THROTTLE_MS) return;
  last = Date.now();
  const description = error instanceof Error ? `${error.name}: ${error.message}\n${error.stack ?? ""}` : String(error);
  const text = masked(`${description}\n${location.pathname}`).slice(0, LONGEST_TEXT - id.length - 1);
  void change("post", "/sender/log", { body: { logType: "error", text: `${id} ${text}` } }).catch(() => undefined);
}
