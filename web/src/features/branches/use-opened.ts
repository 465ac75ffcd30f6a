/** What is open over the page, kept in the address: `?edit=7` is shared and Back closes it. */
import { useSearchParams } from "react-router";

export function useOpened(name: string): { what: string | null; open: (what: string) => void; close: () => void } {
  const [address, setAddress] = useSearchParams();
  const set = (what: string | null) =>
    setAddress(
      (now) => {
        const next = new URLSearchParams(now);
        if (what === null) next.delete(name);
        else next.set(name, what);
        return next;
      },
      { replace: what === null, preventScrollReset: true },
    );
  return { what: address.get(name), open: set, close: () => set(null) };
}
