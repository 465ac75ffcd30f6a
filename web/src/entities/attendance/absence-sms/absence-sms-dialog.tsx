/** The SMS to those absent without a reason: its text, the message of a real recipient, and everybody it concerns. */
import { useEffect, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { change } from "@/api/request";
import { useChange } from "@/api/use-change";
import { useZone } from "@/entities/access/use-zone";
import { MessagePreview } from "@/entities/messaging/message-preview";
import { formatTime } from "@/lib/dates";
import { formatPhone } from "@/lib/format/phone";
import { Button } from "@/ui/controls/button";
import { cx } from "@/ui/cx";
import { Dialog } from "@/ui/dialog/dialog";
import { showDone, showError, showInfo } from "@/ui/feedback/toast";
import { toastUnlessInline } from "@/ui/form/toast-unless-inline";
import { type AbsencePreview, type Audience, PREVIEW_PATHS, SEND_PATHS } from "./absence-sms";
import { SmsLine } from "./sms-line";

const DEBOUNCE_MS = 300;

type DialogProps = { audience: Audience; lessonIds: readonly number[]; onClose: () => void };

export function AbsenceSmsDialog({ audience, lessonIds, onClose }: DialogProps) {
  const { t } = useTranslation();
  const id = useId();
  const zone = useZone();
  // Until something is typed the text is the template's.
  const [typed, setTyped] = useState<string | null>(null);
  const preview = usePreview(audience, lessonIds, typed ?? "", onClose);
  const text = typed ?? preview?.template ?? "";
  const sending = useChange("post", SEND_PATHS[audience], {
    quiet: true,
    invalidates: ["/attendance/for-admin/sheet", "/attendance/for-academic/sheet", "/today"],
    onForbidden: showError,
    onError: toastUnlessInline(["text"]),
    onDone: ({ count, connected, waitsUntil }) => {
      onClose();
      if (count === 0) showInfo(t("absences.nobodyLeft"));
      else if (waitsUntil) showInfo(t("absences.queuedUntil", { count, time: formatTime(waitsUntil, zone) }));
      else if (connected) showDone(t("absences.queued", { count }));
      else showInfo(t("absences.logged", { count }));
    },
  });
  const gap = preview?.unknownGaps[0] ?? preview?.missingGaps[0];
  const wrong =
    sending.fields.text?.join(" ") ||
    (gap && t(preview?.unknownGaps.length ? "absences.unknownGap" : "absences.missingGap", { gap: `{${gap}}` }));
  const count = preview?.recipients.filter((one) => one.sms === null && one.phone).length ?? 0;
  return (
    <Dialog
      open
      onClose={onClose}
      mayClose={() => !sending.pending}
      title={t("absences.title")}
      text={t("absences.text")}
      actions={
        <>
          <Button onClick={onClose}>{t("kit.cancel")}</Button>
          <Button
            look="main"
            saves
            pending={sending.pending}
            disabled={preview === null}
            fixed={
              preview && (count === 0 || !text.trim() || gap)
                ? t(count === 0 ? "absences.nobodyLeft" : "absences.fixText")
                : undefined
            }
            onClick={() => void sending.run({ body: { lessonIds: [...lessonIds], text: (typed ?? "").trim() } })}
          >
            {t("absences.send", { count })}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <div className="grid gap-1.5">
          <label htmlFor={id} className="text-sm font-[550] text-ink">
            {t("absences.words")}
          </label>
          <textarea
            id={id}
            rows={4}
            maxLength={1000}
            data-autofocus
            readOnly={preview === null}
            value={text}
            onChange={(event) => setTyped(event.target.value)}
            aria-invalid={wrong ? true : undefined}
            aria-describedby={`${id}-help`}
            className="field h-auto min-h-24 resize-y py-2"
          />
          <p id={`${id}-help`} aria-live="polite" className={cx("text-sm", wrong ? "text-bad" : "text-mut")}>
            {wrong || t("absences.gapsHelp")}
          </p>
        </div>
        <div className="grid gap-1.5">
          <MessagePreview of={preview?.recipient ? preview : null} empty={t("absences.nobodyLeft")} />
          {preview?.recipient ? (
            <p className="text-sm text-mut">{t("absences.previewOf", { name: preview.recipient.name })}</p>
          ) : null}
          {preview?.waitsUntil ? (
            <p className="rounded-md bg-warn-soft px-3 py-2 text-sm text-warn">
              {t("absences.waits", { time: formatTime(preview.waitsUntil, zone) })}
            </p>
          ) : null}
        </div>
        <Recipients recipients={preview?.recipients ?? []} />
      </div>
    </Dialog>
  );
}

function Recipients({ recipients }: Pick<AbsencePreview, "recipients">) {
  const { t } = useTranslation();
  if (recipients.length === 0) return null;
  return (
    <ul
      aria-label={t("absences.recipients")}
      className="max-h-48 divide-y divide-line-soft overflow-y-auto rounded-md border border-line"
    >
      {recipients.map(({ lessonId, student, phone, reasonIsDefault, sms }) => (
        <li key={`${lessonId} ${student.id}`} className="flex flex-wrap gap-x-3 px-3 py-1.5 text-sm">
          <span className="font-[550] text-ink-strong">{student.name}</span>
          {phone ? (
            <span className="text-ink-soft tabular-nums">{formatPhone(phone)}</span>
          ) : (
            <span className="text-warn">{t("absences.noPhone")}</span>
          )}
          {reasonIsDefault ? <span className="text-mut">{t("absences.reasonNotChosen")}</span> : null}
          {sms ? <SmsLine sms={sms} /> : null}
        </li>
      ))}
    </ul>
  );
}

/** The latest preview of the text, debounced once something is typed; a failure before the first one closes. */
function usePreview(
  audience: Audience,
  lessonIds: readonly number[],
  text: string,
  onFailed: () => void,
): AbsencePreview | null {
  const [seen, setSeen] = useState<AbsencePreview | null>(null);
  const ids = lessonIds.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another text or lesson is another message
  useEffect(() => {
    const flight = new AbortController();
    const body = { lessonIds: ids.split(",").map(Number), text: text.trim() };
    const fail = (error: unknown) => {
      if (flight.signal.aborted || seen) return;
      showError(error);
      onFailed();
    };
    const timer = setTimeout(
      () => {
        change("post", PREVIEW_PATHS[audience], { body, signal: flight.signal })
          .then((answer) => (answer.forbidden ? fail(answer.refusal) : setSeen(answer.data)))
          .catch(fail);
      },
      seen ? DEBOUNCE_MS : 0,
    );
    return () => {
      clearTimeout(timer);
      flight.abort();
    };
  }, [audience, ids, text]);
  return seen;
}
