/** The homework of one student in a period (R2-042, D-89). */
import { useTranslation } from "react-i18next";
import { Link, useNavigate, useParams } from "react-router";
import type { Answer } from "@/api/request";
import { useRead } from "@/api/use-read";
import { useCan } from "@/entities/access/can";
import { useZone } from "@/entities/access/use-zone";
import { useCrumb } from "@/lib/crumb";
import { formatDate, formatDateTime, isIsoDate } from "@/lib/dates";
import { Page } from "@/ui/display/page";
import { Loaded } from "@/ui/feedback/loaded";
import { EmptyCard, NotFound } from "@/ui/feedback/states";
import { Heading } from "../heading";
import { addressOf, idOf } from "../homework-paths";
import { ExportWorks } from "./export-works";
import { FigureTiles } from "./figures";
import { faultOf } from "./period";
import { DayRange } from "./period-fields";
import { placeBelowGroup, placeInDepartment, type StatisticsPlace } from "./place";
import { ResultTag } from "./result-tag";

type StudentWork = Answer<"get", "/homework-statistics/groups/{id}/students/{student_id}">["works"][number];

export function StudentStatisticsScreen() {
  const params = useParams();
  return <StudentStatistics at={placeBelowGroup(addressOf("admin", params))} studentId={idOf(params.statisticId)} />;
}

export function OwnStudentStatisticsScreen() {
  const params = useParams();
  return <StudentStatistics at={placeBelowGroup(addressOf("academic", params))} studentId={idOf(params.statisticId)} />;
}

/** R2-059. */
export function DepartmentStudentScreen() {
  const { id, studentId } = useParams();
  return <StudentStatistics at={placeInDepartment(id)} studentId={idOf(studentId)} />;
}

function StudentStatistics({ at, studentId }: { at: StatisticsPlace; studentId: number }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { startDateId = "", endDate = "" } = useParams();
  const days = { fromDate: startDateId, toDate: endDate };
  const dated = isIsoDate(startDateId) && isIsoDate(endDate);
  const refused = dated && faultOf(days) !== null;
  const read = useRead(
    "/homework-statistics/groups/{id}/students/{student_id}",
    {
      path: { id: at.groupId, student_id: studentId },
      query: days,
    },
    { enabled: dated && !refused, keepPreviousData: true },
  );
  const title = read.data?.student.name ?? t("homework.statistics.student");
  useCrumb(read.data?.group.name);
  if (!dated) return <NotFound />;
  return (
    <Page
      title={title}
      head={<Heading of={title} />}
      note={read.data?.group.name}
      actions={
        !refused && read.data && read.data.works.length > 0 ? (
          <ExportWorks at={at} studentId={studentId} days={days} name={title} total={read.data.works.length} />
        ) : null
      }
    >
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <DayRange days={days} onChange={(chosen) => void navigate(at.student(studentId, chosen), { replace: true })} />
      </div>
      {refused ? null : (
        <Loaded of={read}>
          {({ figures, works }) =>
            works.length === 0 ? (
              <EmptyCard title={t("homework.statistics.none")} text={t("homework.statistics.noneText")} />
            ) : (
              <div className={read.isPlaceholder ? "opacity-60" : undefined}>
                <FigureTiles of={figures} />
                <ul className="card divide-y divide-line-soft">
                  {works.map((work) => (
                    <li key={work.submissionId}>
                      <Work at={at} work={work} />
                    </li>
                  ))}
                </ul>
              </div>
            )
          }
        </Loaded>
      )}
    </Page>
  );
}

function Work({ at, work }: { at: StatisticsPlace; work: StudentWork }) {
  const { t } = useTranslation();
  const zone = useZone();
  const opens = useCan(at.opens);
  const facts = [
    t("homework.lessonOf", { number: work.lessonNumber }),
    formatDate(work.lessonDate),
    work.handedInAt
      ? t("homework.handedInAt", { when: formatDateTime(work.handedInAt, zone) })
      : t("homework.until", { when: formatDateTime(work.dueAt, zone) }),
    work.remindedAt ? t("homework.remindedAt", { when: formatDateTime(work.remindedAt, zone) }) : null,
  ].filter(Boolean);
  const line = (
    <>
      <span className="min-w-0 flex-1 max-sm:basis-full">
        <span className="line-clamp-1 font-[550] text-ink-strong">
          {work.topic || work.description || t("homework.one")}
        </span>
        <span className="block text-xs text-mut">{facts.join(" · ")}</span>
      </span>
      <ResultTag of={work} />
      <span className="w-9 text-right text-base font-[650] tabular-nums">{work.score ?? ""}</span>
    </>
  );
  const look = "flex min-h-14 items-center gap-3 px-4 py-2 max-sm:flex-wrap";
  if (!opens) return <div className={look}>{line}</div>;
  return (
    <Link to={at.lesson({ id: work.homeworkId, lessonId: work.lessonId })} className={`${look} hover:bg-hover`}>
      {line}
    </Link>
  );
}
