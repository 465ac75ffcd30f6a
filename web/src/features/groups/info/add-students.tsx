/** Button that adds students to the group (D-45), with the dialog behind it. */
import { UserRoundPlus } from "lucide-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import type { GroupRow } from "@/api/types";
import { useZone } from "@/entities/access/use-zone";
import { useMayAddToGroup } from "@/entities/groups/may-add-to-group";
import { todayIn } from "@/lib/dates";
import { lazyComponent } from "@/lib/lazy/lazy-component";
import { Button } from "@/ui/controls/button";

const AddStudentsDialog = lazyComponent(
  async () => (await import("./add-students-dialog")).AddStudentsDialog,
  ["form", "groups", "student", "students"],
);
const ENDED = 3;

export function AddStudents({ group }: { group: GroupRow }) {
  const { t } = useTranslation();
  const today = todayIn(useZone());
  const adds = useMayAddToGroup();
  const [open, setOpen] = useState(false);
  if (!adds) return null;
  const over = group.status === ENDED || (group.endedDate !== null && group.endedDate < today);
  return (
    <>
      <Button
        icon={UserRoundPlus}
        size="small"
        saves
        fixed={over ? t("groups.add.ended") : undefined}
        onClick={() => setOpen(true)}
      >
        {t("groups.add.button")}
      </Button>
      <Suspense>{open ? <AddStudentsDialog group={group} onClose={() => setOpen(false)} /> : null}</Suspense>
    </>
  );
}
