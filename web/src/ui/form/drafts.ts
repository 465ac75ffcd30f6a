/** Drafts of unsaved input, stored for this tab until saved or discarded. */
import { onSignOut } from "@/lib/sign-out";

const PREFIX = "markaz.draft.";

export function readDraft<V>(name: string): Partial<V> | null {
  try {
    const text = sessionStorage.getItem(PREFIX + name);
    return text === null ? null : (JSON.parse(text) as Partial<V>);
  } catch {
    return null;
  }
}

export function saveDraft(name: string, values: unknown): void {
  try {
    sessionStorage.setItem(PREFIX + name, JSON.stringify(values));
  } catch {
    // A full or forbidden storage costs the draft, not the work.
  }
}

export function discardDraft(name: string): void {
  sessionStorage.removeItem(PREFIX + name);
}

onSignOut(() => {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
});
