/** The menu of a row, behind its three dots. */
import { Ellipsis, type LucideIcon } from "lucide-react";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { useOnline } from "@/lib/online";
import { Menu, MenuItem } from "@/ui/popover/menu";

export interface RowAction {
  label: string;
  icon: LucideIcon;
  run: () => void;
  /** Saves something: disabled without a network, with the reason. */
  saves?: true;
  /** The reason why it is disabled now. */
  fixed?: string | undefined;
}

export function RowMenu({ name, actions }: { name: string; actions: readonly RowAction[] }) {
  const { t } = useTranslation();
  const trigger = (
    <button
      type="button"
      aria-label={t("table.rowActions", { name })}
      className="inline-grid size-7 max-sm:size-11 place-items-center rounded text-ink-soft hover:bg-hover hover:text-ink data-[state=open]:bg-hover"
    >
      <Ellipsis aria-hidden size={16} />
    </button>
  );
  return <ActionsMenu trigger={trigger} actions={actions} />;
}

/** A menu of actions; a disabled one shows the reason. */
export function ActionsMenu({ trigger, actions }: { trigger: ReactElement; actions: readonly RowAction[] }) {
  const { t } = useTranslation();
  const online = useOnline();
  return (
    <Menu trigger={trigger}>
      {actions.map(({ label, icon, run, saves, fixed }) => {
        const cut = fixed ?? (saves === true && !online ? t("errors.noInternet") : undefined);
        return (
          <MenuItem key={label} icon={icon} onSelect={run} disabled={cut !== undefined} hint={cut}>
            {label}
          </MenuItem>
        );
      })}
    </Menu>
  );
}
