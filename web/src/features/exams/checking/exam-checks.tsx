/** Every check of a work with its score, who made it, when and why, the newest first (D-86). */
import { useTranslation } from "react-i18next";
import { useZone } from "@/entities/access/use-zone";
import { RESULT_TONES, RESULT_WORDS } from "@/entities/exams/exam-result";
import { formatDateTime } from "@/lib/dates";
import { Card } from "@/ui/display/page";
import { StatusTag } from "@/ui/display/status-tag";
import type { ExamChat } from "../exam-paths";
import { reasonOf, useFailingReasons } from "../use-failing-reasons";

/** The server hands them out to checkers alone before the announcement, to all readers after it (H6). */
export function ExamChecks({ chat }: { chat: ExamChat }) {
  const { t } = useTranslation();
  const zone = useZone();
  const reasons = useFailingReasons();
  if (chat.checks.length === 0) return null;
  return (
    <Card title={t("exams.checks")}>
      <ol aria-label={t("exams.checks")} className="grid gap-3 text-sm">
        {[...chat.checks].reverse().map((check) => (
          <li key={check.id} className="grid gap-0.5">
            <span className="flex items-center gap-2">
              <strong className="tabular-nums">{check.score ?? "—"}</strong>
              {check.result ? (
                <StatusTag tone={RESULT_TONES[check.result]}>{t(RESULT_WORDS[check.result])}</StatusTag>
              ) : null}
            </span>
            {[reasonOf(check, reasons), check.reason].filter(Boolean).map((words) => (
              <span key={words}>{words}</span>
            ))}
            <span className="text-xs text-mut">{`${check.checkedBy} · ${formatDateTime(check.checkedAt, zone)}`}</span>
          </li>
        ))}
      </ol>
    </Card>
  );
}
