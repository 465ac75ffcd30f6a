/** The focus of an element that goes: it passes to what is next to it, instead of to the page. */

const CONTROLS = "a[href], button, input, select, textarea, [tabindex]";
const LAYERS = "[role=dialog], [role=alertdialog]";

export const nothingFocused = () => document.activeElement === null || document.activeElement === document.body;

const isReachable = (one: HTMLElement) =>
  one.tabIndex >= 0 &&
  !one.matches(":disabled, [aria-hidden=true], [aria-hidden=true] *") &&
  (one.checkVisibility?.() ?? true);

/**
 * Called while the element is still there. The returned function focuses it, or where it has gone the next control of
 * its dialog or page, else the one before; it does nothing where the person has moved the focus.
 */
export function focusNeighbour(from: Element | null = document.activeElement): () => void {
  if (!(from instanceof HTMLElement) || from === document.body) return () => undefined;
  const layer = from.closest<HTMLElement>(LAYERS) ?? document.body;
  const others = [...layer.querySelectorAll<HTMLElement>(CONTROLS)].filter((one) => one !== from && isReachable(one));
  const isAfter = (one: HTMLElement) => (from.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  const next = [...others.filter(isAfter), ...others.filter((one) => !isAfter(one)).reverse()];
  return () => {
    // A dialog takes the focus of what goes to itself.
    if (!nothingFocused() && document.activeElement !== layer) return;
    const goal = from.isConnected ? from : next.find((one) => one.isConnected && isReachable(one));
    (goal ?? document.querySelector<HTMLElement>("main[tabindex]"))?.focus();
  };
}

/** Does what takes away the element with the focus, and moves the focus on. */
export function andFocusNeighbour(act: () => unknown): void {
  const move = focusNeighbour();
  void Promise.resolve(act()).finally(() => setTimeout(move));
}
