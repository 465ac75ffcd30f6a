import { comboboxList } from "@/ui/popover/combobox";
import { menuParts } from "@/ui/popover/menu";
import { tooltipParts } from "@/ui/popover/tooltip";

/** Parts of every screen that are closed when it opens: fetched as soon as the browser is idle. */
const soon = [tooltipParts.fetch, menuParts.fetch, comboboxList.fetch];

/** Prefetches dialogs and toasts that no first page needs, once a person begins to work. */
const later = [
  () => import("./dialog-content"),
  () => import("./confirm-dialog-content"),
  () => import("./side-panel-content"),
  () => import("sonner"),
];

const whenIdle = (work: () => void) =>
  "requestIdleCallback" in globalThis ? requestIdleCallback(work) : setTimeout(work, 1_000);

function fetchAll(parts: readonly (() => Promise<unknown>)[]): void {
  for (const part of parts) part().catch(() => undefined);
}

/** So that they open at once, and open without a network too. */
export function prefetchOnIdle(): void {
  const begin = () => {
    removeEventListener("pointerdown", begin, true);
    removeEventListener("keydown", begin, true);
    whenIdle(() => fetchAll(later));
  };
  whenIdle(() => fetchAll(soon));
  addEventListener("pointerdown", begin, { capture: true, once: true });
  addEventListener("keydown", begin, { capture: true, once: true });
}
