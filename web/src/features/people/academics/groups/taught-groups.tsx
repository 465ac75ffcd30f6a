/** Groups that a person teaches, active ones first, with their hours. */
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { AcademicGroup } from "@/api/types";
import { useRead } from "@/api/use-read";
import { useLanguage } from "@/i18n/use-language";
import { formatDate } from "@/lib/dates";
import { Loaded } from "@/ui/feedback/loaded";
import { formatHours } from "../academic-labels";
import { GroupStatus } from "./group-columns";

export type GroupsPath = "/academic/{id}/groups" | "/assistant/{id}/groups" | "/teacher/{id}/groups";
const ALL = { perPage: 100 } as const;
const ACTIVE = 2;

type TaughtGroupsProps = { path: GroupsPath; id: number; attendances?: (groupId: number) => string };

export function TaughtGroups({ path, id, attendances }: TaughtGroupsProps) {
  const { t } = useTranslation();
  // The three calls return the same shape.
  const read = useRead(path as "/academic/{id}/groups", { path: { id }, query: ALL });
  return (
    <Loaded of={read}>
      {({ groups }) =>
        groups.length === 0 ? (
          <p className="text-base text-mut">{t("academics.noGroups")}</p>
        ) : (
          <ul className="grid gap-2">
            {[...groups]
              .sort((a, b) => Number(b.status === ACTIVE) - Number(a.status === ACTIVE))
              .map((group) => (
                <li key={group.id} className="rounded-lg border border-line px-3 py-2">
                  <Taught group={group} to={attendances?.(group.id)} />
                </li>
              ))}
          </ul>
        )
      }
    </Loaded>
  );
}

function Taught({ group, to }: { group: AcademicGroup; to: string | undefined }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const dates = [group.startedDate, group.endedDate].map((day) => formatDate(day) || "…").join(" – ");
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <div className="min-w-0 flex-1 basis-52">
        {to ? (
          <Link
            to={to}
            className="font-[550] text-ink-strong underline-offset-2 hover:underline [overflow-wrap:anywhere]"
          >
            {group.name}
          </Link>
        ) : (
          <p className="font-[550] text-ink-strong [overflow-wrap:anywhere]">{group.name}</p>
        )}
        <p className="text-xs text-mut">
          {[group.course.name, group.office.name, t("academics.students", { count: group.students })].join(" · ")}
        </p>
        {group.schedules.map((hours) => (
          <p key={JSON.stringify(hours)} className="text-xs text-ink-soft">
            {[formatHours(hours, language), hours.classroomName].filter(Boolean).join(" · ")}
          </p>
        ))}
      </div>
      <span className="text-sm whitespace-nowrap text-ink-soft">{dates}</span>
      <GroupStatus of={group} />
    </div>
  );
}
