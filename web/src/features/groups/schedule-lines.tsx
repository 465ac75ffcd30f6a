/** Schedule of a group: teacher, time, place, clashes. A line links to the group's page (R1-108). */
import { CalendarX2, TriangleAlert } from "lucide-react";
import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { ScheduleItem, ScheduleLine } from "@/api/types";
import { type Audience, groupPath } from "@/entities/groups/group-tabs";
import { useLanguage } from "@/i18n/use-language";
import { formatDate } from "@/lib/dates";
import { Avatar } from "@/ui/display/avatar";
import { showWarning } from "@/ui/feedback/toast";
import { formatHours, isAssistants, linePath, staffName } from "./group-labels";

type LineLinkProps = {
  audience: Audience;
  groupId: number;
  line: ScheduleLine;
  /** Days in two letters: in a row of a list. */
  narrow?: boolean;
  className?: string;
};

/** Hours of a line; one without days is no link and shows the reason (D-25, R2-459). */
export function LineLink({ audience, groupId, line, narrow, className }: LineLinkProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (line.daysOfWeek.length === 0) {
    return (
      <button
        type="button"
        className={`inline-flex items-center gap-1 text-left text-warn underline-offset-2 hover:underline ${className ?? ""}`}
        onClick={() => showWarning(t("groups.noDays"))}
      >
        <CalendarX2 aria-hidden size={14} className="shrink-0" />
        {[t("groups.noDaysShort"), formatHours(line, language)].filter(Boolean).join(" · ")}
      </button>
    );
  }
  return (
    <Link
      to={linePath(audience, groupId, line)}
      title={narrow ? formatHours(line, language) : undefined}
      className={`underline-offset-2 hover:text-accent-ink hover:underline ${className ?? ""}`}
    >
      {formatHours(line, language, narrow)
        .split(" · ")
        .map((part, at) => (
          <Fragment key={part}>
            {at > 0 ? " · " : null}
            <span className="whitespace-nowrap">{part}</span>
          </Fragment>
        ))}
    </Link>
  );
}

type LinesProps = { audience: Audience; groupId: number; lines: readonly ScheduleItem[]; none: string };

export function ScheduleLines({ audience, groupId, lines, none }: LinesProps) {
  const { t } = useTranslation();
  if (lines.length === 0) return <p className="text-base text-mut">{none}</p>;
  return (
    <ul className="grid gap-2">
      {lines.map((line) => (
        <li key={line.id} className="rounded-lg border border-line px-3 py-2.5">
          <div className="flex items-start gap-2.5">
            <Avatar name={staffName(line.staff, "")} id={line.staff.id} photo={line.staff.photo} size="small" />
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap items-baseline gap-x-2">
                <span className="font-[550] text-ink-strong [overflow-wrap:anywhere]">
                  {staffName(line.staff, t("kit.unknownPerson"))}
                </span>
                <span className="text-xs text-mut">
                  {t(isAssistants(line) ? "groups.roles.assistant" : "groups.roles.teacher")}
                </span>
              </p>
              <p className="flex flex-wrap items-baseline gap-x-3 text-sm text-ink-soft">
                <LineLink audience={audience} groupId={groupId} line={line} className="max-sm:min-h-6" />
                {line.classroomName ? <span>{line.classroomName}</span> : null}
                <Dates line={line} />
              </p>
              <Clashes audience={audience} line={line} />
            </div>
          </div>
        </li>
      ))}
    </ul>
  );
}

function Dates({ line }: { line: ScheduleLine }) {
  const { t } = useTranslation();
  const [from, to] = [formatDate(line.startDate), formatDate(line.endDate)];
  if (!from && !to) return null;
  const label =
    from && to ? t("groups.between", { from, to }) : from ? t("groups.since", { from }) : t("groups.until", { to });
  return <span className="text-xs text-mut">{label}</span>;
}

function Clashes({ audience, line }: { audience: Audience; line: ScheduleItem }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return line.clashes.map((clash) => {
    const group = clash.group?.name;
    const what = clash.what === "teacher" ? "clashTeacher" : "clashRoom";
    const label = group === undefined ? t(`groups.${what}Hidden`) : t(`groups.${what}`, { group });
    return (
      <p
        key={JSON.stringify(clash)}
        className="mt-1.5 flex items-start gap-1.5 rounded-md bg-warn-soft px-2 py-1 text-sm text-warn"
      >
        <TriangleAlert aria-hidden size={15} className="mt-0.5 shrink-0" />
        <span>
          {clash.group ? (
            <Link
              className="underline underline-offset-2"
              to={groupPath(audience, { groupId: clash.group.id, staffId: 0, scheduleId: 0 })}
            >
              {label}
            </Link>
          ) : (
            label
          )}
          {`: ${formatHours(clash, language)}`}
        </span>
      </p>
    );
  });
}
