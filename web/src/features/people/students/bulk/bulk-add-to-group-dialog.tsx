/** Adds all selected students to one group (R1-368, R1-372), by the rules for one. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useChange } from "@/api/use-change";
import { STALE_AFTER_BULK, toSelectionRequest } from "@/entities/people/bulk/bulk-operation";
import { useBulkStarted } from "@/entities/people/bulk/use-bulk-started";
import { Button } from "@/ui/controls/button";
import { Dialog } from "@/ui/dialog/dialog";
import { GroupSearch } from "../actions/group-search";
import type { BulkDialogProps } from "./bulk-operation";

export function BulkAddToGroupDialog({ chosen, onClose }: BulkDialogProps) {
  const { t } = useTranslation();
  const [group, setGroup] = useState<{ id: number; name: string } | null>(null);
  const started = useBulkStarted(chosen);
  const adding = useChange("post", "/students/bulk/add-to-group", {
    invalidates: [...STALE_AFTER_BULK.student],
    onDone: (act) => {
      onClose();
      started(act, t("many.added", { count: act.done, group: group?.name ?? "" }));
    },
  });
  const { query, body } = toSelectionRequest(chosen);
  const add = () => group && void adding.run({ query, body: { ...body, groupId: group.id } });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("many.toGroupTitle", { count: chosen.total })}
      text={t("many.toGroupText")}
      actions={
        <>
          <Button onClick={onClose}>{t("kit.cancel")}</Button>
          <Button
            look="main"
            saves
            pending={adding.pending}
            fixed={group ? undefined : t("many.chooseGroup")}
            onClick={add}
          >
            {t("many.toGroup")}
          </Button>
        </>
      }
    >
      <GroupSearch searchLabel={t("many.searchGroup")} legend={t("many.chooseGroup")} empty={t("kit.nothingFound")}>
        {({ id, name, course, office, students }) => (
          <label
            key={id}
            className="flex min-h-11 cursor-pointer items-center gap-3 rounded-md border border-line px-3 py-1.5 has-[:checked]:border-accent has-[:checked]:bg-accent-soft"
          >
            <input type="radio" name="group" checked={group?.id === id} onChange={() => setGroup({ id, name })} />
            <span className="min-w-0 flex-1">
              <span className="block font-[550] text-ink-strong [overflow-wrap:anywhere]">{name}</span>
              <span className="block text-xs text-ink-soft">
                {[course.name, office.name, t("many.people", { count: students })].join(" · ")}
              </span>
            </span>
          </label>
        )}
      </GroupSearch>
    </Dialog>
  );
}
