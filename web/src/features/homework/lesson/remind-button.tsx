/** Opens the reminding of a homework; with nobody to remind it is disabled and says why (R2-310, D-89). */
import { BellRing } from "lucide-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useRead } from "@/api/use-read";
import { useZone } from "@/entities/access/use-zone";
import { formatDateTime } from "@/lib/dates";
import { lazyComponent } from "@/lib/lazy/lazy-component";
import { Button } from "@/ui/controls/button";

const RemindDialog = lazyComponent(async () => (await import("./remind-dialog")).RemindDialog, ["homework"]);

type RemindButtonProps = { groupId: number; homeworkId: number };

export function RemindButton({ groupId, homeworkId }: RemindButtonProps) {
  const { t } = useTranslation();
  const [reminding, setReminding] = useState(false);
  const why = useNobodyToRemind(groupId, homeworkId);
  return (
    <>
      <Button icon={BellRing} saves fixed={why} onClick={() => setReminding(true)}>
        {t("homework.remind")}
      </Button>
      <Suspense>
        {reminding ? (
          <RemindDialog groupId={groupId} homeworkId={homeworkId} onClose={() => setReminding(false)} />
        ) : null}
      </Suspense>
    </>
  );
}

/** Why nobody can be reminded; undefined while somebody can, and until that is known. */
function useNobodyToRemind(groupId: number, homeworkId: number): string | undefined {
  const { t } = useTranslation();
  const zone = useZone();
  const options = useRead("/homework-statistics/groups/{id}/remind-options", { path: { id: groupId } });
  if (!options.data) return undefined;
  const found = options.data.homework.find((one) => one.homeworkId === homeworkId);
  if (!found) return t("homework.tooOldToRemind");
  if (found.students.some(({ today }) => !today)) return undefined;
  const newest = found.students.map(({ remindedAt }) => remindedAt ?? "").reduce((a, b) => (a > b ? a : b), "");
  return newest ? t("homework.allReminded", { when: formatDateTime(newest, zone) }) : t("homework.nobodyToRemind");
}
