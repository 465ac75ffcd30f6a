/** Adds all selected students to one group (R1-368…R1-372), by the rules for one. */
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useChange } from "@/api/use-change";
import { useRead } from "@/api/use-read";
import { Button } from "@/ui/controls/button";
import { cx } from "@/ui/cx";
import { Dialog } from "@/ui/dialog/dialog";
import { Loaded } from "@/ui/feedback/loaded";
import type { BulkDialogProps } from "./bulk-operation";
import { STALE_AFTER_BULK, toSelectionRequest } from "./bulk-operation";
import { useBulkStarted } from "./use-bulk-started";

const MOST = 20;
const SEARCH_WAIT_MS = 400;

/** The value, once typing has paused. */
function useLater(value: string): string {
  const [later, setLater] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setLater(value), SEARCH_WAIT_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return later;
}

export function BulkAddToGroupDialog({ chosen, onClose }: BulkDialogProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  const word = useLater(typed.trim());
  const [group, setGroup] = useState<{ id: number; name: string } | null>(null);
  const read = useRead(
    "/student-groups/groups",
    { query: { perPage: MOST, ...(word ? { value: word } : {}) } },
    { keepPreviousData: true },
  );
  const started = useBulkStarted(chosen);
  const adding = useChange("post", "/students/bulk/add-to-group", {
    invalidates: [...STALE_AFTER_BULK],
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
      <input
        type="search"
        className="field mb-3"
        data-autofocus
        aria-label={t("many.searchGroup")}
        placeholder={t("many.searchGroup")}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Loaded of={read}>
        {({ groups }) =>
          groups.length === 0 ? (
            <p className="py-6 text-center text-base text-mut">{t("kit.nothingFound")}</p>
          ) : (
            <fieldset
              className={cx(
                "grid max-h-80 auto-rows-max gap-1.5 overflow-y-auto p-1",
                read.isPlaceholder && "opacity-60",
              )}
            >
              <legend className="sr-only">{t("many.chooseGroup")}</legend>
              {groups.map(({ id, name, course, office, students }) => (
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
              ))}
            </fieldset>
          )
        }
      </Loaded>
    </Dialog>
  );
}
