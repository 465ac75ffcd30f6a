/** The code that marking without a connection needs, fetched while there is one (D-70). */
import { useEffect } from "react";
import { withWords } from "@/lib/lazy/lazily";

const PARTS = [
  // In the header: what waits to be sent.
  () => withWords(() => import("./unsent-attendance")),
  // Asks before the page is left, an office mark replaced, or a lesson called off.
  () => import("@/ui/dialog/confirm-window"),
];

export function useFetchedAhead(): void {
  useEffect(() => {
    void Promise.allSettled(PARTS.map((fetch) => fetch()));
  }, []);
}
