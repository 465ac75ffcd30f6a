/** Students of a group, actions on their periods, and the class as a file (R1-382, R1-389). */

import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { GroupRow, GroupStudent } from "@/api/types";
import { useRead } from "@/api/use-read";
import { useCan } from "@/entities/access/can";
import { CHOICES_STALE_MS } from "@/entities/access/choices";
import type { Audience } from "@/entities/groups/group-tabs";
import type { Period } from "@/entities/groups/periods/periods";
import { type PeriodActions, usePeriodActions } from "@/entities/groups/periods/use-period-actions";
import { nameOf } from "@/entities/people/person-name";
import { useLanguage } from "@/i18n/use-language";
import { formatDate } from "@/lib/dates";
import { formatKpi } from "@/lib/format/percent";
import { formatPhone } from "@/lib/format/phone";
import { Avatar } from "@/ui/display/avatar";
import { Card } from "@/ui/display/page";
import { StatusTag } from "@/ui/display/status-tag";
import { Loaded } from "@/ui/feedback/loaded";
import { SearchBox } from "@/ui/list/filters/search-box";
import { usePagedAddress } from "@/ui/list/use-paged-address";
import { Select } from "@/ui/popover/combobox";
import { Pager } from "@/ui/table/pager";
import { RowMenu } from "@/ui/table/row-menu";
import { AddStudents } from "./add-students";
import { DownloadClass } from "./download-class";

const ACTIVE = 1;
const TABLE = "group-students";
// A class is shown whole by default.
const A_CLASS = 50;

export function InfoStudents({ audience, group }: { audience: Audience; group: GroupRow }) {
  const { t } = useTranslation();
  const { search, put, page, perPage, pager } = usePagedAddress(TABLE, A_CLASS);
  const value = search.get("value") ?? "";
  const actionId = search.get("actionId") ?? "";
  const periods = usePeriodActions();
  // Both calls return the same shape.
  const path = (
    audience === "admin" ? "/groups/for-admin/{id}/student" : "/groups/for-academic/{id}/student"
  ) as "/groups/for-admin/{id}/student";
  const query = { page, perPage, ...(value ? { value } : {}), ...(actionId ? { actionId: Number(actionId) } : {}) };
  const read = useRead(path, { path: { id: group.id }, query }, { keepPreviousData: true });
  const actions = useRead("/control-actions", undefined, { staleTime: CHOICES_STALE_MS }).data?.controlActions ?? [];
  return (
    <Card
      title={t("groups.students")}
      actions={
        <>
          <AddStudents group={group} />
          <DownloadClass groupId={group.id} name={group.name} />
        </>
      }
    >
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <SearchBox
          value={value}
          label={t("groups.searchStudent")}
          onSearch={(word) => put({ value: word })}
          className="min-w-[164px] max-w-[280px] flex-1 max-sm:max-w-none"
        />
        <div className="w-60 max-sm:w-full">
          <Select
            label={t("groups.chosenStatus")}
            value={actionId || "now"}
            onChange={(id) => put({ actionId: id === "now" ? "" : (id ?? "") })}
            options={[
              { value: "now", label: t("groups.inNow") },
              ...actions.map((one) => ({ value: String(one.id), label: one.displayName })),
            ]}
          />
        </div>
      </div>
      <Loaded of={read}>
        {({ students, total }) =>
          total === 0 ? (
            <p className="py-6 text-center text-base text-mut">
              {t(value || actionId ? "groups.nobodyFound" : "groups.nobody")}
            </p>
          ) : (
            <div className={read.isPlaceholder ? "opacity-60" : ""}>
              <Rows students={students} group={group} periods={periods} />
              {total > 10 ? <Pager {...pager} total={total} /> : null}
            </div>
          )
        }
      </Loaded>
      {periods.dialog}
    </Card>
  );
}

const periodOf = (student: GroupStudent, group: GroupRow): Period => ({
  ...student,
  groupName: group.name,
  groupStatus: group.status,
  groupStartedDate: group.startedDate,
  groupEndedDate: group.endedDate,
});

type RowsProps = { students: readonly GroupStudent[]; group: GroupRow; periods: PeriodActions };

function Rows({ students, group, periods }: RowsProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const opens = useCan("users:students");
  const changes = useCan("users:students", "update");
  const unmarked = students.every((student) => student.attendancePercentage === null);
  return (
    <>
      {unmarked ? <p className="mb-1 text-sm text-mut">{t("kit.missing.attendanceKpi")}</p> : null}
      <ul aria-label={t("groups.students")} className="divide-y divide-line-soft">
        {students.map((student) => {
          const name = nameOf(student, t);
          return (
            <li key={student.id} className="flex min-h-11 items-center gap-3 py-1.5">
              <Avatar name={student.fullName} id={student.id} photo={student.photo} />
              <span className="min-w-0 flex-1">
                {opens ? (
                  <Link
                    to={`/students/${student.id}`}
                    className="block truncate font-[550] text-ink-strong max-sm:line-clamp-2 max-sm:whitespace-normal hover:text-accent-ink hover:underline"
                  >
                    {name}
                  </Link>
                ) : (
                  <span className="block truncate font-[550] text-ink-strong max-sm:line-clamp-2 max-sm:whitespace-normal">
                    {name}
                  </span>
                )}
                <span className="flex flex-wrap gap-x-2 text-xs text-mut">
                  {student.phoneNumber ? (
                    <a href={`tel:${student.phoneNumber}`} className="hover:text-ink hover:underline">
                      {formatPhone(student.phoneNumber)}
                    </a>
                  ) : null}
                  {student.startedDate ? (
                    <span>{t("groups.since", { from: formatDate(student.startedDate) })}</span>
                  ) : null}
                </span>
              </span>
              {student.actionId === ACTIVE ? null : <StatusTag tone="quiet">{student.actionName}</StatusTag>}
              {unmarked ? null : (
                <span className="w-14 text-right text-sm tabular-nums" title={t("groups.studentColumns.attendance")}>
                  {formatKpi(student.attendancePercentage, language)}
                </span>
              )}
              {changes ? <RowMenu name={name} actions={periods.of(periodOf(student, group), name)} /> : null}
            </li>
          );
        })}
      </ul>
    </>
  );
}
