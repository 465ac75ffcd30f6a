/** The text that will be sent, how many messages it takes, and whether anybody gets it (M1). */
import { useTranslation } from "react-i18next";
import type { Preview } from "./use-preview";

/** `draft`: nothing is sent from here, so that whether anybody would get it is no matter. */
export function MessagePreview({ of, draft }: { of: Preview | null; draft?: true }) {
  const { t } = useTranslation();
  return (
    <section aria-label={t("sms.message")} aria-live="polite" className="grid gap-1.5">
      <h3 className="text-sm font-[550] text-ink">{t("sms.message")}</h3>
      <p className="rounded-md bg-sunken px-3 py-2 text-base whitespace-pre-wrap [overflow-wrap:anywhere]">
        {of?.text || <span className="text-mut">{t("sms.previewEmpty")}</span>}
      </p>
      {of ? (
        <p className="text-sm text-ink-soft">
          {t("sms.parts", { count: of.parts })}, {t("sms.left", { left: of.left })}
        </p>
      ) : null}
      {of?.encoding === "ucs2" ? <p className="text-sm text-warn">{t("sms.ucs2")}</p> : null}
      {of && !of.connected && !draft ? (
        <p className="rounded-md bg-warn-soft px-3 py-2 text-sm text-warn">{t("sms.notConnected")}</p>
      ) : null}
    </section>
  );
}
