/**
 * Imports code on demand. Offline it waits for the connection, so that a dialog or toast that can't load takes nothing
 * away from the person at work (D-51); any other failure is thrown.
 */
export async function importWithRetry<T>(fetch: () => Promise<T>): Promise<T> {
  try {
    return await fetch();
  } catch (error) {
    if (navigator.onLine) throw error;
    await new Promise((resolve) => window.addEventListener("online", resolve, { once: true }));
    return importWithRetry(fetch);
  }
}

/** Code that is fetched once: `now` is it as soon as it has arrived, so that a part opens in the same frame. */
export function fetchedOnce<T>(fetch: () => Promise<T>): { readonly now: T | undefined; fetch: () => Promise<T> } {
  let code: T | undefined;
  return {
    get now() {
      return code;
    },
    fetch: async () => {
      code ??= await importWithRetry(fetch);
      return code;
    },
  };
}
