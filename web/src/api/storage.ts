/**
 * Browser storage. `device` values outlive a sign-out (theme, language, side menu); `person` values belong to the
 * signed-in person and are cleared with the session.
 */
const PREFIX = "markaz";

export type StorageScope = "device" | "person";

const nameOf = (keeping: StorageScope, name: string) => `${PREFIX}.${keeping}.${name}`;

export function remember(keeping: StorageScope, name: string, value: unknown): void {
  try {
    if (value === null || value === undefined) localStorage.removeItem(nameOf(keeping, name));
    else localStorage.setItem(nameOf(keeping, name), JSON.stringify(value));
  } catch {
    // A full or forbidden storage costs the memory, not the work.
  }
}

export function recall<T>(keeping: StorageScope, name: string): T | null {
  try {
    const text = localStorage.getItem(nameOf(keeping, name));
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
export function onOtherTab(keeping: StorageScope, name: string, listener: () => void): () => void {
  const key = nameOf(keeping, name);
  const heard = (event: StorageEvent) => {
    if (event.key === key || event.key === null) listener();
  };
  addEventListener("storage", heard);
  return () => removeEventListener("storage", heard);
}
