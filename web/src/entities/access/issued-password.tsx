import { useTranslation } from "react-i18next";
import { Button } from "@/ui/controls/button";
import { CopyButton, copyText } from "@/ui/controls/copy-button";
import { Dialog } from "@/ui/dialog/dialog";
import { showDone } from "@/ui/feedback/toast";

type IssuedPasswordProps = { title: string; text: string; login: string; password: string; onClose: () => void };

/** A password shown once (R1-211): it is stored nowhere, and closing the dialog discards it. */
export function IssuedPassword({ title, text, login, password, onClose }: IssuedPasswordProps) {
  const { t } = useTranslation();
  const rows = [
    [t("staff.login"), login, t("staff.copyLogin")],
    [t("staff.password"), password, t("staff.copyPassword")],
  ] as const;
  const copyBoth = () => copyText(`${login}\n${password}`).then(() => showDone(t("kit.copied")));
  return (
    <Dialog
      open
      size="small"
      onClose={onClose}
      title={title}
      text={text}
      actions={
        <>
          <Button onClick={() => void copyBoth()}>{t("staff.copyBoth")}</Button>
          <Button look="main" onClick={onClose}>
            {t("staff.done")}
          </Button>
        </>
      }
    >
      <div className="grid gap-2">
        {rows.map(([label, value, copy]) => (
          <div key={label} className="flex items-center gap-2 rounded-md border border-line bg-sunken px-3 py-1.5">
            <dl className="min-w-0 flex-1">
              <dt className="text-xs text-mut">{label}</dt>
              <dd className="font-mono text-base text-ink-strong [overflow-wrap:anywhere] select-all">{value}</dd>
            </dl>
            <CopyButton text={value} label={copy} />
          </div>
        ))}
      </div>
    </Dialog>
  );
}
