/** The work in the middle: the task, each attempt with its files, and the chat, oldest first. */
import { ChevronDown, ChevronUp, UserCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useZone } from "@/entities/access/use-zone";
import { formatDateTime } from "@/lib/dates";
import { Button } from "@/ui/controls/button";
import { cx } from "@/ui/cx";
import { Avatar } from "@/ui/display/avatar";
import { StatusTag } from "@/ui/display/status-tag";
import { ACCEPTED, type Attempt, type Chat, REJECTED } from "./api-types";
import { Voice, WorkFile } from "./work-files";

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
      {claim && !claim.own ? (
        <p role="status" className="card flex flex-wrap items-center gap-3 border-warn p-3 text-sm text-ink">
          <UserCheck aria-hidden size={18} className="text-warn" />
          {t("checking.heldBy", { name: claim.user.name })}
          <Button size="small" className="ml-auto" onClick={onTakeOver}>
            {t("checking.takeOver")}
          </Button>
        </p>
      ) : null}
      <section className="card p-4">
        <h3 className="text-xs text-mut">{t("checking.task")}</h3>
        <p className="mt-1 whitespace-pre-wrap break-words text-ink">{chat.task.description}</p>
      </section>
      {chat.task.files.map((file) => (
        <WorkFile key={file.fileId} file={file} />
      ))}
      {chat.task.voice ? <Voice voice={chat.task.voice} /> : null}
      <History chat={chat} />
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

type Event = { key: string; at: string; content: React.ReactNode };

/** Attempts, checks and messages in the order in which they happened. */
function History({ chat }: { chat: Chat }) {
  const events: Event[] = [
    ...chat.attempts.map((attempt) => ({
      key: `a${attempt.id}`,
      at: attempt.handedInAt,
      content: <AttemptContent attempt={attempt} newest={attempt.id === chat.attempts.at(-1)?.id} />,
    })),
    ...chat.messages.map((message) => ({
      key: `m${message.id}`,
      at: message.sentAt,
      content: <Message message={message} chat={chat} />,
    })),
  ].sort((one, other) => one.at.localeCompare(other.at));
  return events.map(({ key, content }) => <div key={key}>{content}</div>);
}

/** The newest attempt is open; earlier ones are folded. */
function AttemptContent({ attempt, newest }: { attempt: Attempt; newest: boolean }) {
  const { t } = useTranslation();
  const zone = useZone();
  const content = (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {attempt.text ? (
        <section className="card p-4">
          <p className="whitespace-pre-wrap break-words text-ink">
            <bdi>{attempt.text}</bdi>
          </p>
        </section>
      ) : null}
      {attempt.files.map((file) => (
        <WorkFile key={file.fileId} file={file} />
      ))}
      {attempt.voice ? <Voice voice={attempt.voice} /> : null}
    </div>
  );
  const title = `${t("checking.attempt", { number: attempt.number })} · ${formatDateTime(attempt.handedInAt, zone)}`;
  if (newest) {
    return (
      <section aria-label={title}>
        <h3 className="mb-2 text-xs text-mut">{title}</h3>
        {content}
      </section>
    );
  }
  return (
    <details>
      <summary className="cursor-pointer py-1 text-xs text-mut">{title}</summary>
      <div className="mt-2">{content}</div>
    </details>
  );
}

function Message({ message, chat }: { message: Chat["messages"][number]; chat: Chat }) {
  const { t } = useTranslation();
  const zone = useZone();
  const check = chat.checks.find(({ id }) => id === message.checkId);
  const facts = [
    message.own ? t("checking.you") : message.author,
    check?.attempt ? t("checking.attempt", { number: check.attempt }) : null,
    formatDateTime(message.sentAt, zone),
  ];
  return (
    <div className={cx("flex", !message.isStudent && "justify-end")}>
      <div
        className={cx(
          "max-w-[min(80%,460px)] rounded-lg px-4 py-3",
          message.isStudent ? "bg-surface border border-line" : "bg-accent-soft-strong",
        )}
      >
        <p className="text-xs text-ink-soft">{facts.filter(Boolean).join(" · ")}</p>
        <p className="mt-0.5 whitespace-pre-wrap break-words text-ink">
          <bdi>{message.text}</bdi>
        </p>
        {message.files.map((file) => (
          <WorkFile key={file.fileId} file={file} />
        ))}
        {message.voice ? <Voice voice={message.voice} /> : null}
      </div>
    </div>
  );
}
