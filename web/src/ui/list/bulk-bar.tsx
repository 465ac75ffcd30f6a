/** The bar above the pager while rows are selected: their number, *select all that match*, bulk operations. */
import { Ellipsis, type LucideIcon, X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "@/i18n/use-language";
import { formatCount } from "@/lib/format/numbers";
import { useOnline } from "@/lib/online";
import { usePhone } from "@/lib/use-phone";
import { Button, IconButton } from "@/ui/controls/button";
import { Menu, MenuItem } from "@/ui/popover/menu";
import type { Chosen, SelectionControl } from "@/ui/table/use-selection";

export interface BulkAction {
  label: string;
  icon: LucideIcon;
  run: (chosen: Chosen) => void;
  /** Saves something: disabled without a network, with the reason. */
  saves?: true;
}

// The others are in a menu.
const BESIDE = 3;

export function BulkBar({
  selection,
  total,
  actions,
}: {
  selection: SelectionControl;
  total: number;
  actions: readonly BulkAction[];
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  const phone = usePhone();
  const online = useOnline();
  const { count, all, chosen } = selection;
  const beside = phone ? [] : actions.slice(0, BESIDE);
  const behind = actions.slice(beside.length);
  return (
    <section
      aria-label={t("lists.selection.bar")}
      className="flex flex-wrap items-center gap-2 border-y border-accent-line bg-accent-soft px-3 py-2 max-sm:rounded-xl max-sm:border"
    >
      <IconButton icon={X} label={t("lists.selection.clear")} onClick={chosen.clear} className="-ml-1" />
      <p role="status" className="text-sm font-[600] text-ink-strong">
        {all
          ? t("lists.selection.allChosen", { total: formatCount(total, language) })
          : t("lists.selection.count", { count })}
      </p>
      {!all && total > count ? (
        <Button look="quiet" size="small" onClick={selection.everyone}>
          {t("lists.selection.everyone", { total: formatCount(total, language) })}
        </Button>
      ) : null}
      <div className="ml-auto flex items-center gap-2">
        {beside.map(({ label, icon, run, saves }) => (
          <Button key={label} size="small" icon={icon} saves={saves ?? false} onClick={() => run(chosen)}>
            {label}
          </Button>
        ))}
        {behind.length > 0 ? (
          <Menu trigger={<IconButton icon={Ellipsis} label={t("lists.selection.more")} className="bg-surface" />}>
            {behind.map(({ label, icon, run, saves }) => {
              const cut = saves === true && !online ? t("errors.noInternet") : undefined;
              return (
                <MenuItem key={label} icon={icon} disabled={cut !== undefined} hint={cut} onSelect={() => run(chosen)}>
                  {label}
                </MenuItem>
              );
            })}
          </Menu>
        ) : null}
      </div>
    </section>
  );
}
