/** The record in the preview panel: its id is in the address, so that it can be shared and Back closes the panel. */
import { useSearchParams } from "react-router";
import { focusRow } from "@/ui/table/use-roving-focus";

export interface PreviewControl {
  id: number | null;
  show: (id: number) => void;
  showAt: (index: number) => void;
  walk: (by: 1 | -1) => void;
  close: () => void;
}

export function usePreview(name: string, ids: readonly number[]): PreviewControl {
  const [address, setAddress] = useSearchParams();
  const given = Number(address.get(name));
  const id = Number.isSafeInteger(given) && given > 0 ? given : null;
  const set = (next: number | null, replace: boolean) =>
    setAddress(
      (now) => {
        const changed = new URLSearchParams(now);
        if (next === null) changed.delete(name);
        else changed.set(name, String(next));
        return changed;
      },
      { replace, preventScrollReset: true },
    );
  const at = id === null ? -1 : ids.indexOf(id);
  const showAt = (index: number) => {
    const next = ids[index];
    // Moving from record to record is one step for the Back button.
    if (next !== undefined) set(next, id !== null);
  };
  return {
    id,
    show: (next) => set(next, id !== null),
    showAt,
    walk: (by) => {
      showAt(at + by);
      document.querySelector(`[data-row="${at + by}"]`)?.scrollIntoView({ block: "nearest" });
    },
    close: () => {
      set(null, true);
      // The row gets the focus back once the panel is gone.
      setTimeout(() => focusRow(document, Math.max(0, at)));
    },
  };
}
