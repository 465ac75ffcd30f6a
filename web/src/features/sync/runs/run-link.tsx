/** From a run to another one that it belongs to, in the same sheet. */
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { Button } from "@/ui/controls/button";

/** Shows a run in the sheet beside the list. */
export function useShowRun(): (id: number) => void {
  const [, setAddress] = useSearchParams();
  return (id) =>
    setAddress(
      (now) => {
        const changed = new URLSearchParams(now);
        changed.set("run", String(id));
        return changed;
      },
      { preventScrollReset: true },
    );
}

export function RunLink({ id }: { id: number }) {
  const { t } = useTranslation();
  const showRun = useShowRun();
  return (
    <Button look="quiet" size="small" onClick={() => showRun(id)} className="-my-1.5 underline">
      {t("synchronisation.openRun", { id })}
    </Button>
  );
}
