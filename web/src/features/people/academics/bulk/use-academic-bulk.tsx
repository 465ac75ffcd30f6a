/** Bulk actions on academics, for the selection bar of their list. */
import { Building2, KeyRound } from "lucide-react";
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

const OpenAccountsDialog = lazyComponent(
  async () => (await import("@/entities/people/bulk/accounts/open-accounts-dialog")).OpenAccountsDialog,
  ["accounts", "many"],
);

export function useAcademicBulk(): { actions: readonly BulkAction[]; dialog: ReactNode } {
  const { t } = useTranslation();
  const changes = useCan(ACADEMIC, "update");
  const opens = useCan(ACADEMIC, "create");
  const [moving, setMoving] = useState<Chosen | null>(null);
  const [opening, setOpening] = useState<Chosen | null>(null);
  const opener: BulkAction = { label: t("academics.openAccounts"), icon: KeyRound, run: setOpening, saves: true };
  const mover: BulkAction = { label: t("academics.toBranch"), icon: Building2, run: setMoving, saves: true };
  return {
    actions: [...(opens ? [opener] : []), ...(changes ? [mover] : [])],
    dialog: (
      <Suspense>
        {moving ? <AcademicBranchDialog chosen={moving} onClose={() => setMoving(null)} /> : null}
        {opening ? <OpenAccountsDialog entity="teacher" chosen={opening} onClose={() => setOpening(null)} /> : null}
      </Suspense>
    ),
  };
}
