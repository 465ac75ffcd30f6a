/** The question before an announcement: outcomes by name, what is posted, who is told, the public page (ui.md). */
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { RESULT_TONES, RESULT_WORDS, type Result } from "@/entities/exams/exam-result";
import { useLanguage } from "@/i18n/use-language";
import { formatCount, formatDecimal } from "@/lib/format/numbers";
import { formatKpi } from "@/lib/format/percent";
import { CopyButton } from "@/ui/controls/copy-button";
import { ConfirmDialog } from "@/ui/dialog/confirm-dialog";
import { StatusTag } from "@/ui/display/status-tag";
import { type AnnouncePreview, publicAddress } from "./exam-paths";
import { reasonOf, useFailingReasons } from "./use-failing-reasons";

type Student = AnnouncePreview["passed"][number];
/** Named in the question; the page below it has them all. */
const NAMED = 12;

type AnnounceDialogProps = {
  preview: AnnouncePreview;
  /** Study months and group. */
  about: string;
  onConfirm: () => unknown;
  onClose: () => void;
};

export function AnnounceDialog({ preview, about, onConfirm, onClose }: AnnounceDialogProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { groupKpi: kpi } = preview;
  const count = (number: number) => formatCount(number, language);
  return (
    <ConfirmDialog
      open
      size="wide"
      saves
      title={t("exams.announceAsk", { total: count(preview.notified) })}
      text={[about, t("exams.allWorkChecked")].filter(Boolean).join(". ")}
      confirm={t("exams.announceShort")}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 text-sm">
        <ul aria-label={t("exams.outcome")} className="divide-y divide-line rounded-lg border border-line">
          <OutcomeLine result={2} students={preview.passed}>
            <span className="text-mut">{useScores(preview.passed)}</span>
          </OutcomeLine>
          <OutcomeLine result={1} students={preview.failed}>
            <Names of={preview.failed} />
          </OutcomeLine>
          <OutcomeLine result={4} students={preview.failedExam}>
            <Names of={preview.failedExam} />
          </OutcomeLine>
          <OutcomeLine result={3} students={preview.absent}>
            <Names of={preview.absent} /> <span className="text-mut">{t("exams.handedInNothing")}</span>
          </OutcomeLine>
        </ul>
        <dl className="grid grid-cols-[150px_minmax(0,1fr)] gap-x-3 gap-y-2 max-sm:grid-cols-[104px_minmax(0,1fr)] [&>dt]:text-mut">
          <dt>{t("exams.posted")}</dt>
          <dd>
            {preview.awarded === 0
              ? t("exams.postedNothing")
              : t("exams.postedSum", {
                  xp: count(preview.xp),
                  silver: count(preview.silver),
                  total: count(preview.awarded),
                })}
          </dd>
          <dt>{t("exams.notified")}</dt>
          <dd>{t("exams.notifiedEach", { total: count(preview.notified) })}</dd>
          <dt>{t("exams.groupKpi")}</dt>
          <dd>
            {t("exams.groupKpiOf", { kpi: formatKpi(kpi.percentage, language) })}{" "}
            <span className="text-mut">{`(${count(kpi.passed)} / ${count(kpi.participants)})`}</span>
          </dd>
        </dl>
        <div>
          <p className="mb-1 text-xs text-mut">{t("exams.publicText")}</p>
          <p className="flex min-h-9 items-center gap-2 rounded-lg border border-line-strong pr-1 pl-3">
            <span className="min-w-0 flex-1 truncate">{publicAddress(preview.publicId)}</span>
            <CopyButton text={publicAddress(preview.publicId)} />
          </p>
        </div>
        {preview.deadlineOver ? null : <p className="text-warn">{t("exams.stillOpen")}</p>}
        <p className="rounded-lg border border-line bg-page px-3 py-2 text-xs text-ink-soft">
          {t("exams.correctedLater")}
        </p>
      </div>
    </ConfirmDialog>
  );
}

type OutcomeLineProps = { result: Result; students: readonly Student[]; children: ReactNode };

function OutcomeLine({ result, students, children }: OutcomeLineProps) {
  const { t } = useTranslation();
  if (students.length === 0) return null;
  return (
    <li className="grid grid-cols-[150px_40px_minmax(0,1fr)] gap-x-3 gap-y-1 px-3 py-2 max-sm:grid-cols-[minmax(0,1fr)_auto]">
      <span>
        <StatusTag tone={RESULT_TONES[result]}>{t(RESULT_WORDS[result])}</StatusTag>
      </span>
      <b className="text-right font-[650] tabular-nums">{students.length}</b>
      <span className="text-ink-strong max-sm:col-span-2">{children}</span>
    </li>
  );
}

/** Each with the score, and the reason where there is one. */
function Names({ of: students }: { of: readonly Student[] }) {
  const { t } = useTranslation();
  const reasons = useFailingReasons();
  const more = students.length - NAMED;
  return (
    <>
      {students.slice(0, NAMED).map((student, place) => {
        const reason = reasonOf(student, reasons);
        const score = student.score === null ? null : String(student.score);
        return (
          <span key={student.id}>
            {place > 0 ? ", " : null}
            <bdi>{student.fullName}</bdi>
            {reason === null ? (
              score && ` ${score}`
            ) : (
              <span className="text-mut">{` ${[score, reason].filter(Boolean).join(", ")}`}</span>
            )}
          </span>
        );
      })}
      {more > 0 ? ` ${t("exams.andMore", { total: more })}` : null}
    </>
  );
}

function useScores(passed: readonly Student[]): string {
  const { t } = useTranslation();
  const language = useLanguage();
  const scores = passed.map(({ score }) => score ?? 0);
  if (scores.length === 0) return "";
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  return t("exams.bestAndMean", { best: Math.max(...scores), mean: formatDecimal(mean, language) });
}
