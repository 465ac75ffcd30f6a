/** Slips with login and password to cut, on A4: the passwords are new, and shown only now (D-156). */
import { useTranslation } from "react-i18next";
import { Button } from "@/ui/controls/button";
import { copyText } from "@/ui/controls/copy-button";
import { Dialog } from "@/ui/dialog/dialog";
import { PrintArea } from "@/ui/display/print-area";
import { ProgressBar } from "@/ui/feedback/progress";
import { ErrorState } from "@/ui/feedback/states";
import { showDone, showError } from "@/ui/feedback/toast";
import type { BulkOperation } from "../bulk-operation";
import { type IssuedLogin, useIssuedLogins } from "./use-issued-logins";

export function LoginSlipsDialog({ act, onClose }: { act: BulkOperation; onClose: () => void }) {
  const { t } = useTranslation();
  const { total, logins, running, error, start } = useIssuedLogins(act.id);
  const issued = logins.filter(({ password }) => password !== null);
  const skipped = logins.filter(({ password }) => password === null);
  const ready = !running && issued.length > 0;
  const copy = () =>
    copyText(issued.map(({ name, login, password }) => [name, login, password].join("\t")).join("\n")).then(
      () => showDone(t("kit.copied")),
      showError,
    );
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("accounts.slipsTitle", { count: act.done })}
      text={t("accounts.slipsText")}
      actions={
        ready ? (
          <>
            <Button onClick={() => void copy()}>{t("many.copyText")}</Button>
            <Button look="main" onClick={() => print()}>
              {t("many.printNow")}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>{t("kit.cancel")}</Button>
            <Button look="main" saves pending={running} onClick={start}>
              {t("accounts.issue")}
            </Button>
          </>
        )
      }
    >
      <div className="grid gap-3">
        {running ? (
          <ProgressBar percent={total ? (logins.length * 100) / total : null} label={t("accounts.issuing")} />
        ) : null}
        {error ? <ErrorState error={error} onRetry={start} /> : null}
        {logins.length > 0 ? (
          <p role="status" className="text-sm font-[550] text-ink-strong">
            {t("accounts.issued", { count: issued.length })}
          </p>
        ) : null}
        {ready ? <p className="text-sm text-ink-soft">{t("accounts.slipsOnce")}</p> : null}
        {skipped.length > 0 ? (
          <ul aria-label={t("accounts.skipped")} className="grid gap-1 text-sm text-ink-soft">
            {skipped.map((one) => (
              <li key={one.id}>{[one.name || t("many.unseen", { id: one.id }), one.message].join(": ")}</li>
            ))}
          </ul>
        ) : null}
      </div>
      {ready ? (
        <PrintArea>
          <LoginSlips logins={issued} address={act.entity === "teacher" ? location.host : null} />
        </PrintArea>
      ) : null}
    </Dialog>
  );
}

/** `address`: of the console, for those who sign in here. */
function LoginSlips({ logins, address }: { logins: readonly IssuedLogin[]; address: string | null }) {
  const { t } = useTranslation();
  return (
    <div className="slips">
      {logins.map((one) => (
        <section key={one.id}>
          <h2>{one.name}</h2>
          {address ? <p>{address}</p> : null}
          <p>
            {t("accounts.login")}: <strong className="font-mono">{one.login}</strong>
          </p>
          <p>
            {t("many.passwordLine")}: <strong className="font-mono">{one.password}</strong>
          </p>
          <p>{t("accounts.slipChange")}</p>
        </section>
      ))}
    </div>
  );
}
