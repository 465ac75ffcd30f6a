import { CalendarX } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/ui/controls/button";
import { ConfirmDialog } from "@/ui/dialog/confirm-dialog";
import { ReasonDialog } from "@/ui/dialog/reason-dialog";

/** Cancels the lesson with a reason (D-24). */
export function NoClassButton({ onSay }: { onSay: (reason: string) => void }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon={CalendarX} onClick={() => setOpen(true)}>
        {t("attendance.noClass.say")}
      </Button>
      <ReasonDialog
        open={open}
        onClose={() => setOpen(false)}
        title={t("attendance.noClass.title")}
        text={t("attendance.noClass.text")}
        label={t("attendance.noClass.reason")}
        confirm={t("attendance.noClass.confirm")}
        onConfirm={onSay}
      />
    </>
  );
}

/** Reverts the cancellation. */
export function RevertNoClassButton({ onSay }: { onSay: () => void }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {t("attendance.noClass.takeBack")}
      </Button>
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        title={t("attendance.noClass.takeBackTitle")}
        text={t("attendance.noClass.takeBackText")}
        confirm={t("attendance.noClass.takeBack")}
        onConfirm={onSay}
      />
    </>
  );
}
