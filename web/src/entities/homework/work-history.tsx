/** Attempts and messages of one work, oldest first; the newest attempt is open, earlier ones are folded. */
import { UserCheck } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useZone } from "@/entities/access/use-zone";
import { formatDateTime } from "@/lib/dates";
import { Button } from "@/ui/controls/button";
import { cx } from "@/ui/cx";
import { Voice, WorkFile } from "./work-files";
import type { Attempt, Message } from "./work-types";

type CheckedAttempt = { id: number; attempt: number | null };
type HistoryProps = {
  attempts: readonly Attempt[];
  messages: readonly Message[];
  checks: readonly CheckedAttempt[];
};
type Event = { key: string; at: string; content: ReactNode };

/** Attempts, checks and messages in the order in which they happened. */
export function WorkHistory({ attempts, messages, checks }: HistoryProps) {
  const events: Event[] = [
    ...attempts.map((attempt) => ({
      key: `a${attempt.id}`,
      at: attempt.handedInAt,
      content: <AttemptContent attempt={attempt} newest={attempt.id === attempts.at(-1)?.id} />,
    })),
    ...messages.map((message) => ({
      key: `m${message.id}`,
      at: message.sentAt,
      content: <ChatMessage message={message} checks={checks} />,
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

function ChatMessage({ message, checks }: { message: Message; checks: readonly CheckedAttempt[] }) {
  const { t } = useTranslation();
  const zone = useZone();
  const check = checks.find(({ id }) => id === message.checkId);
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

/** Another checker has the work open; taking it over is a decision (D-69). */
export function ClaimNotice({ name, onTakeOver }: { name: string; onTakeOver: () => void }) {
  const { t } = useTranslation();
  return (
    <p role="status" className="card flex flex-wrap items-center gap-3 border-warn p-3 text-sm text-ink">
      <UserCheck aria-hidden size={18} className="text-warn" />
      {t("checking.heldBy", { name })}
      <Button size="small" className="ml-auto" onClick={onTakeOver}>
        {t("checking.takeOver")}
      </Button>
    </p>
  );
}
