/** Sends one text to all selected students, as a job. */
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import type { Body, Params } from "@/api/request";
import { useChange } from "@/api/use-change";
import { useRead } from "@/api/use-read";
import { MessagePreview } from "@/entities/messaging/message-preview";
import { usePreview } from "@/entities/messaging/use-preview";
import { Button } from "@/ui/controls/button";
import { cx } from "@/ui/cx";
import { Dialog } from "@/ui/dialog/dialog";
import { showDone, showError } from "@/ui/feedback/toast";
import { toastUnlessInline } from "@/ui/form/toast-unless-inline";
import { Select } from "@/ui/popover/combobox";
import type { BulkDialogProps } from "./bulk-operation";

const MOST_ASKED = 100;

type Send = Body<"post", "/sms/send-many">;

/** A login is sent to its owner alone, never to many. */
const ACCOUNT_GAP = /\{(login|password)\}/;

export function BulkSmsDialog({ chosen, onClose }: BulkDialogProps) {
  const { t } = useTranslation();
  const id = useId();
  const [text, setText] = useState("");
  const studentId = useFirstRecipient(chosen);
  const preview = usePreview(text.trim() ? { text, studentId, login: "", password: "" } : null);
  const navigate = useNavigate();
  const templates = useRead("/sms/templates").data?.templates.filter((one) => one.purpose === null) ?? [];
  const sending = useChange("post", "/sms/send-many", {
    quiet: true,
    onForbidden: showError,
    onError: toastUnlessInline(["text"]),
    // The batch page shows the delivery of each message.
    onDone: ({ count, batchId }) => {
      onClose();
      chosen.clear();
      showDone(t("many.smsGoes", { count }));
      void navigate(`/students/sms/${batchId}`);
    },
  });
  const gap = preview?.unknownGaps[0] ?? ACCOUNT_GAP.exec(text)?.[1];
  const wrong = sending.fields.text?.join(" ") || (gap && t("sms.unknownGap", { gap: `{${gap}}` }));
  const recipients = chosen.ids === null ? { filters: filtersOf(chosen.query) } : { studentIds: [...chosen.ids] };
  return (
    <Dialog
      open
      onClose={onClose}
      mayClose={() => !sending.pending}
      title={t("many.smsTitle", { count: chosen.total })}
      text={t("many.smsText")}
      actions={
        <>
          <Button onClick={onClose}>{t("kit.cancel")}</Button>
          <Button
            look="main"
            saves
            pending={sending.pending}
            fixed={!text.trim() ? t("many.smsEmpty") : gap ? wrong : undefined}
            onClick={() => void sending.run({ body: { ...recipients, text: text.trim() } as Send })}
          >
            {t("many.smsNow", { count: chosen.total })}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {templates.length > 0 ? (
          <Select
            label={t("many.smsTemplate")}
            placeholder={t("many.smsTemplate")}
            options={templates.map((one) => ({ value: String(one.id), label: one.name, hint: one.text }))}
            value={undefined}
            onChange={(id) => setText(templates.find((one) => String(one.id) === id)?.text ?? "")}
          />
        ) : null}
        <div className="grid gap-1.5">
          <label htmlFor={id} className="text-sm font-[550] text-ink">
            {t("many.smsWords")}
          </label>
          <textarea
            id={id}
            rows={4}
            maxLength={1000}
            data-autofocus
            value={text}
            onChange={(event) => setText(event.target.value)}
            aria-invalid={wrong ? true : undefined}
            aria-describedby={`${id}-help`}
            className="field h-auto min-h-24 resize-y py-2"
          />
          <p id={`${id}-help`} aria-live="polite" className={cx("text-sm", wrong ? "text-bad" : "text-mut")}>
            {wrong || t("sms.gapsHelp")}
          </p>
        </div>
        <MessagePreview of={preview} empty={t("many.smsEmpty")} />
      </div>
    </Dialog>
  );
}

/** The student whose message is previewed: the first one ticked, or the first of the filtered list. */
function useFirstRecipient({ ids, query }: BulkDialogProps["chosen"]): number | null {
  // Of those ticked, only those who are still there: one may have been removed since the list was read.
  const selection = ids === null ? query : { ids: ids.slice(0, MOST_ASKED).join(",") };
  const first = { query: { ...selection, page: 1, perPage: MOST_ASKED } } as unknown as Params<"get", "/students/all">;
  const there = new Set(useRead("/students/all", first).data?.students.map((student) => student.id));
  return ids === null ? ([...there][0] ?? null) : (ids.find((id) => there.has(id)) ?? null);
}

/** Filters of the address as the request types them: numbers, lists, booleans. */
function filtersOf(query: Readonly<Record<string, string | number>>): Send["filters"] {
  const lists = ["officeIds", "ids", "keys"];
  const texts = ["value", "picked", "orderBy", "sortBy"];
  const entries = Object.entries(query).map(([name, value]) => {
    const word = String(value);
    if (lists.includes(name)) return [name, name === "keys" ? word.split(",") : word.split(",").map(Number)];
    if (texts.includes(name)) return [name, word];
    return [name, word === "true" ? true : word === "false" ? false : Number(word)];
  });
  return Object.fromEntries(entries) as Send["filters"];
}
