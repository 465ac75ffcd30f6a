/** The work of one participant: the task, each hand-in with its files, the chat; and the result in force. */
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { RESULT_TONES, RESULT_WORDS } from "@/entities/exams/exam-result";
import { WorkFile } from "@/entities/homework/work-files";
import { WorkHead } from "@/entities/homework/work-head";
import { ClaimNotice, WorkHistory } from "@/entities/homework/work-history";
import { StatusTag } from "@/ui/display/status-tag";
import { type ExamChat, monthsOf } from "../exam-paths";
import { reasonOf, useFailingReasons } from "../use-failing-reasons";

type WorkProps = { chat: ExamChat; onTakeOver?: () => void; children?: ReactNode };

export function ExamWork({ chat, onTakeOver, children }: WorkProps) {
  const { t } = useTranslation();
  const { claim, exam } = chat;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <WorkHead student={chat.student} photo={chat.photo} facts={[chat.hId, monthsOf(exam), chat.group.name]}>
        <ResultInForce chat={chat} />
        {children}
      </WorkHead>
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

function ResultInForce({ chat }: { chat: ExamChat }) {
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
