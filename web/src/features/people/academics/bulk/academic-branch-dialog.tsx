/** Changes the branches of all selected academics, and of their accounts. */
import { useChange } from "@/api/use-change";
import { toChoices, useOffices } from "@/entities/access/choices";
import { STALE_AFTER_BULK } from "@/entities/people/bulk/bulk-operation";
import { ChangeBranchDialog, INLINE } from "@/entities/people/bulk/change-branch-dialog";
import { showError } from "@/ui/feedback/toast";
import { toastUnlessInline } from "@/ui/form/toast-unless-inline";
import type { Chosen } from "@/ui/table/use-selection";

export function AcademicBranchDialog(props: { chosen: Chosen; onClose: () => void }) {
  const offices = useOffices();
  const changing = useChange("post", "/academic/bulk/change-branch", {
    invalidates: [...STALE_AFTER_BULK.teacher],
    quiet: true,
    onForbidden: showError,
    onError: toastUnlessInline(INLINE),
  });
  return (
    <ChangeBranchDialog
      {...props}
      entity="teacher"
      offices={toChoices(offices)}
      loading={offices === undefined}
      changing={changing}
    />
  );
}
