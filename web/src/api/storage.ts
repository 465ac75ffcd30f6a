/**
 * Browser storage. `device` values outlive a sign-out (theme, language, side menu); `person` values belong to the
 * signed-in person and are cleared with the session.
 */
const PREFIX = "markaz";

export type StorageScope = "device" | "person";

const nameOf = (scope: StorageScope, name: string) => `${PREFIX}.${scope}.${name}`;

export function remember(scope: StorageScope, name: string, value: unknown): void {
  try {
    if (value === null || value === undefined) localStorage.removeItem(nameOf(scope, name));
    else localStorage.setItem(nameOf(scope, name), JSON.stringify(value));
  } catch {
    // A full or forbidden storage costs the memory, not the work.
  }
}

export function recall<T>(scope: StorageScope, name: string): T | null {
  try {
    const text = localStorage.getItem(nameOf(scope, name));
    return text === null ? null : (JSON.parse(text) as T);
  } catch {
    return null;
  }
}

/** Forget everything of the person: tokens, drafts, choices. */
export function clearPersonData(): void {
  const mine = nameOf("person", "");
  for (const key of Object.keys(localStorage)) if (key.startsWith(mine)) localStorage.removeItem(key);
}

/** Calls the listener when another tab changed the value. */
export function onOtherTab(scope: StorageScope, name: string, listener: () => void): () => void {
  const key = nameOf(scope, name);
  const onStorage = (event: StorageEvent) => {
    if (event.key === key || event.key === null) listener();
  };
  addEventListener("storage", onStorage);
  return () => removeEventListener("storage", onStorage);
}
