import { useTranslation } from "react-i18next";
import { invalidate } from "@/api/cache";
import { useChange } from "@/api/use-change";
import { showDone } from "@/ui/feedback/toast";

/** Sends a failed job again, with all its tries. */
export function useRunAgain() {
  const { t } = useTranslation();
  const read = ["/jobs/all", "/jobs/{id}", "/synchronization/message-count", "/today"] as const;
  const sending = useChange("post", "/jobs/{id}/retry", {
    invalidates: [...read],
    onDone: () => showDone(t("jobs.againDone")),
    // Another person ran it again, or it is gone: the row is out of date.
    onError: () => void invalidate(...read),
  });
  return { runAgain: (id: number) => sending.run({ path: { id } }), pending: sending.pending };
}
