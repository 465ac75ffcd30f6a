import { useTranslation } from "react-i18next";
import { type Shortcut, switchSingleKeys, useShortcuts, useSingleKeys } from "@/lib/shortcuts";
import { Checkbox } from "@/ui/controls/checkbox";
import { KeyHint } from "@/ui/controls/key-hint";
import { Dialog } from "@/ui/dialog/dialog";

/** Heard by the dialogs themselves. */
const IN_DIALOGS = { keys: "mod+Enter", label: "shell.shortcutConfirm" } as const;

type Listed = Pick<Shortcut, "keys" | "label">;

/** Keys in a row that do the same, as the digits of a score, are one line: the first to the last. */
function grouped(shortcuts: readonly Listed[]): (Listed & { last: string })[] {
  const lines: (Listed & { last: string })[] = [];
  for (const { keys, label } of shortcuts) {
    const before = lines.at(-1);
    if (before?.label === label) before.last = keys;
    else lines.push({ keys, label, last: keys });
  }
  return lines;
}

/** Lists the keyboard shortcuts, with the switch for the single-key ones. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const shortcuts = useShortcuts();
  const singleKeys = useSingleKeys();
  return (
    <Dialog open onClose={onClose} size="small" title={t("shell.shortcutsHelp")}>
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2.5">
        {grouped([...shortcuts, IN_DIALOGS]).map(({ keys, last, label }) => (
          <div key={`${keys} ${label}`} className="contents">
            <dt className="flex items-center gap-1">
              <KeyHint keys={keys} />
              {last === keys ? null : (
                <>
                  –<KeyHint keys={last} />
                </>
              )}
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
