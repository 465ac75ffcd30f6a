/** Periods of a student in groups on the student's page, with their actions. */

import { CirclePlay, CircleStop, Tags, UsersRound } from "lucide-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Enrolment, StudentCard } from "@/api/types";
import { useRead } from "@/api/use-read";
import { useCan } from "@/entities/access/can";
import { useZone } from "@/entities/access/use-zone";
import { isInGroup, periodActions } from "@/entities/groups/periods/period-rules";
import { todayIn } from "@/lib/dates";
import { lazyComponent } from "@/lib/lazy/lazy-component";
import { Button } from "@/ui/controls/button";
import { Loaded } from "@/ui/feedback/loaded";
import { type RowAction, RowMenu } from "@/ui/table/row-menu";
import { useMayAddToGroup } from "../actions/may-add-to-group";
import { useNameOf } from "../student-labels";
import { StudentGroups } from "./student-groups";

const ChangeStatusDialog = lazyComponent(
  async () => (await import("@/entities/groups/periods/change-status-dialog")).ChangeStatusDialog,
  ["form", "student"],
);
const StopEnrolmentDialog = lazyComponent(
  async () => (await import("@/entities/groups/periods/period-dialogs")).StopEnrolmentDialog,
  ["student"],
);
const ContinueEnrolmentDialog = lazyComponent(
  async () => (await import("@/entities/groups/periods/period-dialogs")).ContinueEnrolmentDialog,
  ["student"],
);
const AddToGroupDialog = lazyComponent(
  async () => (await import("../actions/add-to-group-dialog")).AddToGroupDialog,
  ["form", "student", "students"],
);

type Asked = { action: "stop" | "goOn" | "status"; period: Enrolment };

export function StudentPeriods({ student }: { student: StudentCard }) {
  const { t } = useTranslation();
  const zone = useZone();
  const name = useNameOf()(student);
  const changes = useCan("users:students", "update");
  const adds = useMayAddToGroup();
  const [adding, setAdding] = useState(false);
  const [asked, setAsked] = useState<Asked | null>(null);
  const read = useRead("/student-groups/student/{id}", { path: { id: student.id } });
  const today = todayIn(zone);
  const words = {
    stop: { label: t("student.stopIt"), icon: CircleStop },
    goOn: { label: t("student.goOn"), icon: CirclePlay },
    status: { label: t("student.changeStatus"), icon: Tags },
  };
  const actions = (period: Enrolment, all: readonly Enrolment[]): RowAction[] => {
    const isBack = all.some((other) => other.groupId === period.groupId && isInGroup(other, today));
    return periodActions(period, today, isBack).map((action) => ({
      ...words[action],
      run: () => setAsked({ action, period }),
      saves: true,
    }));
  };
  const close = () => setAsked(null);
  const given = asked && { name, period: asked.period, onClose: close };
  return (
    <>
      {adds ? (
        <div className="mb-4">
          <Button icon={UsersRound} saves onClick={() => setAdding(true)}>
            {t("students.toGroup")}
          </Button>
        </div>
      ) : null}
      <Loaded of={read}>
        {({ studentGroups }) => (
          <StudentGroups
            groups={studentGroups}
            menu={
              changes
                ? (period) => <RowMenu name={period.groupName} actions={actions(period, studentGroups)} />
                : undefined
            }
          />
        )}
      </Loaded>
      <Suspense>
        {adding ? <AddToGroupDialog student={student} onClose={() => setAdding(false)} /> : null}
        {given && asked.action === "status" ? <ChangeStatusDialog period={asked.period} onClose={close} /> : null}
        {given && asked.action === "stop" ? <StopEnrolmentDialog {...given} /> : null}
        {given && asked.action === "goOn" ? <ContinueEnrolmentDialog {...given} /> : null}
      </Suspense>
    </>
  );
}
