/** The groups of a course, and where each stands in the curriculum. */
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useRead } from "@/api/use-read";
import { useLanguage } from "@/i18n/use-language";
import { formatDate } from "@/lib/dates";
import { numberedName } from "@/lib/format/numbered-name";
import { formatCount } from "@/lib/format/numbers";
import { usePhone } from "@/lib/use-phone";
import { Loaded } from "@/ui/feedback/loaded";
import { EmptyState } from "@/ui/feedback/states";
import { SearchBox } from "@/ui/list/filters/search-box";
import { usePagedAddress } from "@/ui/list/use-paged-address";
import { Select } from "@/ui/popover/combobox";
import { CardBody, Cards } from "@/ui/table/cards";
import type { Column } from "@/ui/table/columns";
import { DataTable } from "@/ui/table/data-table";
import { Pager } from "@/ui/table/pager";
import { CourseStatus, STATUS_KEYS } from "./course-status";
import { ACTIVE, type CourseGroup, ENDED, NOT_STARTED } from "./course-types";

const LIST = "course-groups";
const STANDARD_SIZE = 20;
const STATUSES = [NOT_STARTED, ACTIVE, ENDED] as const;

const groupPath = ({ name }: CourseGroup) => `/groups?value=${encodeURIComponent(name)}&status=all`;

export function GroupsTab({ courseId }: { courseId: number }) {
  const { t } = useTranslation();
  const phone = usePhone();
  const { search, put, page, perPage, pager } = usePagedAddress(LIST, STANDARD_SIZE);
  const value = search.get("value") ?? "";
  const status = STATUSES.find((one) => String(one) === search.get("status"));
  const read = useRead(
    "/courses/{id}/groups",
    { path: { id: courseId }, query: { page, perPage, ...(value ? { value } : {}), ...(status ? { status } : {}) } },
    { keepPreviousData: true },
  );
  const columns = useGroupColumns();
  return (
    <div className="card">
      <div className="flex flex-wrap gap-2 border-b border-line p-3">
        <SearchBox
          value={value}
          label={t("courses.groups.search")}
          onSearch={(word) => put({ value: word })}
          className="w-64 max-sm:w-full"
        />
        <div className="w-48 max-sm:w-full">
          <Select
            label={t("courses.columns.status")}
            clearable
            value={status}
            onChange={(next) => put({ status: next === undefined ? "" : String(next) })}
            options={STATUSES.map((one) => ({ value: one, label: t(STATUS_KEYS[one]) }))}
          />
        </div>
      </div>
      <Loaded of={read}>
        {({ groups, total }) =>
          total === 0 ? (
            <EmptyState title={t("courses.groups.none")} />
          ) : (
            <div className={read.isPlaceholder ? "opacity-60" : ""}>
              {phone ? (
                <div className="p-3">
                  <Cards
                    caption={t("courses.tabs.groups")}
                    rows={groups}
                    rowId={({ id }) => id}
                    href={groupPath}
                    card={(group) => <GroupCard of={group} />}
                  />
                </div>
              ) : (
                <DataTable
                  caption={t("courses.tabs.groups")}
                  rows={groups}
                  rowId={({ id }) => id}
                  columns={columns}
                  page={page}
                  perPage={perPage}
                />
              )}
              <Pager {...pager} total={total} />
            </div>
          )
        }
      </Loaded>
    </div>
  );
}

function useGroupColumns(): readonly Column<CourseGroup>[] {
  const { t } = useTranslation();
  const language = useLanguage();
  return useMemo(
    () => [
      {
        id: "name",
        header: t("courses.groups.name"),
        fixed: true,
        grows: true,
        cell: (group) => (
          <Link to={groupPath(group)} className="font-[550] text-ink-strong hover:underline">
            {group.name}
          </Link>
        ),
      },
      { id: "office", header: t("courses.groups.office"), shrinks: true, cell: ({ office }) => office.name },
      { id: "status", header: t("courses.columns.status"), cell: (group) => <CourseStatus of={group} /> },
      { id: "started", header: t("courses.groups.started"), cell: ({ startedDate }) => formatDate(startedDate) || "—" },
      {
        id: "held",
        header: t("courses.groups.held"),
        align: "right",
        cell: ({ lessonsHeld }) => formatCount(lessonsHeld, language),
      },
      {
        id: "taught",
        header: t("courses.groups.taught"),
        align: "right",
        cell: ({ taught, topics }) => t("courses.groups.of", { taught, topics }),
      },
      { id: "month", header: t("courses.month"), cell: ({ month }) => month?.name ?? "—" },
      { id: "next", header: t("courses.groups.next"), shrinks: true, cell: ({ next }) => topicName(next) },
    ],
    [t, language],
  );
}

const topicName = (topic: CourseGroup["next"]) => (topic === null ? "—" : numberedName(topic));

function GroupCard({ of: group }: { of: CourseGroup }) {
  const { t } = useTranslation();
  return (
    <CardBody
      title={group.name}
      line={[group.office.name, group.month?.name, topicName(group.next)].filter(Boolean).join(" · ")}
      aside={
        <span className="text-sm text-ink-soft tabular-nums">
          {t("courses.groups.of", { taught: group.taught, topics: group.topics })}
        </span>
      }
    />
  );
}
