/** Bulk actions on academics, for the selection bar of their list. */
import { Building2 } from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "@/entities/access/can";
import { lazyComponent } from "@/lib/lazy/lazy-component";
import type { BulkAction } from "@/ui/list/bulk-bar";
import type { Chosen } from "@/ui/table/use-selection";
import { ACADEMIC } from "../academic-labels";

const AcademicBranchDialog = lazyComponent(
  async () => (await import("./academic-branch-dialog")).AcademicBranchDialog,
  ["many"],
);

export function useAcademicBulk(): { actions: readonly BulkAction[]; dialog: ReactNode } {
  const { t } = useTranslation();
  const changes = useCan(ACADEMIC, "update");
  const [moving, setMoving] = useState<Chosen | null>(null);
  return {
    actions: changes ? [{ label: t("academics.toBranch"), icon: Building2, run: setMoving, saves: true }] : [],
    dialog: moving ? (
      <Suspense>
        <AcademicBranchDialog chosen={moving} onClose={() => setMoving(null)} />
      </Suspense>
    ) : null,
  };
}
