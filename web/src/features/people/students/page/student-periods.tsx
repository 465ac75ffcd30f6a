/** Periods of a student in groups on the student's page, with their actions. */

import { UsersRound } from "lucide-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Enrolment, StudentCard } from "@/api/types";
import { useRead } from "@/api/use-read";
import { useCan } from "@/entities/access/can";
import { useZone } from "@/entities/access/use-zone";
import { useMayAddToGroup } from "@/entities/groups/may-add-to-group";
import { isInGroup } from "@/entities/groups/periods/period-rules";
import { usePeriodActions } from "@/entities/groups/periods/use-period-actions";
import { nameOf } from "@/entities/people/person-name";
import { todayIn } from "@/lib/dates";
import { lazyComponent } from "@/lib/lazy/lazy-component";
import { Button } from "@/ui/controls/button";
import { Loaded } from "@/ui/feedback/loaded";
import { type RowAction, RowMenu } from "@/ui/table/row-menu";
import { StudentGroups } from "./student-groups";

const AddToGroupDialog = lazyComponent(
  async () => (await import("../actions/add-to-group-dialog")).AddToGroupDialog,
  ["form", "student", "students"],
);

export function StudentPeriods({ student }: { student: StudentCard }) {
  const { t } = useTranslation();
  const zone = useZone();
  const changes = useCan("users:students", "update");
  const adds = useMayAddToGroup();
  const [adding, setAdding] = useState(false);
  const read = useRead("/student-groups/student/{id}", { path: { id: student.id } });
  const today = todayIn(zone);
  const periods = usePeriodActions();
  const actions = (period: Enrolment, all: readonly Enrolment[]): RowAction[] => {
    const isBack = all.some((other) => other.groupId === period.groupId && isInGroup(other, today));
    return periods.of(period, nameOf(student, t), isBack);
  };
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
      <Suspense>{adding ? <AddToGroupDialog student={student} onClose={() => setAdding(false)} /> : null}</Suspense>
      {periods.dialog}
    </>
  );
}
