/** Mark of the tree: all, some or none; one that may not be granted is locked, with the reason. */
import { Check, Lock, Minus } from "lucide-react";
import { useTranslation } from "react-i18next";
import { cx } from "@/ui/cx";
import { Tooltip } from "@/ui/popover/tooltip";
import type { Mark } from "./permission-tree";

export interface TreeMarkProps {
  mark: Mark;
  label: string;
  cell: string;
  focusable: boolean;
  locked?: boolean;
  readOnly?: boolean;
  onPress: () => void;
}

export function TreeMark({ mark, label, cell, focusable, locked = false, readOnly = false, onPress }: TreeMarkProps) {
  const { t } = useTranslation();
  const Icon = mark === "indeterminate" ? Minus : Check;
  const button = (
    // biome-ignore lint/a11y/useSemanticElements: a box with three states that stays reachable while it is locked
    <button
      type="button"
      role="checkbox"
      aria-checked={mark === "indeterminate" ? "mixed" : mark}
      aria-label={locked ? `${label}. ${t("roles.tree.lacking")}` : label}
      aria-disabled={locked || undefined}
      aria-readonly={readOnly || undefined}
      data-cell={cell}
      tabIndex={focusable ? 0 : -1}
      onClick={() => !locked && !readOnly && onPress()}
      // Neither the heads of the table nor the form's buttons cover the focused mark.
      className="inline-grid scroll-mt-28 scroll-mb-20 h-9 w-full min-w-9 place-items-center rounded max-sm:h-11"
    >
      {readOnly ? (
        mark ? (
          <Icon aria-hidden size={16} strokeWidth={2.4} className="text-accent-ink" />
        ) : (
          <span aria-hidden className="text-mut">
            ·
          </span>
        )
      ) : (
        <span
          aria-hidden
          className={cx(
            "grid size-4 place-items-center rounded-sm border",
            mark ? "border-accent bg-accent text-on-accent" : "border-line-strong bg-surface text-mut",
            locked && "opacity-60",
          )}
        >
          {mark ? <Icon size={13} strokeWidth={3} /> : locked ? <Lock size={10} strokeWidth={2.2} /> : null}
        </span>
      )}
    </button>
  );
  return locked ? <Tooltip text={t("roles.tree.lacking")}>{button}</Tooltip> : button;
}
