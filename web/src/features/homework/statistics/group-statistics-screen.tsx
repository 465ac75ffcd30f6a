/** Homework statistics of a group: totals of a period, its students and its lessons by counts (R2-041, R2-195). */
import { type ReactNode, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import type { Answer } from "@/api/request";
import { useRead } from "@/api/use-read";
import { useCan } from "@/entities/access/can";
import { PersonCell } from "@/entities/people/person-cell";
import { useLanguage } from "@/i18n/use-language";
import { useCrumb } from "@/lib/crumb";
import { formatDate } from "@/lib/dates";
import { formatKpi } from "@/lib/format/percent";
import { usePhone } from "@/lib/use-phone";
import { Segmented } from "@/ui/controls/segmented";
import { Avatar } from "@/ui/display/avatar";
import type { ListRules } from "@/ui/list/list-address";
import { ListScreen } from "@/ui/list/list-screen";
import type { PutValues } from "@/ui/list/use-paged-address";
import { Select } from "@/ui/popover/combobox";
import { CardBody } from "@/ui/table/cards";
import type { Column } from "@/ui/table/columns";
import { addressOf } from "../homework-paths";
import { countsLine, FigureTiles, figureColumns, formatScore, SORTS } from "./figures";
import { LessonName } from "./lesson-name";
import { type Chosen, PeriodFields, useChosenDays } from "./period-fields";
import { type Days, placeBelowGroup, placeInDepartment, type StatisticsPlace } from "./place";

type Student = Answer<"get", "/homework-statistics/groups/{id}/students">["students"][number];
type Lesson = Answer<"get", "/homework-statistics/groups/{id}/lessons">["lessons"][number];

// A class fits on one page.
const STUDENTS: ListRules = {
  name: "homework-statistics",
  order: "ASC",
  sortBy: "name",
  perPage: 50,
  filters: [],
};
const LESSONS: ListRules = { name: "homework-lessons", order: "DESC", sortBy: "date", perPage: 20, filters: [] };
const LISTS = ["students", "lessons"] as const;
const ORDERLESS = { sortBy: "", orderBy: "" };

export function GroupStatisticsScreen() {
  const params = useParams();
  return <GroupStatistics at={useMemo(() => placeBelowGroup(addressOf("admin", params)), [params])} />;
}

export function OwnGroupStatisticsScreen() {
  const params = useParams();
  return <GroupStatistics at={useMemo(() => placeBelowGroup(addressOf("academic", params)), [params])} />;
}

/** R2-058. */
export function DepartmentGroupScreen() {
  const { id } = useParams();
  return <GroupStatistics at={useMemo(() => placeInDepartment(id), [id])} />;
}

function GroupStatistics({ at }: { at: StatisticsPlace }) {
  const { t } = useTranslation();
  const { query, refused, search, put } = useChosenDays();
  const head = useRead(
    "/homework-statistics/groups/{id}",
    { path: { id: at.groupId }, query },
    { keepPreviousData: true, enabled: !refused },
  );
  const name = head.data?.group.name;
  useCrumb(name);
  const title = name ? t("homework.statistics.titleOf", { name }) : t("homework.statistics.title");
  const phone = usePhone();
  const shown = search.get("list") === "lessons" ? "lessons" : "students";
  // An order or a page of one list says nothing of the other.
  const show = (list: (typeof LISTS)[number]) =>
    put({ list: list === "students" ? "" : list, ...ORDERLESS, value: "", perPage: "" });
  const above = (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <PeriodFields of={query} months={head.data?.studyMonths ?? []} put={put} />
        {phone ? (
          <PhoneSort own={shown === "lessons" ? "date" : "name"} sortBy={search.get("sortBy")} put={put} />
        ) : null}
      </div>
      {!refused && head.data && head.data.homework > 0 ? <FigureTiles of={head.data.figures} /> : null}
      <div className="mb-3">
        <Segmented
          label={t("homework.statistics.lists")}
          value={shown}
          onChange={show}
          options={LISTS.map((value) => ({ value, label: t(`homework.statistics.${value}`) }))}
        />
      </div>
    </>
  );
  const shared = { at, title, query, refused, above };
  if (shown === "lessons") return <Lessons {...shared} />;
  const { fromDate, toDate } = head.data ?? query;
  return <Students {...shared} days={{ fromDate, toDate }} />;
}

type PhoneSortProps = { own: "name" | "date"; sortBy: string | null; put: PutValues };

/** Cards have no heads that sort. */
function PhoneSort({ own, sortBy, put }: PhoneSortProps) {
  const { t } = useTranslation();
  const words = { name: t("homework.statistics.name"), date: t("homework.statistics.columns.date") };
  return (
    <div className="w-full">
      <Select
        label={t("homework.statistics.sort")}
        value={SORTS.find((one) => one === sortBy) ?? own}
        onChange={(by) => put(by === undefined || by === own ? ORDERLESS : { sortBy: by, orderBy: "DESC" })}
        options={[
          { value: own, label: words[own] },
          ...SORTS.map((by) => ({ value: by, label: t(`homework.statistics.${by}`) })),
        ]}
      />
    </div>
  );
}

type ListProps = {
  at: StatisticsPlace;
  title: string;
  query: Chosen;
  refused: boolean;
  above: ReactNode;
};

/** `days`: those of a student's page, also where a study month is chosen (D-89). */
function Students({ at, title, query, refused, days, above }: ListProps & { days: Days }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { fromDate, toDate } = days;
  const columns = useMemo<readonly Column<Student>[]>(
    () => [
      {
        id: "student",
        header: t("homework.statistics.name"),
        sort: "name",
        fixed: true,
        grows: true,
        cell: (student) => (
          <PersonCell
            name={student.fullName}
            id={student.studentId}
            photo={student.photo}
            detail={student.hId}
            to={at.student(student.studentId, { fromDate, toDate })}
          />
        ),
      },
      ...figureColumns<Student>(t, language),
    ],
    [t, language, at, fromDate, toDate],
  );
  const more = (["hId", "given", "notGiven"] as const).map((id) => ({ id, header: t(`homework.statistics.${id}`) }));
  return (
    <ListScreen
      title={title}
      rules={STUDENTS}
      path="/homework-statistics/groups/{id}/students"
      at={{ id: at.groupId }}
      fixed={query}
      refused={refused}
      rowsOf={(answer) => answer.students}
      rowId={(student) => student.studentId}
      rowName={(student) => student.fullName}
      columns={columns}
      filters={[]}
      searchLabel={t("homework.statistics.name")}
      exported={{ path: `/homework-statistics/groups/${at.groupId}/students/export`, more }}
      href={(id) => at.student(id, days)}
      above={() => above}
      card={(student) => (
        <CardBody
          lead={<Avatar name={student.fullName} id={student.studentId} photo={student.photo} />}
          title={student.fullName}
          line={countsLine(student.figures, t)}
          aside={formatScore(student.figures.averageScore, language)}
        />
      )}
      empty={{ title: t("homework.statistics.none"), text: t("homework.statistics.noneText") }}
    />
  );
}

/** A row for each homework: a lesson may have several. */
function Lessons({ at, title, query, refused, above }: ListProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const opens = useCan(at.opens);
  const columns = useMemo<readonly Column<Lesson>[]>(
    () => [
      {
        id: "topic",
        header: t("homework.topic"),
        fixed: true,
        grows: true,
        cell: (row) => (
          <LessonName of={row} {...(opens ? { to: at.lesson({ id: row.homeworkId, lessonId: row.lesson.id }) } : {})} />
        ),
      },
      {
        id: "date",
        header: t("homework.statistics.columns.date"),
        sort: "date",
        cell: ({ lesson }) => formatDate(lesson.date),
      },
      ...figureColumns<Lesson>(t, language),
    ],
    [t, language, at, opens],
  );
  const more = [
    { id: "number", header: t("homework.statistics.columns.number") },
    ...(["deadline", "given", "notGiven", "reminders"] as const).map((id) => ({
      id,
      header: t(`homework.statistics.${id}`),
    })),
  ];
  const to = (row: Lesson) => at.lesson({ id: row.homeworkId, lessonId: row.lesson.id });
  return (
    <ListScreen
      title={title}
      rules={LESSONS}
      path="/homework-statistics/groups/{id}/lessons"
      at={{ id: at.groupId }}
      fixed={query}
      refused={refused}
      rowsOf={(answer) => answer.lessons}
      rowId={(row) => row.homeworkId}
      rowName={(row) => row.topic ?? t("homework.one")}
      columns={columns}
      filters={[]}
      searchLabel={t("homework.topic")}
      exported={{ path: `/homework-statistics/groups/${at.groupId}/lessons/export`, more }}
      {...(opens ? { href: (_: number, row?: Lesson) => row && to(row) } : {})}
      above={() => above}
      card={(row) => (
        <CardBody
          title={row.topic ?? t("homework.one")}
          line={
            <>
              <span className="block truncate">
                {t("homework.lessonOf", { number: row.lesson.number })} · {formatDate(row.lesson.date)}
              </span>
              {countsLine(row.figures, t)}
            </>
          }
          aside={<span className="tabular-nums">{formatKpi(row.figures.percentage, language)}</span>}
        />
      )}
      empty={{ title: t("homework.statistics.none"), text: t("homework.statistics.noneText") }}
    />
  );
}
