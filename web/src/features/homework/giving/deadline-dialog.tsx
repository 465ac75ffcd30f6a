/** A new deadline: 24 or 36 hours from now (D-80). */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useChange } from "@/api/use-change";
import { useZone } from "@/entities/access/use-zone";
import { formatDateTime } from "@/lib/dates";
import { Button } from "@/ui/controls/button";
import { Dialog } from "@/ui/dialog/dialog";
import { showDone } from "@/ui/feedback/toast";
import { type ChangedHomework, deadlinePath, type GroupAddress, STALE } from "../homework-paths";
import { HoursChoice } from "./hours-choice";

type DeadlineDialogProps = { at: GroupAddress; homework: ChangedHomework; onClose: () => void };

export function DeadlineDialog({ at, homework, onClose }: DeadlineDialogProps) {
  const { t } = useTranslation();
  const zone = useZone();
  const [hours, setHours] = useState<24 | 36>(24);
  const move = useChange("put", deadlinePath(at.audience), {
    invalidates: [...STALE],
    onDone: ({ homework: moved }) => {
      showDone(t("homework.deadlineMoved", { when: formatDateTime(moved.deadline, zone) }));
      onClose();
    },
  });
  const save = () => void move.run({ path: { id: homework.id }, body: { version: homework.version, deadline: hours } });
  return (
    <Dialog
      open
      size="small"
      onClose={onClose}
      title={t("homework.moveDeadline")}
      text={t("homework.deadlineNow", { when: formatDateTime(homework.deadline, zone) })}
      actions={
        <>
          <Button onClick={onClose}>{t("kit.cancel")}</Button>
          <Button look="main" saves pending={move.pending} onClick={save}>
            {t("kit.save")}
          </Button>
        </>
      }
    >
      <HoursChoice value={hours} onChange={setHours} label={t("homework.fromNow")} />
      <p className="mt-3 text-sm text-mut">{t("homework.deadlineKept")}</p>
    </Dialog>
  );
}
