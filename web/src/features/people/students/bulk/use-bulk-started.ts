/** After a bulk operation: a job opens its page, rejected students are shown, a block can be undone for six seconds. */
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { invalidate } from "@/api/cache";
import { change } from "@/api/request";
import { showDone, showError, showInfo, showUndo } from "@/ui/feedback/toast";
import type { Chosen } from "@/ui/table/use-selection";
import { type BulkStarted, STALE_AFTER_BULK } from "./bulk-operation";

export function useBulkStarted(chosen: Chosen): (started: BulkStarted, done: string, undoable?: boolean) => void {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const undo = (id: number) =>
    change("post", "/students/bulk/{id}/undo", { path: { id } }).then(({ data }) => {
      void invalidate(...STALE_AFTER_BULK);
      if (data) data.refused > 0 || data.jobId ? open(data.id) : showDone(t("many.undone", { count: data.done }));
    }, showError);
  const open = (id: number) => void navigate(`/students/bulk/${id}`);
  return (started, done, undoable = false) => {
    chosen.clear();
    if (started.jobId !== null) {
      showInfo(t("many.goesOn"));
      return open(started.id);
    }
    // Rejected students must be seen; the page offers the undo too.
    if (started.refused > 0) return open(started.id);
    if (undoable) showUndo(done, () => void undo(started.id));
    else showDone(done);
  };
}
