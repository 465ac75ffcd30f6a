/** The public result of an exam, without a session (R2-049, D-88, D-147). */
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Answer } from "@/api/request";
import { RESULT_TONES, RESULT_WORDS } from "@/entities/exams/exam-result";
import { useLanguage } from "@/i18n/use-language";
import { formatDate } from "@/lib/dates";
import { StatusTag } from "@/ui/display/status-tag";

type PublicExam = Answer<"get", "/exam-results/{id}/public">["exam"];

const PREFIX = "/exam-result/";

/** Null while it loads, undefined where there is none. */
function usePublicResult(): PublicExam | null | undefined {
  const language = useLanguage();
  const [exam, setExam] = useState<PublicExam | null | undefined>(null);
  useEffect(() => {
    const id = encodeURIComponent(window.location.pathname.slice(PREFIX.length));
    fetch(`/api/staff/exam-results/${id}/public`, { credentials: "omit", headers: { "Accept-Language": language } })
      .then(async (response) => (response.ok ? ((await response.json()) as { data: { exam: PublicExam } }) : null))
      .then((answer) => setExam(answer?.data.exam))
      .catch(() => setExam(undefined));
  }, [language]);
  return exam;
}

export function PublicResultScreen() {
  const { t } = useTranslation();
  const exam = usePublicResult();
  if (exam === null) return null;
  if (exam === undefined) {
    return (
      <main className="p-8 text-center">
        <h1 className="text-lg font-[650] text-ink-strong">{t("exams.publicNone")}</h1>
      </main>
    );
  }
  return (
    <main className="mx-auto max-w-[720px] p-4">
      <h1 className="text-xl font-[650] text-ink-strong">{exam.group}</h1>
      <p className="mb-4 text-base text-mut">
        {[exam.course, exam.studyMonths.join(", "), formatDate(exam.date)].filter(Boolean).join(" · ")}
      </p>
      <ul className="card divide-y divide-line-soft">
        {exam.results.map((one) => (
          <li key={`${one.hId}-${one.name}`} className="flex min-h-11 items-center gap-3 px-4 py-2">
            <span className="min-w-0 flex-1 truncate">
              {one.name} <span className="text-sm text-mut">{one.hId}</span>
            </span>
            <span className="tabular-nums">{one.score ?? "—"}</span>
            <StatusTag tone={RESULT_TONES[one.result]}>{t(RESULT_WORDS[one.result])}</StatusTag>
          </li>
        ))}
      </ul>
    </main>
  );
}
