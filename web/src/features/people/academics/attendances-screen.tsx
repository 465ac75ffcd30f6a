/** A teacher's own attendance in a group: hours, and the marked lessons (R1-068, R1-071). */
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { ApiError } from "@/api/errors";
import type { Answer } from "@/api/request";
import { useRead } from "@/api/use-read";
import { useZone } from "@/entities/access/use-zone";
import { useLanguage } from "@/i18n/use-language";
import { useCrumb } from "@/lib/crumb";
import { formatDate, formatTime, weekdayOf, weekdayShort } from "@/lib/dates";
import { formatKnownKpi } from "@/lib/format/percent";
import { isRecordId } from "@/lib/record-id";
import { Fact, Facts } from "@/ui/display/fact";
import { Card, Page } from "@/ui/display/page";
import { StatusTag } from "@/ui/display/status-tag";
import { Loaded } from "@/ui/feedback/loaded";
import { formatHours, type Kind } from "./academic-labels";
import { MissingPerson } from "./person-screen";

export const AcademicAttendancesScreen = () => <AttendancesScreen kind="academic" />;
export const AssistantAttendancesScreen = () => <AttendancesScreen kind="assistant" />;

const PATHS = {
  academic: "/academic/{id}/{group_id}/attendances",
  assistant: "/assistant/{id}/{group_id}/attendances",
} as const;

function AttendancesScreen({ kind }: { kind: Kind }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { id = "", groupId = "" } = useParams();
  const known = [id, groupId].every(isRecordId);
  const at = { path: { id: Number(id), group_id: Number(groupId) } };
  // Both calls return the same shape.
  const read = useRead(PATHS[kind] as (typeof PATHS)["academic"], at, { enabled: known });
  useCrumb(read.data?.groupName);
  if (!known || (read.error instanceof ApiError && read.error.status === 404))
    return <MissingPerson back={kind === "academic" ? "/users/academic" : "/assistants"} />;
  return (
    <Page title={read.data?.groupName ?? t("academics.attendance")} note={read.data?.academic.name}>
      <Loaded of={read}>
        {(answer) => (
          <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,440px)_minmax(0,1fr)]">
            <Card title={t("academics.hours")}>
              <Facts>
                <Fact name={t("academics.begins")} value={answer.beginTime} />
                <Fact name={t("academics.ends")} value={answer.endTime} />
                <Fact
                  name={t("academics.rating")}
                  value={formatKnownKpi(answer.rating, language)}
                  missing={t("kit.missing.rating")}
                />
                <Fact name={t("academics.lessons")} value={String(answer.total)} />
              </Facts>
              <ul className="mt-4 grid gap-2">
                {answer.schedules.map((hours) => (
                  <li key={hours.id} className="rounded-lg border border-line px-3 py-2 text-sm">
                    <p className="font-[550] text-ink-strong">{formatHours(hours, language)}</p>
                    <p className="text-xs text-mut">
                      {[
                        `${formatDate(hours.startDate) || "…"} – ${formatDate(hours.endDate) || "…"}`,
                        hours.classroomName,
                      ]
                        .filter(Boolean)
                        .join(" · ")}
                    </p>
                  </li>
                ))}
              </ul>
            </Card>
            <Card title={t("academics.attendance")}>
              {answer.attendances.length === 0 ? (
                <p className="text-base text-mut">{t("academics.nothingMarked")}</p>
              ) : (
                <ul>
                  {answer.attendances.map((lesson) => (
                    <LessonLine key={lesson.lessonId} of={lesson} />
                  ))}
                </ul>
              )}
            </Card>
          </div>
        )}
      </Loaded>
    </Page>
  );
}

type Lesson = Answer<"get", "/academic/{id}/{group_id}/attendances">["attendances"][number];

const STATUSES = {
  1: ["good", "onTime"],
  3: ["quiet", "noClass"],
  4: ["warn", "late"],
} as const;

/** A lesson of the teacher, and whether they were on time (D-77). */
function LessonLine({ of: lesson }: { of: Lesson }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const zone = useZone();
  const day = formatDate(lesson.date);
  const weekday = weekdayShort(weekdayOf(lesson.date), language);
  const none = lesson.madeAfterwards ? (["quiet", "afterwards"] as const) : (["bad", "missed"] as const);
  const [tone, word] = STATUSES[lesson.status as keyof typeof STATUSES] ?? none;
  return (
    <li className="flex min-h-11 items-center gap-3 border-t border-line-soft py-1.5 first:border-t-0">
      <span className="min-w-0 flex-1">
        <span className="block text-sm font-[550] text-ink-strong">
          {day}, {weekday}
        </span>
        <span className="block text-xs text-mut">{[lesson.beginTime, lesson.endTime].filter(Boolean).join("–")}</span>
      </span>
      {lesson.photo ? (
        <a href={lesson.photo} target="_blank" rel="noreferrer" aria-label={t("academics.lessonPhoto", { day })}>
          <img src={lesson.photo} alt="" className="size-9 rounded-md object-cover" loading="lazy" />
        </a>
      ) : null}
      <span className="grid justify-items-end">
        <StatusTag tone={tone}>{t(`academics.lessonStatus.${word}`)}</StatusTag>
        {lesson.at ? <span className="text-xs text-mut">{formatTime(lesson.at, zone)}</span> : null}
      </span>
    </li>
  );
}
