import { useTranslation } from "react-i18next";
import { Button } from "@/ui/controls/button";
import type { QueueRow } from "./api-types";
import type { CheckingState } from "./checking-session";

type UnsavedProps = { rows: readonly QueueRow[]; state: CheckingState; onOpen: (id: number) => void };

/** Works that one has gone on from and whose save failed: a phone shows no queue that would say so (H3). */
export function UnsavedWorks({ rows, state, onOpen }: UnsavedProps) {
  const { t } = useTranslation();
  const failed = rows.filter(({ id }) => state.saves.get(id)?.state === "failed");
  if (failed.length === 0) return null;
  return (
    <div
      role="alert"
      className="sticky top-0 z-20 mb-3 flex flex-wrap items-center gap-2 rounded-lg bg-bad-soft px-3 py-2 text-sm text-bad max-sm:top-16"
    >
      {t("checking.failed")}
      {failed.map((row) => (
        <Button key={row.id} size="small" onClick={() => onOpen(row.id)}>
          <bdi>{row.fullName}</bdi>
        </Button>
      ))}
    </div>
  );
}
