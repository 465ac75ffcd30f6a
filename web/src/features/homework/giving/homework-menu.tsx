/** Actions on a homework: edit, move the deadline, delete. */
import { AlarmClock, Pencil, Trash2 } from "lucide-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useCan } from "@/entities/access/can";
import { lazyComponent } from "@/lib/lazy/lazy-component";
import { RowMenu } from "@/ui/table/row-menu";
import { type ChangedHomework, editPath, type GroupAddress, givesHomework } from "../homework-paths";

const DeadlineDialog = lazyComponent(async () => (await import("./deadline-dialog")).DeadlineDialog, ["homework"]);
const DeleteHomework = lazyComponent(async () => (await import("./delete-homework")).DeleteHomework, ["homework"]);

type HomeworkMenuProps = {
  at: GroupAddress;
  homework: ChangedHomework;
  name: string;
  onDeleted?: () => void;
};

export function HomeworkMenu({ at, homework, name, onDeleted }: HomeworkMenuProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [open, setOpen] = useState<"deadline" | "delete" | null>(null);
  const edits = useCan(givesHomework(at.audience), "update");
  const deletes = useCan(givesHomework(at.audience), "delete");
  const actions = [
    ...(edits
      ? [
          { label: t("homework.edit"), icon: Pencil, run: () => void navigate(editPath(at, homework.id)) },
          { label: t("homework.moveDeadline"), icon: AlarmClock, run: () => setOpen("deadline"), saves: true as const },
        ]
      : []),
    ...(deletes
      ? [{ label: t("homework.delete"), icon: Trash2, run: () => setOpen("delete"), saves: true as const }]
      : []),
  ];
  if (actions.length === 0) return null;
  const close = () => setOpen(null);
  return (
    <>
      <RowMenu name={name} actions={actions} />
      <Suspense>
        {open === "deadline" ? <DeadlineDialog at={at} homework={homework} onClose={close} /> : null}
        {open === "delete" ? (
          <DeleteHomework at={at} homework={homework} name={name} onClose={close} onDeleted={onDeleted} />
        ) : null}
      </Suspense>
    </>
  );
}
