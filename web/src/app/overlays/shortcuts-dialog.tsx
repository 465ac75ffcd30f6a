import { useTranslation } from "react-i18next";
import { switchSingleKeys, useShortcuts, useSingleKeys } from "@/lib/shortcuts";
import { Checkbox } from "@/ui/controls/checkbox";
import { KeyHint } from "@/ui/controls/key-hint";
import { Dialog } from "@/ui/dialog/dialog";

/** Heard by the dialogs themselves. */
const IN_DIALOGS = { keys: "mod+Enter", label: "shell.shortcutConfirm" } as const;

/** Lists the keyboard shortcuts, with the switch for the single-key ones. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const shortcuts = useShortcuts();
  const singleKeys = useSingleKeys();
  return (
    <Dialog open onClose={onClose} size="small" title={t("shell.shortcutsHelp")}>
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2.5">
        {[...shortcuts, IN_DIALOGS].map(({ keys, label }) => (
          <div key={label} className="contents">
            <dt>
              <KeyHint keys={keys} />
            </dt>
            <dd className={!singleKeys && !keys.startsWith("mod+") ? "text-mut line-through" : "text-ink"}>
              {t(label)}
            </dd>
          </div>
        ))}
      </dl>
      <div className="mt-5 border-t border-line pt-4">
        <Checkbox checked={singleKeys} onChange={switchSingleKeys} label={t("shell.singleKeys")} />
        <p className="mt-1 pl-6 text-sm text-mut">{t("shell.singleKeysHint")}</p>
      </div>
    </Dialog>
  );
}
