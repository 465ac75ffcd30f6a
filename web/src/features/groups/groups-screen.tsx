/** Groups of the person's branches, and a teacher's own ones (R1-049, R1-051, D-13). */
import { Suspense, useCallback, useState } from "react";
import { useTranslation } from "react-i18next";
import type { GroupRow } from "@/api/types";
import { StartSyncButton } from "@/entities/access/start-sync";
import { type Audience, groupPath } from "@/entities/groups/group-tabs";
import { useLanguage } from "@/i18n/use-language";
import { formatKpi } from "@/lib/format/percent";
import { lazyComponent } from "@/lib/lazy/lazy-component";
import { SkeletonLines } from "@/ui/feedback/skeleton";
import { ListScreen } from "@/ui/list/list-screen";
import { CardBody } from "@/ui/table/cards";
import { useGroupColumns } from "./group-columns";
import { rulesOf, useGroupFilters } from "./group-filters";
import { ACTIVE, formatHours, GroupStatus, groupPagePath, mainLine } from "./group-labels";
import type { OpenDialog, Which } from "./schedule-dialog";

const ScheduleDialog = lazyComponent(async () => (await import("./schedule-dialog")).ScheduleDialog, ["groups"]);
const GroupPreview = lazyComponent(async () => (await import("./group-preview")).GroupPreview, ["groups"]);

export const GroupsScreen = () => <GroupsList audience="admin" />;
export const MyGroupsScreen = () => <GroupsList audience="academic" />;

function GroupsList({ audience }: { audience: Audience }) {
  const { t } = useTranslation();
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const openDialog = useCallback((which: Which, group: GroupRow) => setDialog({ which, group }), []);
  const own = audience === "academic";
  const pageOf = (id: number, group?: GroupRow) =>
    group ? groupPagePath(audience, group) : groupPath(audience, { groupId: id, staffId: 0, scheduleId: 0 });
  return (
    <>
      <ListScreen
        title={t(own ? "shell.myGroups" : "shell.groups")}
        rules={rulesOf(audience)}
        // Both calls return the same shape.
        path={(own ? "/groups/for-academic/all" : "/groups/all") as "/groups/all"}
        rowsOf={(answer) => answer.groups}
        rowId={(group) => group.id}
        rowName={(group) => group.name}
        columns={useGroupColumns(audience, openDialog)}
        filters={useGroupFilters(audience)}
        searchLabel={t("groups.search")}
        exported={{
          path: own ? "/groups/for-academic/export" : "/groups/export",
          more: [{ id: "hId", header: t("sheets.columns.hId") }],
        }}
        href={pageOf}
        card={(group) => <GroupCard group={group} />}
        preview={{
          title: () => t("shell.group"),
          body: (id) => (
            <Suspense fallback={<SkeletonLines lines={6} />}>
              <GroupPreview audience={audience} id={id} />
            </Suspense>
          ),
        }}
        empty={{
          title: t(own ? "groups.emptyOwnTitle" : "groups.emptyTitle"),
          text: t(own ? "groups.emptyOwnText" : "groups.emptyText"),
          action: <StartSyncButton />,
        }}
        emptyStandard={{ title: t("groups.emptyTitle"), text: t("groups.emptyActive") }}
      />
      <Suspense>
        {dialog ? <ScheduleDialog {...dialog} audience={audience} onClose={() => setDialog(null)} /> : null}
      </Suspense>
    </>
  );
}

function GroupCard({ group }: { group: GroupRow }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const line = mainLine(group);
  return (
    <CardBody
      title={group.name}
      line={[line && formatHours(line, language), group.course.name].filter(Boolean).join(" · ")}
      aside={
        group.status === ACTIVE ? (
          <span className="grid justify-items-end text-xs text-mut">
            {group.attendanceKpi === null ? null : (
              <span className="text-sm text-ink-soft tabular-nums">{formatKpi(group.attendanceKpi, language)}</span>
            )}
            {t("groups.inIt", { total: group.students })}
          </span>
        ) : (
          <GroupStatus of={group} />
        )
      }
    />
  );
}
