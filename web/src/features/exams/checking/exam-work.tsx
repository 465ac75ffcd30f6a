/** The work of one participant: the task, each hand-in with its files, the chat; and the result in force. */
import { ChevronDown, ChevronUp } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { RESULT_TONES, RESULT_WORDS } from "@/entities/exams/exam-result";
import { WorkFile } from "@/entities/homework/work-files";
import { ClaimNotice, WorkHistory } from "@/entities/homework/work-history";
import { Button } from "@/ui/controls/button";
import { Avatar } from "@/ui/display/avatar";
import { StatusTag } from "@/ui/display/status-tag";
import { type ExamChat, monthsOf } from "../exam-paths";
import { reasonOf, useFailingReasons } from "../use-failing-reasons";

type WorkProps = { chat: ExamChat; onTakeOver?: () => void; children?: ReactNode };

export function ExamWork({ chat, onTakeOver, children }: WorkProps) {
  const { t } = useTranslation();
  const { claim, exam } = chat;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <header className="flex items-center gap-3">
        <Avatar name={chat.student.name} id={chat.student.id} photo={chat.photo} />
        <div className="min-w-0">
          <h1 className="truncate text-base font-[650] text-ink-strong">
            <bdi>{chat.student.name}</bdi>
          </h1>
          <p className="truncate text-xs text-mut">
            {[chat.hId, monthsOf(exam), chat.group.name].filter(Boolean).join(" · ")}
          </p>
        </div>
        <ResultInForce chat={chat} />
        {children}
      </header>
      {claim && !claim.own && onTakeOver ? <ClaimNotice name={claim.user.name} onTakeOver={onTakeOver} /> : null}
      <section className="card p-4">
        <h2 className="text-xs text-mut">{t("exams.task")}</h2>
        <p className="mt-1 whitespace-pre-wrap break-words text-ink">{exam.description}</p>
      </section>
      {exam.files.map((file) => (
        <WorkFile key={file.fileId} file={file} />
      ))}
      {chat.attempts.length === 0 ? <p className="py-2 text-sm text-mut">{t("exams.onPaper")}</p> : null}
      <WorkHistory attempts={chat.attempts} messages={chat.messages} checks={chat.checks} />
    </div>
  );
}

export function ResultInForce({ chat }: { chat: ExamChat }) {
  const { t } = useTranslation();
  const reason = reasonOf(chat, useFailingReasons());
  if (!chat.result) return null;
  return (
    <span className="flex flex-wrap items-center gap-2">
      {chat.score === null ? null : <strong className="tabular-nums">{chat.score}</strong>}
      <StatusTag tone={RESULT_TONES[chat.result]}>{t(RESULT_WORDS[chat.result])}</StatusTag>
      {reason ? <span className="text-sm text-ink-soft">{reason}</span> : null}
    </span>
  );
}

/** To the work before and after. */
export function Neighbours({ onMove }: { onMove: (by: 1 | -1) => void }) {
  const { t } = useTranslation();
  return (
    <div className="ml-auto flex shrink-0 gap-1">
      <Button look="quiet" aria-label={t("checking.previous")} icon={ChevronUp} onClick={() => onMove(-1)}>
        <span className="sr-only">{t("checking.previous")}</span>
      </Button>
      <Button look="quiet" aria-label={t("checking.next")} icon={ChevronDown} onClick={() => onMove(1)}>
        <span className="sr-only">{t("checking.next")}</span>
      </Button>
    </div>
  );
}
