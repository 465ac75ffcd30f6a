/** Actions on students' periods in groups, for a row's menu, and the dialog of the open one. */
import { CirclePlay, CircleStop, Tags } from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useZone } from "@/entities/access/use-zone";
import { todayIn } from "@/lib/dates";
import { lazyComponent } from "@/lib/lazy/lazy-component";
import type { RowAction } from "@/ui/table/row-menu";
import { periodActions } from "./period-rules";
import type { Period } from "./periods";

const ChangeStatusDialog = lazyComponent(
  async () => (await import("./change-status-dialog")).ChangeStatusDialog,
  ["form", "student"],
);
const StopEnrolmentDialog = lazyComponent(
  async () => (await import("./period-dialogs")).StopEnrolmentDialog,
  ["student"],
);
const ContinueEnrolmentDialog = lazyComponent(
  async () => (await import("./period-dialogs")).ContinueEnrolmentDialog,
  ["student"],
);
const DIALOGS = { stop: StopEnrolmentDialog, goOn: ContinueEnrolmentDialog, status: ChangeStatusDialog };

type OpenAction = { action: keyof typeof DIALOGS; period: Period; name: string };

export type PeriodActions = {
  /** `name` is the student's; `isBack`: another period holds the student in the group. */
  of: (period: Period, name: string, isBack?: boolean) => RowAction[];
  /** Rendered once on the screen. */
  dialog: ReactNode;
};

export function usePeriodActions(): PeriodActions {
  const { t } = useTranslation();
  const today = todayIn(useZone());
  const [open, setOpen] = useState<OpenAction | null>(null);
  const offered = {
    stop: { label: t("student.stopIt"), icon: CircleStop },
    goOn: { label: t("student.goOn"), icon: CirclePlay },
    status: { label: t("student.changeStatus"), icon: Tags },
  };
  const ActionDialog = open && DIALOGS[open.action];
  return {
    of: (period, name, isBack) =>
      periodActions(period, today, isBack).map((action) => ({
        ...offered[action],
        run: () => setOpen({ action, period, name }),
        saves: true,
      })),
    dialog: (
      <Suspense>
        {ActionDialog ? <ActionDialog name={open.name} period={open.period} onClose={() => setOpen(null)} /> : null}
      </Suspense>
    ),
  };
}
