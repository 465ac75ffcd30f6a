/** After a bulk operation: a job opens its page, rejected people are shown, the rest can be undone for six seconds. */
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { invalidate } from "@/api/cache";
import { change } from "@/api/request";
import { showDone, showError, showInfo, showUndo } from "@/ui/feedback/toast";
import type { Chosen } from "@/ui/table/use-selection";
import { type BulkEntity, type BulkStarted, bulkPath, STALE_AFTER_BULK } from "./bulk-operation";

type Started = (started: BulkStarted, done: string, undone?: (count: number) => string) => void;

/** The returned function shows `done`, and `undone` after the undo; without `undone` there is none. */
export function useBulkStarted(chosen: Chosen, entity: BulkEntity = "student"): Started {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const undo = (id: number, undone: (count: number) => string) =>
    change("post", "/students/bulk/{id}/undo", { path: { id } }).then(({ data }) => {
      void invalidate(...STALE_AFTER_BULK[entity]);
      if (data) data.refused > 0 || data.jobId ? open(data.id) : showDone(undone(data.done));
    }, showError);
  const open = (id: number) => void navigate(bulkPath(entity, id));
  return (started, done, undone) => {
    chosen.clear();
    if (started.jobId !== null) {
      showInfo(t("many.goesOn"));
      return open(started.id);
    }
    // Rejected people must be seen; the page offers the undo too.
    if (started.refused > 0) return open(started.id);
    if (undone) showUndo(done, () => void undo(started.id, undone));
    else showDone(done);
  };
}
