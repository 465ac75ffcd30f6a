/** Bulk actions on staff, for the selection bar of their list. */
import { Building2 } from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "@/entities/access/can";
import { lazyComponent } from "@/lib/lazy/lazy-component";
import type { BulkAction } from "@/ui/list/bulk-bar";
import type { Chosen } from "@/ui/table/use-selection";
import { STAFF_PERMISSION } from "../staff-labels";

const StaffBranchDialog = lazyComponent(
  async () => (await import("./staff-branch-dialog")).StaffBranchDialog,
  ["many"],
);

export function useStaffBulk(): { actions: readonly BulkAction[]; dialog: ReactNode } {
  const { t } = useTranslation();
  const changes = useCan(STAFF_PERMISSION, "update");
  const [moving, setMoving] = useState<Chosen | null>(null);
  return {
    actions: changes ? [{ label: t("staff.toBranch"), icon: Building2, run: setMoving, saves: true }] : [],
    dialog: moving ? (
      <Suspense>
        <StaffBranchDialog chosen={moving} onClose={() => setMoving(null)} />
      </Suspense>
    ) : null,
  };
}
