/**
 * Answers of the server that one person may read without a connection, encrypted in this browser (D-70). The key is
 * among the person's values in the browser's storage: it goes with them in one step, at sign-out or when another
 * person signs in, and what a closed tab left in the database stays unreadable.
 */
import { recall, remember } from "@/api/storage";

/** The API that this build was made for (vite.config.ts). */
declare const __CONTRACT__: string;

const DATABASE = "markaz-offline";
const RECORDS = "records";
const KEY = "offline-key";
const ALGORITHM = "AES-GCM";

/** `day`: the last day on which the record is of use; null: always. */
type Label = { name: string; userId: number; contract: string; at: number; day: string | null };
type Stored = Label & { iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer };
export type Kept<T = unknown> = { name: string; at: number; value: T };

/** Encryption exists in secure contexts only (TLS, or this machine). */
export const canStore = (): boolean => "indexedDB" in globalThis && Boolean(crypto.subtle);

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

let opened: Promise<IDBDatabase> | null = null;

function database(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(RECORDS, { keyPath: "name" });
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      // A database that the browser or another tab removes is opened anew.
      const forget = () => {
        request.result.close();
        opened = null;
      };
      request.result.onversionchange = forget;
      request.result.onclose = forget;
      resolve(request.result);
    };
  });
  opened.catch(() => {
    opened = null;
  });
  return opened;
}

async function records(mode: IDBTransactionMode): Promise<IDBObjectStore> {
  return (await database()).transaction(RECORDS, mode).objectStore(RECORDS);
}

const encoded = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));
const decoded = (text: string) => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
const imported = (text: string) =>
  crypto.subtle.importKey("raw", decoded(text), ALGORITHM, false, ["encrypt", "decrypt"]);

async function makeKey(): Promise<string> {
  // What is there was written with a key that has gone.
  await wipe();
  const key = encoded(crypto.getRandomValues(new Uint8Array(32)));
  remember("person", KEY, key);
  return recall<string>("person", KEY) ?? key;
}

const currentKey = () => recall<string>("person", KEY);
const ensuredKey = (): Promise<string> =>
  navigator.locks.request("markaz.offline-key", async () => currentKey() ?? (await makeKey()));

/** A record decrypts only as the one that it was written as. */
const sealOf = ({ name, userId, contract, at, day }: Label) =>
  new TextEncoder().encode(JSON.stringify([name, userId, contract, at, day]));

/** Stores a value under its name; a value read later stays. */
export async function keep(label: Omit<Label, "contract">, value: unknown): Promise<void> {
  const full: Label = { ...label, contract: __CONTRACT__ };
  const key = await ensuredKey();
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const plain = new TextEncoder().encode(JSON.stringify(value));
  const how = { name: ALGORITHM, iv, additionalData: sealOf(full) };
  const data = await crypto.subtle.encrypt(how, await imported(key), plain);
  // The person may have signed out meanwhile.
  if (currentKey() !== key) return;
  const store = await records("readwrite");
  const before: Stored | undefined = await settled(store.get(full.name));
  if (before && before.userId === full.userId && before.contract === full.contract && before.at >= full.at) return;
  await settled(store.put({ ...full, iv, data } satisfies Stored));
}

/** The values of a person that are of use on this day or later; what can't be read is left out. */
export async function keptOf(userId: number, today: string): Promise<Kept[]> {
  const text = currentKey();
  if (text === null) return [];
  const key = await imported(text);
  const all: Stored[] = await settled((await records("readonly")).getAll());
  // Another build may understand an answer differently.
  const fit = all.filter(
    (one) => one.userId === userId && one.contract === __CONTRACT__ && (one.day === null || one.day >= today),
  );
  const found = await Promise.all(
    fit.map(async (one): Promise<Kept | null> => {
      const how = { name: ALGORITHM, iv: one.iv, additionalData: sealOf(one) };
      const plain = await crypto.subtle.decrypt(how, key, one.data).catch(() => null);
      return plain && { name: one.name, at: one.at, value: JSON.parse(new TextDecoder().decode(plain)) };
    }),
  );
  return found.filter((one) => one !== null);
}

/** Removes the records that are of no use any more on this day. */
export async function removeBefore(today: string): Promise<void> {
  const store = await records("readwrite");
  for (const { name, day } of (await settled(store.getAll())) as Stored[]) {
    if (day !== null && day < today) store.delete(name);
  }
}

/** Removes all records, whoever they belong to. */
export async function wipe(): Promise<void> {
  await settled((await records("readwrite")).clear());
}
