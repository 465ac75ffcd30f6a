/**
 * Code that is fetched when it is first needed. Without a connection it is waited for, so that a window that can't open
 * or a toast that can't be shown takes nothing away from who is at work (D-51); any other failure is thrown.
 */
export async function fetched<T>(fetch: () => Promise<T>): Promise<T> {
  try {
    return await fetch();
  } catch (error) {
    if (navigator.onLine) throw error;
    await new Promise((resolve) => window.addEventListener("online", resolve, { once: true }));
    return fetched(fetch);
  }
}
