/** Starts a synchronisation and shows how far it is; may be closed while it runs (D-43). */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { SyncState } from "@/api/types";
import { useRead } from "@/api/use-read";
import { useLanguage } from "@/i18n/use-language";
import { formatCount } from "@/lib/format/numbers";
import { useLive } from "@/lib/live/use-live";
import { Button, buttonClass } from "@/ui/controls/button";
import { Checkbox } from "@/ui/controls/checkbox";
import { Dialog } from "@/ui/dialog/dialog";
import { ProgressCircle } from "@/ui/feedback/progress";
import { KindChoice } from "./kind-choice";
import type { Kind } from "./sync-kinds";
import { QUEUE_EVERY_MS, useStart } from "./use-sync";

interface SyncDialogProps {
  open: boolean;
  onClose: () => void;
  state: SyncState | undefined;
  /** Time of the last synchronisation. */
  last: string;
}

export function SyncDialog({ open, onClose, state, last }: SyncDialogProps) {
  const { t } = useTranslation();
  const [kind, setKind] = useState<Kind>("all");
  const [full, setFull] = useState(false);
  const { start, pending } = useStart(onClose);
  const running = state?.running ?? false;
  const actions = running ? (
    <Button onClick={onClose}>{t("synchronisation.background")}</Button>
  ) : (
    <Button look="main" saves pending={pending} onClick={() => void start(kind, full).then(() => setFull(false))}>
      {t(pending ? "synchronisation.starting" : "synchronisation.start")}
    </Button>
  );
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="small"
      title={t("synchronisation.title")}
      text={t("synchronisation.last", { when: last })}
      actions={
        <>
          <Link to="/synchronization" onClick={onClose} className={buttonClass("quiet")}>
            {t("synchronisation.runs")}
          </Link>
          {actions}
        </>
      }
    >
      {running && state ? (
        <Progress state={state} />
      ) : (
        <>
          <KindChoice value={kind} onChange={setKind} />
          <div className="mt-3">
            <Checkbox checked={full} onChange={setFull} label={t("synchronisation.fullOption")} />
            <p className="mt-1 ml-6 text-xs text-mut">{t("synchronisation.fullHint")}</p>
          </div>
        </>
      )}
    </Dialog>
  );
}

function Progress({ state }: { state: SyncState }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const pace = useLive("sync", ["/synchronization/message-count"]);
  const queue = useRead("/synchronization/message-count", undefined, { refetchInterval: pace(QUEUE_EVERY_MS) });
  const part = state.run?.parts.find((one) => one.state === "running");
  return (
    <div className="grid justify-items-center gap-3 py-2 text-center">
      <ProgressCircle percent={state.percent} label={t("synchronisation.progress")} />
      <p aria-live="polite" className="min-h-5 text-base font-[550] text-ink-strong">
        {part ? t("synchronisation.now", { feed: t(`synchronisation.feeds.${part.feed}`) }) : ""}
      </p>
      <p className="min-h-5 text-sm text-mut">
        {part && part.announced > 0
          ? `${formatCount(part.read, language)} / ${formatCount(part.announced, language)} · `
          : ""}
        {queue.data ? t("synchronisation.queue", { total: queue.data.count }) : ""}
      </p>
      <p className="text-sm text-mut">{t("synchronisation.backgroundHint")}</p>
    </div>
  );
}
