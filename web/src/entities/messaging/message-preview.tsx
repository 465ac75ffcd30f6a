/** Preview of the text, its number of messages, and a warning where no provider is connected (M1). */
import { useTranslation } from "react-i18next";
import type { Preview } from "./use-preview";

type MessagePreviewProps = {
  of: Preview | null;
  /** This screen sends nothing, so a missing provider does not matter. */
  draft?: true;
  /** Shown while there is no preview. */
  empty?: string;
};

export function MessagePreview({ of, draft, empty }: MessagePreviewProps) {
  const { t } = useTranslation();
  return (
    <section aria-label={t("sms.message")} aria-live="polite" className="grid gap-1.5">
      <h3 className="text-sm font-[550] text-ink">{t("sms.message")}</h3>
      <p className="rounded-md bg-sunken px-3 py-2 text-base whitespace-pre-wrap [overflow-wrap:anywhere]">
        {of?.text || <span className="text-mut">{empty ?? t("sms.previewEmpty")}</span>}
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
