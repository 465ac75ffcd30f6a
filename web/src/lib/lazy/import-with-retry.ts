/**
 * Code that is fetched when it is first needed. Without a connection it is waited for, so that a window that can't open
 * or a toast that can't be shown takes nothing away from who is at work (D-51); any other failure is thrown.
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
