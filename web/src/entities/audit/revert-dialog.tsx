/** Preview of a revert, field by field, with the fields that stay and why; then the revert itself. */
import { useTranslation } from "react-i18next";
import { invalidate } from "@/api/cache";
import { ApiError } from "@/api/errors";
import { useChange } from "@/api/use-change";
import { useRead } from "@/api/use-read";
import { Button } from "@/ui/controls/button";
import { Dialog } from "@/ui/dialog/dialog";
import { Loaded } from "@/ui/feedback/loaded";
import { showDone, showError } from "@/ui/feedback/toast";
import { Changes } from "./changes";
import type { RevertTarget } from "./revert-targets";

interface TakeBackDialogProps {
  from: RevertTarget;
  id: number;
  auditId: number;
  onClose: () => void;
}

export function RevertDialog({ from: { path, stale }, id, auditId, onClose }: TakeBackDialogProps) {
  const { t } = useTranslation();
  const named = { id, audit_id: auditId };
  const read = useRead(path, { path: named });
  const reverting = useChange("put", path, {
    invalidates: [...stale, path],
    quiet: true,
    onDone: () => {
      showDone(t("audits.takenBack"));
      onClose();
    },
    onForbidden: showError,
    onError: (error) => {
      // The preview is out of date: it is refetched and confirmed again.
      if (error instanceof ApiError && error.current) void invalidate(path);
      else if (error instanceof ApiError && error.status === 422) return;
      showError(error);
    },
  });
  const preview = read.data;
  const messages = Object.values(reverting.fields).flat();
  return (
    <Dialog
      open
      size="small"
      title={t("audits.takeBackTitle")}
      text={t("audits.takeBackText")}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t("kit.cancel")}</Button>
          <Button
            look="main"
            saves
            pending={reverting.pending}
            disabled={!preview || preview.changes.length === 0}
            onClick={() => void reverting.run({ path: named, body: { version: preview?.version ?? 0 } })}
          >
            {t("audits.takeBack")}
          </Button>
        </>
      }
    >
      <Loaded of={read}>
        {({ changes, left }) => (
          <div className="grid gap-5">
            {messages.length > 0 ? (
              <p role="alert" className="text-sm text-bad">
                {messages.join(" ")}
              </p>
            ) : null}
            {changes.length > 0 ? (
              <Changes changes={changes} />
            ) : (
              <p className="text-sm text-mut">{t("audits.nothingBack")}</p>
            )}
            {left.length > 0 ? (
              <section>
                <h3 className="mb-2 text-sm font-[650] text-ink-soft">{t("audits.stays")}</h3>
                <ul className="grid gap-2">
                  {left.map(({ change, reason }) => (
                    <li key={change.field}>
                      <Changes changes={[change]} />
                      <p className="text-xs text-warn">{reason}</p>
                    </li>
                  ))}
                </ul>
              </section>
            ) : null}
          </div>
        )}
      </Loaded>
    </Dialog>
  );
}
