import { useSearchParams } from "react-router";

/** The question is in the address: `why` (a path, or a permission with its action), `whom` (one person). */
export function useExplanationAddress() {
  const [address, setAddress] = useSearchParams();
  const put = (changes: Record<string, string | null>, replace = true) =>
    setAddress(
      (now) => {
        const next = new URLSearchParams(now);
        for (const [name, value] of Object.entries(changes)) {
          if (value === null) next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { replace, preventScrollReset: true },
    );
  return { what: address.get("why"), whom: Number(address.get("whom")) || null, put };
}
