/** The windows and toasts that no first page needs: fetched in a quiet moment once a person begins to work. */
const parts = [
  () => import("./dialog-window"),
  () => import("./confirm-window"),
  () => import("./sheet-window"),
  () => import("sonner"),
];

const quiet = (work: () => void) =>
  "requestIdleCallback" in globalThis ? requestIdleCallback(work) : setTimeout(work, 1_000);

/** So that they open at once, and open without a network too. */
export function fetchLater(): void {
  const begin = () => {
    removeEventListener("pointerdown", begin, true);
    removeEventListener("keydown", begin, true);
    quiet(() => {
      for (const part of parts) part().catch(() => undefined);
    });
  };
  addEventListener("pointerdown", begin, { capture: true, once: true });
  addEventListener("keydown", begin, { capture: true, once: true });
}
