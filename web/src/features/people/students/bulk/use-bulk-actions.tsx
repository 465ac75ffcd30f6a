/** Bulk actions on students, for the selection bar of a list. */
import { Building2, FileDown, KeyRound, Lock, LockOpen, MessageSquareText, Printer, UsersRound } from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "@/entities/access/can";
import { useMayAddToGroup } from "@/entities/groups/may-add-to-group";
import { lazyComponent } from "@/lib/lazy/lazy-component";
import type { BulkAction } from "@/ui/list/bulk-bar";
import type { Chosen } from "@/ui/table/use-selection";
import type { BulkActionKind } from "./bulk-operation";

const BulkDialog = lazyComponent(
  async () => (await import("./bulk-dialog")).BulkDialog,
  ["accounts", "fields", "form", "many", "sheets", "sms", "students", "table"],
);

export function useBulkActions(): { actions: readonly BulkAction[]; dialog: ReactNode } {
  const { t } = useTranslation();
  const changes = useCan("users:students", "update");
  const adds = useMayAddToGroup();
  const [open, setOpen] = useState<{ action: BulkActionKind; chosen: Chosen } | null>(null);
  const opener = (action: BulkActionKind) => (chosen: Chosen) => setOpen({ action, chosen });
  const changing: BulkAction[] = [
    { label: t("many.block"), icon: Lock, run: opener("block"), saves: true },
    ...(adds ? [{ label: t("many.toGroup"), icon: UsersRound, run: opener("toGroup"), saves: true } as const] : []),
    { label: t("many.sms"), icon: MessageSquareText, run: opener("sms"), saves: true },
    { label: t("many.toBranch"), icon: Building2, run: opener("toBranch"), saves: true },
    { label: t("many.openAccounts"), icon: KeyRound, run: opener("accounts"), saves: true },
    { label: t("many.unblock"), icon: LockOpen, run: opener("unblock"), saves: true },
  ];
  const reading: BulkAction[] = [
    { label: t("many.export"), icon: FileDown, run: opener("export") },
    { label: t("many.print"), icon: Printer, run: opener("print") },
  ];
  return {
    actions: [...(changes ? changing : []), ...reading],
    dialog: open ? (
      <Suspense>
        <BulkDialog {...open} onClose={() => setOpen(null)} />
      </Suspense>
    ) : null,
  };
}
