/** Confirms going live; lists the waiting jobs by kind. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useChange } from "@/api/use-change";
import { useRead } from "@/api/use-read";
import { refetchProfile } from "@/entities/access/session";
import { kindLabel } from "@/entities/jobs/job-kinds";
import { useLanguage } from "@/i18n/use-language";
import { formatCount } from "@/lib/format/numbers";
import { Checkbox } from "@/ui/controls/checkbox";
import { ConfirmDialog } from "@/ui/dialog/confirm-dialog";
import { Loaded } from "@/ui/feedback/loaded";
import { showDone } from "@/ui/feedback/toast";

export function GoLiveDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [dropOld, setDropOld] = useState(true);
  const read = useRead("/live-mode", undefined, { staleTime: 0 });
  const goLive = useChange("put", "/live-mode", {
    invalidates: ["/live-mode", "/jobs/all"],
    onDone: () => {
      showDone(t("settings.live.done"));
      void refetchProfile();
    },
  });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t("settings.live.title")}
      text={t("settings.live.text")}
      confirm={t("settings.live.go")}
      saves
      onConfirm={async () => (await goLive.run({ body: { dropOld } })) !== undefined}
    >
      <Loaded of={read}>
        {({ jobs }) =>
          jobs.length === 0 ? (
            <p className="text-base text-mut">{t("settings.live.none")}</p>
          ) : (
            <>
              <p className="text-sm font-[550] text-ink-strong">{t("settings.live.waiting")}</p>
              <ul className="mt-1 mb-3 divide-y divide-line text-base">
                {jobs.map((it) => (
                  <li key={it.kind} className="flex flex-wrap items-baseline gap-x-3 py-1.5">
                    <span className="min-w-0 flex-1">{kindLabel(it.kind, t)}</span>
                    {it.old > 0 ? (
                      <span className="text-sm text-mut">
                        {t("settings.live.old", { old: formatCount(it.old, language) })}
                      </span>
                    ) : null}
                    <b className="font-[650] tabular-nums">{formatCount(it.count, language)}</b>
                  </li>
                ))}
              </ul>
              {jobs.some((it) => it.old > 0) ? (
                <Checkbox checked={dropOld} onChange={setDropOld} label={t("settings.live.drop")} />
              ) : null}
            </>
          )
        }
      </Loaded>
    </ConfirmDialog>
  );
}
