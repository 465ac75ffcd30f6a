/** The focus of a row that goes, such as a deleted one: it passes to the row in its place, not to the page. */
import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { nothingFocused } from "@/ui/focus-neighbour";
import { focusRow } from "./use-roving-focus";

export function useKeptFocus(rows: RefObject<HTMLElement | null>, count: number): void {
  const held = useRef<HTMLElement | null>(null);
  useEffect(() => {
    const gone = new AbortController();
    const hold = ({ target }: Event) => {
      const row = (target as Element).closest<HTMLElement>("[data-row]");
      held.current = row && rows.current?.contains(row) ? row : null;
    };
    document.addEventListener("focusin", hold, { signal: gone.signal });
    // A press on the page leaves the row, too.
    document.addEventListener("pointerdown", hold, { signal: gone.signal });
    return () => gone.abort();
  }, [rows]);
  useLayoutEffect(() => {
    const row = held.current;
    if (!row || row.isConnected || count === 0) return;
    held.current = null;
    if (rows.current && nothingFocused()) focusRow(rows.current, Math.min(Number(row.dataset.row), count - 1));
  });
}
