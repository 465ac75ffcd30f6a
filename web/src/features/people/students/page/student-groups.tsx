/** Groups of a student with their periods: current ones first, ended ones after. */
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { StudentGroup } from "@/api/types";
import { useZone } from "@/entities/access/use-zone";
import { isInGroup } from "@/entities/groups/periods/period-rules";
import { formatDate, todayIn } from "@/lib/dates";
import { cx } from "@/ui/cx";
import { StatusTag } from "@/ui/display/status-tag";
import { ACTIVE } from "../student-labels";

const ENDED = 3;

/** True while the student is in the group, counted in statistics or not, and the group is not over. */
export function isCurrent(group: StudentGroup, today: string): boolean {
  return group.groupStatus !== ENDED && isInGroup(group, today);
}

/** The newest period first. */
export function inOrder<G extends StudentGroup>(groups: readonly G[]): G[] {
  return [...groups].sort(
    (a, b) => (b.startedDate ?? "").localeCompare(a.startedDate ?? "") || b.studentGroupId - a.studentGroupId,
  );
}

type GroupsProps<G extends StudentGroup> = {
  groups: readonly G[];
  compact?: boolean;
  /** Actions on a period. */
  menu?: ((group: G) => ReactNode) | undefined;
};

export function StudentGroups<G extends StudentGroup>({ groups, compact, menu }: GroupsProps<G>) {
  const { t } = useTranslation();
  const zone = useZone();
  if (groups.length === 0) return <p className="text-base text-mut">{t("students.noGroups")}</p>;
  const today = todayIn(zone);
  const sorted = inOrder(groups);
  const now = sorted.filter((group) => isCurrent(group, today));
  const before = sorted.filter((group) => !isCurrent(group, today));
  return (
    <div className="grid gap-5">
      <Periods
        title={t("students.groupsNow")}
        groups={now}
        compact={compact}
        none={t("students.noCurrentGroups")}
        menu={menu}
      />
      {before.length > 0 ? (
        <Periods title={t("students.groupsBefore")} groups={before} compact={compact} menu={menu} ended />
      ) : null}
    </div>
  );
}

type PeriodsProps<G extends StudentGroup> = {
  title: string;
  groups: G[];
  compact?: boolean | undefined;
  ended?: boolean;
  none?: string;
  menu: GroupsProps<G>["menu"];
};

function Periods<G extends StudentGroup>({ title, groups, compact, ended, none, menu }: PeriodsProps<G>) {
  return (
    <section>
      <h3 className="mb-2 text-sm font-[650] text-ink-soft">{title}</h3>
      {groups.length === 0 ? <p className="text-base text-mut">{none}</p> : null}
      <ul className="grid gap-2">
        {groups.map((group) => (
          <li
            key={group.studentGroupId}
            className={cx("flex items-center gap-2 rounded-lg border border-line px-3 py-2", ended && "bg-sunken")}
          >
            <Period group={group} compact={compact ?? false} />
            {menu?.(group)}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Period({ group, compact }: { group: StudentGroup; compact: boolean }) {
  const { t } = useTranslation();
  const where = [group.courseName, group.officeName].filter(Boolean).join(" · ");
  const dates = `${formatDate(group.startedDate) || "—"} – ${formatDate(group.endedDate) || t("students.untilNow")}`;
  return (
    <div className={cx("flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-1", !compact && "sm:flex-nowrap")}>
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-[550] text-ink-strong [overflow-wrap:anywhere]">{group.groupName}</p>
        {where ? <p className="text-xs text-mut">{where}</p> : null}
      </div>
      <span className="text-sm whitespace-nowrap text-ink-soft">{dates}</span>
      {group.actionId === ACTIVE ? null : <StatusTag tone="quiet">{group.actionName}</StatusTag>}
    </div>
  );
}
