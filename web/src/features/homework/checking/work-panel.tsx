/** The work in the middle: the task, each attempt with its files, and the chat, oldest first. */
import { ChevronDown, ChevronUp } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Voice, WorkFile } from "@/entities/homework/work-files";
import { ClaimNotice, WorkHistory } from "@/entities/homework/work-history";
import { Button } from "@/ui/controls/button";
import { Avatar } from "@/ui/display/avatar";
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
      <WorkHead chat={chat} onMove={onMove} />
      {claim && !claim.own ? <ClaimNotice name={claim.user.name} onTakeOver={onTakeOver} /> : null}
      <section className="card p-4">
        <h3 className="text-xs text-mut">{t("checking.task")}</h3>
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

function WorkHead({ chat, onMove }: { chat: Chat; onMove: (by: 1 | -1) => void }) {
  const { t } = useTranslation();
  const newest = chat.attempts.at(-1);
  const facts = [
    newest ? t("checking.attempt", { number: newest.number }) : t("checking.nothingHandedIn"),
    newest ? t(newest.isLate ? "checking.late" : "checking.onTime") : null,
    t("checking.hours", { hours: chat.task.hours }),
    chat.group.name,
  ];
  return (
    <header className="flex items-center gap-3">
      <Avatar name={chat.student.name} id={chat.student.id} photo={chat.photo} />
      <div className="min-w-0">
        <h1 className="truncate text-base font-[650] text-ink-strong">
          <bdi>{chat.student.name}</bdi>
        </h1>
        <p className="truncate text-xs text-mut">{facts.filter(Boolean).join(" · ")}</p>
      </div>
      <ScoreInForce chat={chat} />
      <div className="ml-auto flex shrink-0 gap-1">
        <Button look="quiet" aria-label={t("checking.previous")} icon={ChevronUp} onClick={() => onMove(-1)}>
          <span className="sr-only">{t("checking.previous")}</span>
        </Button>
        <Button look="quiet" aria-label={t("checking.next")} icon={ChevronDown} onClick={() => onMove(1)}>
          <span className="sr-only">{t("checking.next")}</span>
        </Button>
      </div>
    </header>
  );
}

function ScoreInForce({ chat }: { chat: Chat }) {
  if (chat.score === null || (chat.status !== ACCEPTED && chat.status !== REJECTED)) return null;
  return <StatusTag tone={chat.status === ACCEPTED ? "good" : "bad"}>{chat.score}</StatusTag>;
}
