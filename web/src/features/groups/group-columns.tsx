/** The columns of the groups lists (R1-110, R1-111, R1-112, R1-113). */
import { CalendarDays } from "lucide-react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { GroupRow } from "@/api/types";
import type { Audience } from "@/entities/groups/group-tabs";
import { useLanguage } from "@/i18n/use-language";
import { formatDate } from "@/lib/dates";
import { formatKpi } from "@/lib/format/percent";
import type { Column } from "@/ui/table/columns";
import { GroupStatus, groupPagePath, isAssistants, learningTypeName, mainLine, staffName } from "./group-labels";
import type { Which } from "./schedule-dialog";
import { LineLink } from "./schedule-lines";

type Ask = (which: Which, group: GroupRow) => void;
const opener =
  "-mx-1.5 inline-flex min-h-7 max-w-full items-center gap-1 rounded px-1.5 underline decoration-line-strong decoration-dotted underline-offset-4 hover:bg-hover";

export function useGroupColumns(audience: Audience, openDialog: Ask): readonly Column<GroupRow>[] {
  const { t } = useTranslation();
  const language = useLanguage();
  return useMemo(() => {
    const kpi = (id: "attendanceKpi" | "homeworkKpi" | "examKpi"): Column<GroupRow> => ({
      id,
      header: t(`groups.columns.${id}`),
      align: "right",
      missing: { in: (group) => group[id] === null, text: t(`kit.missing.${id}`) },
      cell: (group) => <span className="tabular-nums">{formatKpi(group[id], language)}</span>,
    });
    const cut = (text: string | undefined, below?: string) => (
      <span className="block leading-tight break-words whitespace-normal">
        <span title={text} className="line-clamp-2">
          {text || "—"}
        </span>
        {below ? (
          <span title={below} className="line-clamp-2 text-xs text-mut">
            {below}
          </span>
        ) : null}
      </span>
    );
    const day = (id: "startedDate" | "endedDate"): Column<GroupRow> => ({
      id,
      header: t(`groups.columns.${id}`),
      cell: (group) => <span className="text-ink-soft">{formatDate(group[id]) || "—"}</span>,
    });
    // Of their own groups a teacher knows teacher and branch. Category, type of study and the end are below course,
    // branch and begin (R1-110); each has a column of its own that can be switched on.
    const spareIf = (spare: boolean): { spare?: true } => (spare ? { spare: true } : {});
    const own = audience === "academic";
    return [
      {
        id: "name",
        header: t("groups.columns.name"),
        sort: true,
        fixed: true,
        grows: 148,
        cell: (group) => (
          <Link
            to={groupPagePath(audience, group)}
            // The end of a name tells groups apart.
            className="line-clamp-2 leading-tight font-[550] text-balance break-words whitespace-normal text-ink-strong hover:text-accent-ink hover:underline"
            title={group.name}
          >
            {group.name}
          </Link>
        ),
      },
      {
        id: "status",
        header: t("groups.columns.status"),
        filter: "status",
        cell: (group) => <GroupStatus of={group} />,
      },
      {
        id: "teacher",
        header: t("groups.columns.teacher"),
        shrinks: 124,
        ...spareIf(own),
        cell: (group) => <Teacher group={group} openDialog={openDialog} />,
      },
      {
        id: "hours",
        header: t("groups.columns.hours"),
        shrinks: 156,
        cell: (group) => <Hours audience={audience} group={group} openDialog={openDialog} />,
      },
      {
        id: "assistants",
        header: t("groups.columns.assistants"),
        spare: true,
        cell: (group) => <Assistants group={group} openDialog={openDialog} />,
      },
      {
        id: "students",
        header: t("groups.columns.students"),
        align: "right",
        cell: (group) => group.students,
      },
      kpi("attendanceKpi"),
      // Without homework and exams all their percentages are dashes.
      { ...kpi("homeworkKpi"), spare: true },
      { ...kpi("examKpi"), spare: true },
      {
        id: "course",
        header: t("groups.columns.course"),
        shrinks: 124,
        cell: (group) => cut(group.course.name, group.category?.displayName),
      },
      {
        id: "category",
        header: t("groups.columns.category"),
        shrinks: true,
        spare: true,
        cell: (group) => cut(group.category?.displayName),
      },
      {
        id: "office",
        header: t("groups.columns.office"),
        shrinks: 112,
        ...spareIf(own),
        cell: (group) => cut(group.office.name, learningTypeName(group.learningType, t)),
      },
      {
        id: "learningType",
        header: t("groups.columns.learningType"),
        spare: true,
        cell: (group) => learningTypeName(group.learningType, t) || "—",
      },
      {
        ...day("startedDate"),
        cell: (group) => (
          <span className="block text-xs leading-tight">
            <span className="block text-ink-soft">{formatDate(group.startedDate) || "—"}</span>
            <span className="block text-mut">{formatDate(group.endedDate)}</span>
          </span>
        ),
      },
      { ...day("endedDate"), spare: true },
      {
        id: "groupsCount",
        header: t("groups.columns.groupsCount"),
        align: "right",
        spare: true,
        cell: (group) => group.groupsCount,
      },
      {
        id: "actionsCount",
        header: t("groups.columns.actionsCount"),
        align: "right",
        spare: true,
        cell: (group) => group.actionsCount,
      },
    ];
  }, [t, language, audience, openDialog]);
}

type CellProps = { group: GroupRow; openDialog: Ask };

function Teacher({ group, openDialog }: CellProps) {
  const { t } = useTranslation();
  const lines = group.schedules.filter((line) => !isAssistants(line));
  const names = [...new Set(lines.map((line) => staffName(line.staff, t("kit.unknownPerson"))))];
  if (names.length === 0) return <span className="text-mut">—</span>;
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      title={names.join(", ")}
      className={opener}
      onClick={() => openDialog("teachers", group)}
    >
      <span className="sr-only">{t("groups.columns.teacher")}: </span>
      <span className="line-clamp-3 text-left leading-tight break-words whitespace-normal">{names[0]}</span>
      {names.length > 1 ? <span aria-hidden>+{names.length - 1}</span> : null}
      <span className="sr-only">{names.slice(1).map((name) => `, ${name}`)}</span>
    </button>
  );
}

function Assistants({ group, openDialog }: CellProps) {
  const { t } = useTranslation();
  const ids = new Set(group.schedules.filter(isAssistants).map((line) => line.staff.id));
  if (ids.size === 0) return <span className="text-mut">—</span>;
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-label={`${t("groups.columns.assistants")}: ${ids.size}`}
      className={opener}
      onClick={() => openDialog("assistants", group)}
    >
      {ids.size}
    </button>
  );
}

function Hours({ audience, group, openDialog }: CellProps & { audience: Audience }) {
  const { t } = useTranslation();
  const line = mainLine(group) ?? group.schedules[0];
  if (!line) return <span className="text-mut">—</span>;
  const more = group.schedules.length - 1;
  return (
    <span className="flex items-center gap-1 whitespace-nowrap">
      <span className="line-clamp-2 leading-tight whitespace-normal">
        <LineLink audience={audience} groupId={group.id} line={line} narrow />
      </span>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={`${t("groups.schedulesOf", { name: group.name })}${more > 0 ? `, +${more}` : ""}`}
        title={t("groups.schedules")}
        className="inline-flex h-7 min-w-7 items-center justify-center gap-0.5 rounded text-xs text-mut hover:bg-hover hover:text-ink"
        onClick={() => openDialog("schedules", group)}
      >
        <CalendarDays aria-hidden size={15} className="shrink-0" />
        {more > 0 ? `+${more}` : null}
      </button>
    </span>
  );
}
