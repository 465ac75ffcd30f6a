/** Which group it is, and its lessons: when, where, who. */
import { useTranslation } from "react-i18next";
import type { GroupInfo } from "@/api/types";
import { useLanguage } from "@/i18n/use-language";
import { kpiWords } from "@/lib/format/percent";
import { GroupStatus, hoursWords, mainLine, staffName } from "./group-words";

export function GroupHead({ info: { group }, scheduleId }: { info: GroupInfo; scheduleId: number }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const line = group.schedules.find(({ id }) => id === scheduleId) ?? mainLine(group);
  const lesson = line && [
    hoursWords(line, language),
    line.classroomName,
    staffName(line.staff, t("kit.unknownPerson")),
  ];
  const about = [group.course.name, group.office.name, t("groups.inIt", { total: group.students })];
  return (
    <div className="min-w-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h1 className="text-xl font-[650] tracking-[-0.01em] text-ink-strong [overflow-wrap:anywhere]">{group.name}</h1>
        <GroupStatus of={group} />
      </div>
      {lesson ? <p className="mt-0.5 text-base text-ink-soft">{lesson.filter(Boolean).join(" · ")}</p> : null}
      <p className="text-sm text-mut">
        {about.join(" · ")}
        {group.attendanceKpi === null
          ? null
          : ` · ${t("groups.columns.attendanceKpi")} ${kpiWords(group.attendanceKpi, language)}`}
      </p>
    </div>
  );
}
