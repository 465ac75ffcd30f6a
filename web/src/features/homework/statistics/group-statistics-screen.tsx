/** Homework statistics of a group: totals of a period, and its students sorted by one of the counts (R2-041, R2-195). */
import { FileDown } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { download } from "@/api/download";
import { useRead } from "@/api/use-read";
import { useCrumb } from "@/lib/crumb";
import { Button } from "@/ui/controls/button";
import { Page } from "@/ui/display/page";
import { Loaded } from "@/ui/feedback/loaded";
import { EmptyCard } from "@/ui/feedback/states";
import { showError } from "@/ui/feedback/toast";
import { usePagedAddress } from "@/ui/list/use-paged-address";
import { Select } from "@/ui/popover/combobox";
import { Pager } from "@/ui/table/pager";
import { addressOf } from "../homework-paths";
import { FigureTiles } from "./figures";
import { PeriodFields, useChosenDays } from "./period-fields";
import { placeBelowGroup, placeInDepartment, type StatisticsPlace } from "./place";
import { SORTS, type SortBy } from "./sorts";
import { StudentTable } from "./student-table";

const LIST = "homework-statistics";
const A_CLASS = 50;

export const GroupStatisticsScreen = () => <GroupStatistics at={placeBelowGroup(addressOf("admin", useParams()))} />;
export const OwnGroupStatisticsScreen = () => (
  <GroupStatistics at={placeBelowGroup(addressOf("academic", useParams()))} />
);
/** R2-058. */
export const DepartmentGroupScreen = () => <GroupStatistics at={placeInDepartment(useParams().id)} />;

function GroupStatistics({ at }: { at: StatisticsPlace }) {
  const { t } = useTranslation();
  const { query, search, put } = useChosenDays();
  const head = useRead(
    "/homework-statistics/groups/{id}",
    { path: { id: at.groupId }, query },
    { keepPreviousData: true },
  );
  useCrumb(head.data?.group.name);
  const sortBy = SORTS.find((one) => one === search.get("sort")) ?? "name";
  const orderBy = search.get("order") === "DESC" ? "DESC" : "ASC";
  const sort = { sortBy, orderBy } as const;
  return (
    <Page title={t("homework.statistics.title")} actions={<Export at={at} query={{ ...query, ...sort }} />}>
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <PeriodFields of={query} months={head.data?.studyMonths ?? []} put={put} />
        <div className="w-56 max-sm:w-full">
          <Select
            label={t("homework.statistics.sort")}
            value={sortBy}
            onChange={(by) => put({ sort: by ?? "", order: by === "name" ? "ASC" : "DESC" })}
            options={SORTS.map((by) => ({ value: by, label: t(`homework.statistics.${by}`) }))}
          />
        </div>
      </div>
      <Loaded of={head}>
        {({ homework, figures }) =>
          homework === 0 ? (
            <EmptyCard title={t("homework.statistics.none")} text={t("homework.statistics.noneText")} />
          ) : (
            <>
              <FigureTiles of={figures} />
              <Students at={at} query={{ ...query, ...sort }} />
            </>
          )
        }
      </Loaded>
    </Page>
  );
}

type StudentsQuery = {
  fromDate: string;
  toDate: string;
  studyMonthId?: number;
  sortBy: SortBy;
  orderBy: "ASC" | "DESC";
};
type StudentsProps = {
  at: StatisticsPlace;
  query: StudentsQuery;
};

function Students({ at, query }: StudentsProps) {
  const { put, page, perPage, pager } = usePagedAddress(LIST, A_CLASS);
  const read = useRead(
    "/homework-statistics/groups/{id}/students",
    { path: { id: at.groupId }, query: { ...query, page, perPage } },
    { keepPreviousData: true },
  );
  return (
    <Loaded of={read}>
      {({ students, total, fromDate, toDate }) => (
        <div className={read.isPlaceholder ? "opacity-60" : ""}>
          <StudentTable
            at={at}
            students={students}
            days={{ fromDate, toDate }}
            sort={query}
            onSort={(sort, order) => put({ sort, order })}
          />
          {total > 10 ? <Pager {...pager} total={total} /> : null}
        </div>
      )}
    </Loaded>
  );
}

function Export({ at, query }: { at: StatisticsPlace; query: StudentsQuery }) {
  const { t } = useTranslation();
  const [pending, setPending] = useState(false);
  const save = async () => {
    setPending(true);
    const path = `/homework-statistics/groups/${at.groupId}/students/export`;
    await download({ path, query, body: {}, name: "homework.xlsx" }).catch(showError);
    setPending(false);
  };
  return (
    <Button icon={FileDown} pending={pending} onClick={() => void save()}>
      {t("homework.statistics.export")}
    </Button>
  );
}
