import { useSearchParams } from "react-router";

/** The open tab, kept in the address (?tab=history); the first of them is not written there. */
export function useTabParam<T extends string>(tabs: readonly T[]): [open: T, show: (tab: T) => void] {
  const [address, setAddress] = useSearchParams();
  const written = address.get("tab");
  const show = (tab: T) =>
    setAddress(
      (now) => {
        const next = new URLSearchParams(now);
        if (tab === tabs[0]) next.delete("tab");
        else next.set("tab", tab);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return [tabs.find((tab) => tab === written) ?? (tabs[0] as T), show];
}
