/** Students of a group, actions on their periods, and the class as a file (R1-382, R1-389). */

import { CirclePlay, CircleStop, Tags } from "lucide-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import type { GroupRow, GroupStudent } from "@/api/types";
import { useRead } from "@/api/use-read";
import { useCan } from "@/entities/access/can";
import { useZone } from "@/entities/access/use-zone";
import type { Audience } from "@/entities/groups/group-tabs";
import { periodActions } from "@/entities/groups/periods/period-rules";
import type { Period } from "@/entities/groups/periods/periods";
import { useLanguage } from "@/i18n/use-language";
import { formatDate, todayIn } from "@/lib/dates";
import { formatKpi } from "@/lib/format/percent";
import { formatPhone } from "@/lib/format/phone";
import { lazyComponent } from "@/lib/lazy/lazy-component";
import { Avatar } from "@/ui/display/avatar";
import { Card } from "@/ui/display/page";
import { StatusTag } from "@/ui/display/status-tag";
import { Loaded } from "@/ui/feedback/loaded";
import { SearchBox } from "@/ui/list/filters/search-box";
import { Select } from "@/ui/popover/combobox";
import { choosePageSize, usePageSize } from "@/ui/preferences/preferences";
import { Pager } from "@/ui/table/pager";
import { type RowAction, RowMenu } from "@/ui/table/row-menu";
import { DownloadClass } from "./download-class";

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

const ACTIVE = 1;
const TABLE = "group-students";
// A class is shown whole by default.
const A_CLASS = 50;
const OPTIONS_STAY_MS = 5 * 60_000;
type Asked = { action: "stop" | "goOn" | "status"; student: GroupStudent };

/** Query of the list, in the address. */
function useAsked() {
  const [address, setAddress] = useSearchParams();
  const put = (values: Record<string, string>) =>
    setAddress(
      (now) => {
        const next = new URLSearchParams(now);
        next.delete("page");
        for (const [name, value] of Object.entries(values)) {
          if (value) next.set(name, value);
          else next.delete(name);
        }
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  const page = Math.max(1, Number(address.get("page")) || 1);
  return { page, value: address.get("value") ?? "", actionId: address.get("actionId") ?? "", put };
}

export function InfoStudents({ audience, group }: { audience: Audience; group: GroupRow }) {
  const { t } = useTranslation();
  const perPage = usePageSize(TABLE, A_CLASS);
  const { page, value, actionId, put } = useAsked();
  const [asked, setAsked] = useState<Asked | null>(null);
  // Both calls return the same shape.
  const path = (
    audience === "admin" ? "/groups/for-admin/{id}/student" : "/groups/for-academic/{id}/student"
  ) as "/groups/for-admin/{id}/student";
  const query = { page, perPage, ...(value ? { value } : {}), ...(actionId ? { actionId: Number(actionId) } : {}) };
  const read = useRead(path, { path: { id: group.id }, query }, { keepPreviousData: true });
  const actions = useRead("/control-actions", undefined, { staleTime: OPTIONS_STAY_MS }).data?.controlActions ?? [];
  const close = () => setAsked(null);
  return (
    <Card title={t("groups.students")} actions={<DownloadClass groupId={group.id} name={group.name} />}>
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
              <Rows students={students} group={group} onAsk={setAsked} />
              {total > 10 ? (
                <Pager
                  page={page}
                  perPage={perPage}
                  total={total}
                  onPage={(next) => put({ page: next === 1 ? "" : String(next) })}
                  onResize={(size) => {
                    choosePageSize(TABLE, size);
                    put({});
                  }}
                />
              ) : null}
            </div>
          )
        }
      </Loaded>
      <Suspense>{asked ? <PeriodWindow asked={asked} group={group} onClose={close} /> : null}</Suspense>
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

function PeriodWindow({ asked, group, onClose }: { asked: Asked; group: GroupRow; onClose: () => void }) {
  const { t } = useTranslation();
  const period = periodOf(asked.student, group);
  const given = { name: asked.student.fullName.trim() || t("kit.unknownPerson"), period, onClose };
  if (asked.action === "status") return <ChangeStatusDialog period={period} onClose={onClose} />;
  return asked.action === "stop" ? <StopEnrolmentDialog {...given} /> : <ContinueEnrolmentDialog {...given} />;
}

type RowsProps = { students: readonly GroupStudent[]; group: GroupRow; onAsk: (asked: Asked) => void };

function Rows({ students, group, onAsk }: RowsProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const zone = useZone();
  const opens = useCan("users:students");
  const changes = useCan("users:students", "update");
  const today = todayIn(zone);
  const words = {
    stop: { label: t("student.stopIt"), icon: CircleStop },
    goOn: { label: t("student.goOn"), icon: CirclePlay },
    status: { label: t("student.changeStatus"), icon: Tags },
  };
  const actions = (student: GroupStudent): RowAction[] =>
    periodActions(periodOf(student, group), today).map((action) => ({
      ...words[action],
      run: () => onAsk({ action, student }),
      saves: true,
    }));
  return (
    <ul aria-label={t("groups.students")} className="divide-y divide-line-soft">
      {students.map((student) => {
        const name = student.fullName.trim() || t("kit.unknownPerson");
        return (
          <li key={student.id} className="flex min-h-11 items-center gap-3 py-1.5">
            <Avatar name={student.fullName} id={student.id} photo={student.photo} />
            <span className="min-w-0 flex-1">
              {opens ? (
                <Link
                  to={`/students/${student.id}`}
                  className="block truncate font-[550] text-ink-strong hover:text-accent-ink hover:underline"
                >
                  {name}
                </Link>
              ) : (
                <span className="block truncate font-[550] text-ink-strong">{name}</span>
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
            <span className="w-14 text-right text-sm tabular-nums" title={t("groups.studentColumns.attendance")}>
              {formatKpi(student.attendancePercentage, language)}
            </span>
            {changes ? <RowMenu name={name} actions={actions(student)} /> : null}
          </li>
        );
      })}
    </ul>
  );
}
