/** Results of a student: each period with its group, course, length, outcome and exams (R1-078). */
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { ApiError } from "@/api/errors";
import type { StudentResult } from "@/api/types";
import { useRead } from "@/api/use-read";
import { nameOf } from "@/entities/people/person-name";
import { useCrumb } from "@/lib/crumb";
import { formatDate } from "@/lib/dates";
import { isRecordId } from "@/lib/record-id";
import { buttonClass } from "@/ui/controls/button";
import { Page } from "@/ui/display/page";
import { StatusTag, type Tone } from "@/ui/display/status-tag";
import { Loaded } from "@/ui/feedback/loaded";
import { MissingStudent } from "./missing-student";
import { ResultExams } from "./result-exams";

const OUTCOMES = {
  1: { outcome: "studying", tone: "info" },
  2: { outcome: "completed", tone: "good" },
  3: { outcome: "notCompleted", tone: "quiet" },
} as const satisfies Record<number, { outcome: string; tone: Tone }>;
type Outcome = keyof typeof OUTCOMES;
const KNOWN: Outcome[] = [1, 2, 3];

export function ResultsScreen() {
  const { t } = useTranslation();
  const { id = "" } = useParams();
  const known = isRecordId(id);
  const at = { path: { id: id as unknown as number } };
  const student = useRead("/students/{id}", at, { enabled: known });
  const read = useRead("/students/{id}/results", at, { enabled: known });
  const name = student.data && nameOf(student.data.student, t);
  useCrumb(name);
  if (!known || (read.error instanceof ApiError && read.error.status === 404)) return <MissingStudent />;
  return (
    <Page
      title={name ? t("student.resultsOf", { name }) : t("student.results")}
      narrow
      actions={
        <Link to={`/students/${id}`} className={buttonClass()}>
          {t("shell.student")}
        </Link>
      }
    >
      <Loaded of={read}>
        {({ results }) =>
          results.length === 0 ? (
            <p className="card p-5 text-base text-mut">{t("student.noResults")}</p>
          ) : (
            <>
              <Totals results={results} />
              <ul className="grid gap-2">
                {results.map((result) => (
                  <li key={result.studentGroupId} className="card px-4 py-3">
                    <Result result={result} />
                    <ResultExams exams={result.exams} />
                  </li>
                ))}
              </ul>
            </>
          )
        }
      </Loaded>
    </Page>
  );
}

function Totals({ results }: { results: readonly StudentResult[] }) {
  const { t } = useTranslation();
  return (
    <dl className="mb-4 grid grid-cols-3 gap-2">
      {KNOWN.map((outcome) => (
        <div key={outcome} className="card px-4 py-3">
          <dt className="text-xs text-mut">{t(`student.outcomes.${OUTCOMES[outcome].outcome}`)}</dt>
          <dd className="text-xl font-[650] text-ink-strong tabular-nums">
            {results.filter((result) => result.outcome === outcome).length}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Result({ result }: { result: StudentResult }) {
  const { t } = useTranslation();
  const { outcome, tone } = OUTCOMES[(KNOWN as number[]).includes(result.outcome) ? (result.outcome as Outcome) : 3];
  const dates = `${formatDate(result.startedDate) || "—"} – ${formatDate(result.endedDate) || t("students.untilNow")}`;
  const length = result.days === null ? null : t("student.days", { total: result.days });
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-[550] text-ink-strong [overflow-wrap:anywhere]">{result.courseName ?? result.groupName}</p>
        <p className="text-xs text-mut">{[result.groupName, result.officeName].filter(Boolean).join(" · ")}</p>
      </div>
      <span className="text-sm text-ink-soft">{[dates, length].filter(Boolean).join(" · ")}</span>
      <span className="flex flex-wrap gap-1.5">
        <StatusTag tone={tone}>{t(`student.outcomes.${outcome}`)}</StatusTag>
        {result.countsInStatistics ? null : <StatusTag tone="quiet">{t("student.notCounted")}</StatusTag>}
      </span>
    </div>
  );
}
