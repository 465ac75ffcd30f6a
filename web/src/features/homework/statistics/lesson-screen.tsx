/** Results of a lesson's homework for the study department: no texts, files or messages (R2-060, D-90). */
import { useCallback, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import type { Answer } from "@/api/request";
import { useCan } from "@/entities/access/can";
import { useZone } from "@/entities/access/use-zone";
import { PersonCell } from "@/entities/people/person-cell";
import { useCrumb } from "@/lib/crumb";
import { formatDateTime } from "@/lib/dates";
import { Avatar } from "@/ui/display/avatar";
import { NotFound } from "@/ui/feedback/states";
import type { Filter, ListRules } from "@/ui/list/list-address";
import { ListScreen } from "@/ui/list/list-screen";
import { CardBody } from "@/ui/table/cards";
import type { Column } from "@/ui/table/columns";
import { checksHomework, givesHomework, idOf } from "../homework-paths";
import { RemindButton } from "../lesson/remind-button";
import { useLessonName } from "../use-lesson-name";
import { FigureTiles } from "./figures";
import { placeInDepartment, type StatisticsPlace } from "./place";
import { ResultTag } from "./result-tag";

const CALL = "/homework-statistics/groups/{id}/lessons/{lesson_id}/homework/{homework_id}";
type Results = Answer<"get", typeof CALL>;
type Head = Results["homework"];
type Work = Results["submissions"][number];

const RULES: ListRules = {
  name: "homework-results",
  order: "ASC",
  perPage: 50,
  filters: [{ kind: "one", name: "status" }],
};
/** Statuses as statistics show them, in their numbers (D-23). */
const SHOWN = ["waiting", "rejected", "accepted", "uncompleted", "notGiven"] as const;
/** What is uncompleted before its deadline, apart from the fourth (D-79). */
const NOT_DUE = "6";
const CHECKS = checksHomework("admin");
const REMINDS = [givesHomework("admin"), givesHomework("academic")].join("|");

export function DepartmentLessonScreen() {
  const params = useParams();
  const place = placeInDepartment(params.id);
  const at = { id: place.groupId, lesson_id: idOf(params.lessonId), homework_id: idOf(params.homeworkId) };
  // D-89: other forms of the address lead nowhere.
  if (Object.values(at).includes(0)) return <NotFound heading="h1" />;
  return <LessonResults at={at} place={place} />;
}

type LessonProps = {
  at: { id: number; lesson_id: number; homework_id: number };
  place: StatisticsPlace;
};

function LessonResults({ at, place }: LessonProps) {
  const { t } = useTranslation();
  const zone = useZone();
  const checks = useCan(CHECKS);
  const lesson = place.lesson({ id: at.homework_id, lessonId: at.lesson_id });
  const chatOf = useCallback(
    (work: Work) =>
      checks && work.attempts > 0 ? `${lesson}/chat/${work.submissionId}/home/${work.studentId}` : undefined,
    [checks, lesson],
  );
  const columns = useColumns(chatOf);
  const filters: readonly Filter[] = [
    {
      kind: "one",
      name: "status",
      label: t("studyStatistics.lesson.status"),
      choices: [
        ...SHOWN.map((word, place) => ({ value: String(place + 1), label: t(`homework.parts.${word}`) })),
        { value: NOT_DUE, label: t("homework.statistics.notDue") },
      ],
    },
  ];
  const more = [
    { id: "hId", header: t("homework.statistics.hId") },
    { id: "late", header: t("studyStatistics.lesson.columns.late") },
    { id: "dueAt", header: t("homework.statistics.deadline") },
  ];
  return (
    <ListScreen
      title={t("studyStatistics.lesson.title")}
      rules={RULES}
      path={CALL}
      at={at}
      rowsOf={(answer) => answer.submissions}
      rowId={(work) => work.studentId}
      rowName={(work) => work.fullName}
      columns={columns}
      filters={filters}
      searchLabel={t("homework.statistics.name")}
      {...(checks ? { href: (_: number, work?: Work) => work && chatOf(work) } : {})}
      exported={{
        path: `/homework-statistics/groups/${at.id}/lessons/${at.lesson_id}/homework/${at.homework_id}/export`,
        more,
      }}
      above={({ data }) => (data ? <LessonHead of={data.homework} others={data.others} place={place} /> : null)}
      card={(work) => (
        <CardBody
          lead={<Avatar name={work.fullName} id={work.studentId} photo={work.photo} />}
          title={work.fullName}
          line={work.handedInAt ? t("homework.handedInAt", { when: formatDateTime(work.handedInAt, zone) }) : null}
          aside={
            <span className="grid justify-items-end gap-1">
              <ResultTag of={work} />
              {work.score === null ? null : <span className="text-base font-[650] tabular-nums">{work.score}</span>}
            </span>
          }
        />
      )}
      empty={{ title: t("homework.nobody"), text: t("homework.nobodyText") }}
    />
  );
}

type LessonHeadProps = { of: Head; others: Results["others"]; place: StatisticsPlace };

function LessonHead({ of, others, place }: LessonHeadProps) {
  const { t } = useTranslation();
  const zone = useZone();
  const lessonName = useLessonName();
  const reminds = useCan(REMINDS, "update");
  useCrumb(of.group.name);
  const { lesson } = of;
  const { counts } = of.figures;
  const facts = [
    lessonName(lesson),
    t("homework.until", { when: formatDateTime(of.deadline, zone) }),
    of.createdBy?.name,
    of.reminders > 0 ? t("studyStatistics.lesson.reminders", { count: of.reminders }) : null,
  ];
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <div className="min-w-0 flex-1">
          <h2 className="text-lg font-[650] text-ink-strong">{of.topic?.name ?? t("homework.one")}</h2>
          <p className="text-sm text-mut">{facts.filter(Boolean).join(" · ")}</p>
          {others.length > 0 ? (
            <p className="text-sm text-mut">
              {t("studyStatistics.lesson.others")}{" "}
              {others.map((other) => (
                <Link
                  key={other.id}
                  to={place.lesson({ id: other.id, lessonId: lesson.id })}
                  className="mr-2 text-accent-ink underline"
                >
                  {other.name}
                </Link>
              ))}
            </p>
          ) : null}
        </div>
        {reminds && counts.uncompleted + counts.notDue > 0 ? (
          <RemindButton groupId={of.group.id} homeworkId={of.id} />
        ) : null}
      </div>
      <FigureTiles of={of.figures} />
    </>
  );
}

function useColumns(chatOf: (work: Work) => string | undefined): readonly Column<Work>[] {
  const { t } = useTranslation();
  const zone = useZone();
  return useMemo(() => {
    const when = (id: "handedInAt" | "checkedAt" | "remindedAt"): Column<Work> => ({
      id,
      header: t(`studyStatistics.lesson.columns.${id}`),
      cell: (work) => <span className="text-ink-soft">{formatDateTime(work[id], zone) || "—"}</span>,
    });
    return [
      {
        id: "student",
        header: t("homework.statistics.name"),
        sort: true,
        fixed: true,
        grows: true,
        cell: (work) => {
          const to = chatOf(work);
          return (
            <PersonCell
              name={work.fullName}
              id={work.studentId}
              photo={work.photo}
              detail={work.hId}
              {...(to ? { to } : {})}
            />
          );
        },
      },
      { id: "status", header: t("studyStatistics.lesson.status"), cell: (work) => <ResultTag of={work} /> },
      {
        id: "score",
        header: t("homework.score"),
        align: "right",
        cell: (work) => <span className="font-[650]">{work.score ?? "—"}</span>,
      },
      {
        id: "attempts",
        header: t("studyStatistics.lesson.columns.attempts"),
        align: "right",
        cell: (work) => work.attempts || "—",
      },
      when("handedInAt"),
      when("checkedAt"),
      {
        id: "checkedBy",
        header: t("studyStatistics.lesson.columns.checkedBy"),
        shrinks: true,
        cell: (work) => work.checkedBy ?? "—",
      },
      when("remindedAt"),
    ];
  }, [t, zone, chatOf]);
}
