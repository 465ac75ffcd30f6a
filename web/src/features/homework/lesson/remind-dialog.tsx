/** Reminding those who have not handed a homework in: once a day, of the last seven days (R2-310, D-89). */
import { useTranslation } from "react-i18next";
import { useChange } from "@/api/use-change";
import { useRead } from "@/api/use-read";
import { useZone } from "@/entities/access/use-zone";
import { formatDateTime } from "@/lib/dates";
import { Button } from "@/ui/controls/button";
import { Dialog } from "@/ui/dialog/dialog";
import { Loaded } from "@/ui/feedback/loaded";
import { showDone } from "@/ui/feedback/toast";

type RemindDialogProps = { groupId: number; homeworkId: number; onClose: () => void };

export function RemindDialog({ groupId, homeworkId, onClose }: RemindDialogProps) {
  const { t } = useTranslation();
  const zone = useZone();
  const options = useRead("/homework-statistics/groups/{id}/remind-options", { path: { id: groupId } });
  const remind = useChange("post", "/homework-statistics/remind", {
    invalidates: [
      "/homework-statistics/groups/{id}/remind-options",
      "/homework-statistics/groups/{id}/lessons/{lesson_id}/homework/{homework_id}",
      "/homework-statistics/groups/{id}/students/{student_id}",
      "/homework-statistics/teachers",
      "/homework-statistics/teachers/{id}",
      "/groups/not-submitted-homework-students/{id}",
    ],
    onDone: ({ reminded }) => {
      showDone(t("homework.reminded", { total: reminded }));
      onClose();
    },
  });
  const found = options.data?.homework.find((one) => one.homeworkId === homeworkId);
  const left = found?.students.filter(({ today }) => !today) ?? [];
  const send = () => void remind.run({ body: { groupId, homeworkIds: [homeworkId] } });
  return (
    <Dialog
      open
      size="small"
      onClose={onClose}
      title={t("homework.remind")}
      text={t("homework.remindText")}
      actions={
        <>
          <Button onClick={onClose}>{t("kit.cancel")}</Button>
          <Button look="main" saves pending={remind.pending} disabled={left.length === 0} onClick={send}>
            {t("homework.remindThem", { total: left.length })}
          </Button>
        </>
      }
    >
      <Loaded of={options}>
        {() =>
          found === undefined ? (
            <p className="text-base text-mut">{t("homework.tooOldToRemind")}</p>
          ) : (
            <ul className="divide-y divide-line-soft">
              {found.students.map((student) => (
                <li key={student.studentId} className="flex min-h-10 items-center gap-3 py-1">
                  <span className="min-w-0 flex-1 truncate">{student.fullName}</span>
                  {student.remindedAt ? (
                    <span className="text-xs text-mut">
                      {t("homework.remindedAt", { when: formatDateTime(student.remindedAt, zone) })}
                    </span>
                  ) : null}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Dialog>
  );
}
