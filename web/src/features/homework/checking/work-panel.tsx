/** The work in the middle: the task, each attempt with its files, and the chat, oldest first. */
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { Voice, WorkFile } from "@/entities/homework/work-files";
import { Neighbours, WorkHead } from "@/entities/homework/work-head";
import { ClaimNotice, WorkHistory } from "@/entities/homework/work-history";
import { StatusTag } from "@/ui/display/status-tag";
import { ACCEPTED, type Chat, REJECTED } from "./api-types";

type WorkProps = {
  chat: Chat;
  onMove: (by: 1 | -1) => void;
  onTakeOver: () => void;
};

export function WorkPanel({ chat, onMove, onTakeOver }: WorkProps) {
  const { t } = useTranslation();
  const { claim } = chat;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <WorkHead student={chat.student} photo={chat.photo} facts={factsOf(t, chat)}>
        <ScoreInForce chat={chat} />
        <Neighbours onMove={onMove} />
      </WorkHead>
      {claim && !claim.own ? <ClaimNotice name={claim.user.name} onTakeOver={onTakeOver} /> : null}
      <section className="card p-4">
        <h3 className="flex items-center gap-2 text-xs text-mut">
          {t("checking.task")}
          {chat.task.variant === null ? null : (
            <StatusTag tone="quiet">{t("checking.variant", { letter: chat.task.variant })}</StatusTag>
          )}
        </h3>
        <p className="mt-1 whitespace-pre-wrap break-words text-ink">{chat.task.description}</p>
      </section>
      {chat.task.files.map((file) => (
        <WorkFile key={file.fileId} file={file} />
      ))}
      {chat.task.voice ? <Voice voice={chat.task.voice} /> : null}
      <WorkHistory attempts={chat.attempts} messages={chat.messages} checks={chat.checks} />
    </div>
  );
}

function factsOf(t: TFunction, { attempts, task, group }: Chat): (string | null)[] {
  const newest = attempts.at(-1);
  return [
    newest ? t("checking.attempt", { number: newest.number }) : t("checking.nothingHandedIn"),
    newest ? t(newest.isLate ? "checking.late" : "checking.onTime") : null,
    t("checking.hours", { hours: task.hours }),
    group.name,
  ];
}

function ScoreInForce({ chat }: { chat: Chat }) {
  if (chat.score === null || (chat.status !== ACCEPTED && chat.status !== REJECTED)) return null;
  return <StatusTag tone={chat.status === ACCEPTED ? "good" : "bad"}>{chat.score}</StatusTag>;
}
