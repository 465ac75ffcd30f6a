/** Bulk actions on students, for the selection bar of a list. */
import { FileDown, Lock, LockOpen, MessageSquareText, Printer, UsersRound } from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "@/entities/access/can";
import { lazyComponent } from "@/lib/lazy/lazy-component";
import type { BulkAction } from "@/ui/list/bulk-bar";
import type { Chosen } from "@/ui/table/use-selection";
import { useMayAddToGroup } from "../actions/may-add-to-group";
import type { BulkActionKind } from "./bulk-operation";

const BulkDialog = lazyComponent(
  async () => (await import("./bulk-dialog")).BulkDialog,
  ["form", "many", "sheets", "sms", "students", "table"],
);

export function useBulkActions(): { actions: readonly BulkAction[]; dialog: ReactNode } {
  const { t } = useTranslation();
  const changes = useCan("users:students", "update");
  const adds = useMayAddToGroup();
  const [asked, setAsked] = useState<{ action: BulkActionKind; chosen: Chosen } | null>(null);
  const ask = (action: BulkActionKind) => (chosen: Chosen) => setAsked({ action, chosen });
  const changing: BulkAction[] = [
    { label: t("many.block"), icon: Lock, run: ask("block"), saves: true },
    ...(adds ? [{ label: t("many.toGroup"), icon: UsersRound, run: ask("toGroup"), saves: true } as const] : []),
    { label: t("many.sms"), icon: MessageSquareText, run: ask("sms"), saves: true },
    { label: t("many.unblock"), icon: LockOpen, run: ask("unblock"), saves: true },
  ];
  const reading: BulkAction[] = [
    { label: t("many.export"), icon: FileDown, run: ask("export") },
    { label: t("many.print"), icon: Printer, run: ask("print") },
  ];
  return {
    actions: [...(changes ? changing : []), ...reading],
    dialog: asked ? (
      <Suspense>
        <BulkDialog {...asked} onClose={() => setAsked(null)} />
      </Suspense>
    ) : null,
  };
}
