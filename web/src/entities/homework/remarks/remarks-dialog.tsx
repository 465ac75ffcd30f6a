/** The bank of remarks: own ones are added, changed and deleted; shared ones of colleagues are shown. */
import { Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { AddRemark } from "@/api/limits";
import type { Answer } from "@/api/request";
import { useChange } from "@/api/use-change";
import { useRead } from "@/api/use-read";
import { Button, IconButton } from "@/ui/controls/button";
import { DialogContent } from "@/ui/dialog/dialog-content";
import { Loaded } from "@/ui/feedback/loaded";
import { showDone, showError } from "@/ui/feedback/toast";
import { CheckField } from "@/ui/form/choice-fields";
import { Form, SubmitButton } from "@/ui/form/form";
import { TextField } from "@/ui/form/text-field";
import { toastUnlessInline } from "@/ui/form/toast-unless-inline";
import { useForm } from "@/ui/form/use-form";

type Remark = Answer<"get", "/homework-chat/remarks">["remarks"][number];
type Values = { code: string; text: string; isShared: string };

const LIST = "/homework-chat/remarks";
const FIELDS = ["code", "text"] as const;

export function RemarksDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const remarks = useRead(LIST);
  const [edited, setEdited] = useState<Remark | null>(null);
  const deleting = useChange("delete", "/homework-chat/remarks/{id}", {
    invalidates: [LIST],
    onDone: () => showDone(t("checking.remark.deleted")),
  });
  return (
    <DialogContent title={t("checking.remarks")} text={t("checking.remark.hint")} onClose={onClose}>
      <Loaded of={remarks}>
        {({ remarks: rows }) => (
          <ul className="mb-4 divide-y divide-line">
            {rows.map((remark) => (
              <li key={remark.id} className="flex items-center gap-3 py-1.5">
                <span className="shrink-0 font-mono text-accent-ink">{`;${remark.code}`}</span>
                <span className="min-w-0 flex-1 break-words text-ink">{remark.text}</span>
                {remark.isShared ? (
                  <span className="shrink-0 text-xs text-mut">{t("checking.remark.shared")}</span>
                ) : null}
                {remark.own ? (
                  <span className="flex shrink-0">
                    <IconButton icon={Pencil} label={t("checking.remark.edit")} onClick={() => setEdited(remark)} />
                    <IconButton
                      icon={Trash2}
                      label={t("checking.remark.delete")}
                      onClick={() => void deleting.run({ path: { id: remark.id } })}
                    />
                  </span>
                ) : null}
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <RemarkForm key={edited?.id ?? "new"} remark={edited} onDone={() => setEdited(null)} />
    </DialogContent>
  );
}

function RemarkForm({ remark, onDone }: { remark: Remark | null; onDone: () => void }) {
  const { t } = useTranslation();
  const options = {
    invalidates: [LIST],
    quiet: true,
    onDone: () => showDone(t("checking.remark.saved")),
    onForbidden: showError,
    onError: toastUnlessInline(FIELDS),
  } satisfies Parameters<typeof useChange>[2];
  const adding = useChange("post", "/homework-chat/remarks", options);
  const changing = useChange("put", "/homework-chat/remarks/{id}", options);
  const saving = remark ? changing : adding;
  const form = useForm<Values>({
    start: { code: remark?.code ?? "", text: remark?.text ?? "", isShared: remark?.isShared ? "yes" : "" },
    limits: { code: AddRemark.code, text: AddRemark.text },
    saving,
    send: ({ code, text, isShared }) => {
      const body = { code: code.trim().toLowerCase(), text, isShared: isShared !== "" };
      return remark
        ? changing.run({ path: { id: remark.id }, body: { ...body, version: remark.version } })
        : adding.run({ body });
    },
    onSaved: onDone,
  });
  return (
    <Form of={form} label={t("checking.remark.add")}>
      <TextField name="code" label={t("checking.remark.code")} autoComplete="off" maxLength={8} required />
      <TextField name="text" label={t("checking.remark.text")} autoComplete="off" required />
      <CheckField name="isShared" label={t("checking.remark.share")} />
      <div className="flex gap-2">
        <SubmitButton>{t(remark ? "kit.save" : "kit.add")}</SubmitButton>
        {remark ? (
          <Button look="quiet" onClick={onDone}>
            {t("kit.cancel")}
          </Button>
        ) : null}
      </div>
    </Form>
  );
}
