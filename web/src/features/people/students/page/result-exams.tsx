/** Exams of a period: study months, day, score and result, with a link to the result (R1-078, H6). */
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { StudentResult } from "@/api/types";
import { useCan } from "@/entities/access/can";
import { useZone } from "@/entities/access/use-zone";
import { examsOf, RESULT_TONES, RESULT_WORDS, resultPath } from "@/entities/exams/exam-result";
import { formatDate } from "@/lib/dates";
import { StatusTag } from "@/ui/display/status-tag";

type Exam = StudentResult["exams"][number];

export function ResultExams({ exams }: { exams: readonly Exam[] }) {
  const { t } = useTranslation();
  if (exams.length === 0) return null;
  return (
    <ul aria-label={t("student.exams")} className="mt-3 grid gap-2 border-t border-line pt-3">
      {exams.map((exam) => (
        <li key={exam.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
          <span className="min-w-0 flex-1 basis-56 [overflow-wrap:anywhere]">
            <ExamLink exam={exam} />
          </span>
          <Outcome exam={exam} />
        </li>
      ))}
    </ul>
  );
}

/** Leads to the result page, for holders of the option of exams. */
function ExamLink({ exam }: { exam: Exam }) {
  const { t } = useTranslation();
  const zone = useZone();
  const all = useCan(examsOf("admin"));
  const own = useCan(examsOf("academic"));
  const day = formatDate(exam.beginsAt, zone);
  const words = [exam.studyMonths.join(", ") || t("student.exam"), day].join(" · ");
  if (!all && !own) return words;
  const at = { audience: all ? "admin" : "academic", groupId: exam.groupId, staffId: 0, scheduleId: 0 } as const;
  return (
    <Link
      to={resultPath(at, exam.resultId)}
      className="underline decoration-line-strong hover:decoration-current max-sm:inline-block max-sm:py-3"
    >
      {words}
    </Link>
  );
}

/** Checkers see score and result before the announcement. */
function Outcome({ exam: { announced, score, result } }: { exam: Exam }) {
  const { t } = useTranslation();
  return (
    <span className="flex flex-wrap items-center gap-1.5">
      {score === null ? null : <strong className="tabular-nums">{t("student.examScore", { score })}</strong>}
      {result === null ? null : <StatusTag tone={RESULT_TONES[result]}>{t(RESULT_WORDS[result])}</StatusTag>}
      {announced ? null : <StatusTag tone="quiet">{t("exams.notAnnounced")}</StatusTag>}
      {announced && result === null ? <StatusTag tone="quiet">{t("exams.noResult")}</StatusTag> : null}
    </span>
  );
}
