/** Changes the branches of all selected students. */
import { useChange } from "@/api/use-change";
import { useRead } from "@/api/use-read";
import { CHOICES_STALE_MS, toChoices } from "@/entities/access/choices";
import { STALE_AFTER_BULK } from "@/entities/people/bulk/bulk-operation";
import { ChangeBranchDialog, INLINE } from "@/entities/people/bulk/change-branch-dialog";
import { showError } from "@/ui/feedback/toast";
import { toastUnlessInline } from "@/ui/form/toast-unless-inline";
import type { BulkDialogProps } from "./bulk-operation";

export function BulkBranchDialog(props: BulkDialogProps) {
  const offices = useRead("/students/filter-objects", undefined, { staleTime: CHOICES_STALE_MS }).data?.offices;
  const changing = useChange("post", "/students/bulk/change-branch", {
    invalidates: [...STALE_AFTER_BULK.student],
    quiet: true,
    onForbidden: showError,
    onError: toastUnlessInline(INLINE),
  });
  return (
    <ChangeBranchDialog
      {...props}
      entity="student"
      offices={toChoices(offices)}
      loading={offices === undefined}
      changing={changing}
    />
  );
}
