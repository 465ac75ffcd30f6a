/** Messages sent to a student, newest first, with their delivery state (R1-156, R1-363). */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { SmsMessage } from "@/api/types";
import { useRead } from "@/api/use-read";
import { useZone } from "@/entities/access/use-zone";
import { formatDateTime } from "@/lib/dates";
import { formatPhone } from "@/lib/format/phone";
import { Button } from "@/ui/controls/button";
import { StatusTag, type Tone } from "@/ui/display/status-tag";
import { Loaded } from "@/ui/feedback/loaded";

const FIRST = 20;
const MOST = 100;
const AGAIN_MS = 3000;
const TONES: Record<SmsMessage["status"], Tone> = {
  waiting: "quiet",
  unknown: "warn",
  sent: "info",
  delivered: "good",
  failed: "bad",
};

export function SmsHistory({ studentId }: { studentId: number }) {
  const { t } = useTranslation();
  const [perPage, setPerPage] = useState(FIRST);
  const read = useRead(
    "/students/{id}/sms-history",
    { path: { id: studentId }, query: { perPage } },
    { keepPreviousData: true, refetchInterval: (data) => (data?.history.some(isOnItsWay) ? AGAIN_MS : false) },
  );
  return (
    <Loaded of={read}>
      {({ history, total }) =>
        total === 0 ? (
          <p className="text-base text-mut">{t("sms.historyEmpty")}</p>
        ) : (
          <>
            <ol aria-label={t("sms.history")} className="grid gap-2" aria-busy={read.isPlaceholder || undefined}>
              {history.map((message) => (
                <Message key={message.id} of={message} />
              ))}
            </ol>
            {total > history.length && perPage < MOST ? (
              <Button className="mt-3" pending={read.isPlaceholder} onClick={() => setPerPage(MOST)}>
                {t("sms.earlier")}
              </Button>
            ) : null}
          </>
        )
      }
    </Loaded>
  );
}

const isOnItsWay = ({ status }: SmsMessage) => status === "waiting" || status === "unknown";

export function SmsState({ of: { status, connected } }: { of: Pick<SmsMessage, "status" | "connected"> }) {
  const { t } = useTranslation();
  if (status === "sent" && !connected) return <StatusTag tone="warn">{t("sms.loggedOnly")}</StatusTag>;
  return <StatusTag tone={TONES[status]}>{t(`sms.states.${status}`)}</StatusTag>;
}

function Message({ of: message }: { of: SmsMessage }) {
  const { t } = useTranslation();
  const zone = useZone();
  return (
    <li className="grid gap-1.5 rounded-md bg-sunken px-3 py-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <span className="font-[600] text-ink-strong tabular-nums">{formatPhone(message.phone) || t("kit.none")}</span>
        <SmsState of={message} />
        <span className="ml-auto text-xs whitespace-nowrap text-mut max-sm:ml-0">
          {formatDateTime(message.deliveredAt ?? message.createdAt, zone)}
        </span>
      </div>
      <p className="text-base whitespace-pre-wrap text-ink-soft [overflow-wrap:anywhere]">{message.text}</p>
      {message.problem ? <p className="text-sm text-bad">{message.problem}</p> : null}
      <p className="text-xs text-mut">
        {t("sms.by")}: {message.initiator?.name ?? t("kit.none")} · {t("sms.parts", { count: message.parts })}
      </p>
    </li>
  );
}
