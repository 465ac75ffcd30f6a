/** Sub-page 5 of a group: teachers, schedule, position in the curriculum, students (R1-109, R1-383). */
import { useTranslation } from "react-i18next";
import type { ScheduleLine } from "@/api/types";
import { useRead } from "@/api/use-read";
import { useCan } from "@/entities/access/can";
import { roleName } from "@/entities/access/role-name";
import type { TabProps } from "@/entities/groups/group-tabs";
import { PersonCell } from "@/entities/people/person-cell";
import { Card } from "@/ui/display/page";
import { Loaded } from "@/ui/feedback/loaded";
import { GroupFacts } from "../group-facts";
import { staffName } from "../group-labels";
import { ScheduleLines } from "../schedule-lines";
import { InfoCurriculum } from "./info-curriculum";
import { InfoStudents } from "./info-students";

export function InfoTab({ groupId, audience }: TabProps) {
  const { t } = useTranslation();
  // Both calls return the same shape.
  const path = (
    audience === "admin" ? "/groups/for-admin/{id}/info" : "/groups/for-academic/{id}/info"
  ) as "/groups/for-admin/{id}/info";
  const info = useRead(path, { path: { id: groupId } });
  const schedule = useRead("/groups/{id}/schedules", { path: { id: groupId } });
  const seesTeachers = useCan("users:academic|users:teachers");
  const seesAssistants = useCan("users:academic|users:assistants");
  return (
    <Loaded of={info}>
      {({ group, teachers, assistants }) => (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,420px)_minmax(0,1fr)]">
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
            <Card title={t("groups.facts")}>
              <GroupFacts group={group} />
            </Card>
            <Card title={t("groups.teachers")}>
              <Staff of={teachers} none={t("groups.noTeachers")} to={seesTeachers ? "/teachers" : undefined} />
            </Card>
            <Card title={t("groups.assistants")}>
              <Staff of={assistants} none={t("groups.noAssistants")} to={seesAssistants ? "/assistants" : undefined} />
            </Card>
            <Card title={t("groups.schedules")}>
              <Loaded of={schedule}>
                {({ schedules }) => (
                  <ScheduleLines audience={audience} groupId={groupId} lines={schedules} none={t("groups.noLines")} />
                )}
              </Loaded>
            </Card>
          </div>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
            <InfoStudents audience={audience} group={group} />
            <InfoCurriculum groupId={groupId} />
          </div>
        </div>
      )}
    </Loaded>
  );
}

type StaffProps = { of: readonly ScheduleLine["staff"][]; none: string; to: string | undefined };

function Staff({ of, none, to }: StaffProps) {
  const { t } = useTranslation();
  if (of.length === 0) return <p className="text-base text-mut">{none}</p>;
  return (
    <ul className="grid gap-2.5">
      {of.map((one) => (
        <li key={one.id}>
          <PersonCell
            name={staffName(one, t("kit.unknownPerson"))}
            id={one.id}
            photo={one.photo}
            detail={one.roleName ? roleName({ name: one.roleName }, t) : null}
            {...(to ? { to: `${to}/${one.id}` } : {})}
          />
        </li>
      ))}
    </ul>
  );
}
