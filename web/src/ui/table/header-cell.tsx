import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import { useTranslation } from "react-i18next";
import { cx } from "@/ui/cx";

interface HeaderCellProps {
  label: string;
  align?: "right" | "center" | undefined;
  /** The name is for readers only. */
  silent?: boolean;
  sorted?: false | "asc" | "desc";
  onSort?: (() => void) | undefined;
  className?: string | undefined;
}

const sides = { right: "text-right justify-end", center: "text-center justify-center" };

export function HeaderCell({ label, align, silent, sorted = false, onSort, className }: HeaderCellProps) {
  const { t } = useTranslation();
  const Arrow = sorted === "asc" ? ArrowUp : sorted === "desc" ? ArrowDown : ChevronsUpDown;
  return (
    <th
      scope="col"
      aria-sort={sorted ? (sorted === "asc" ? "ascending" : "descending") : undefined}
      className={cx(
        "h-9 border-b border-line bg-sunken px-3 text-left text-xs font-[550] whitespace-nowrap text-mut",
        align && sides[align],
        className,
      )}
    >
      {onSort ? (
        <button
          type="button"
          onClick={onSort}
          title={t("table.sortBy", { column: label })}
          className={cx(
            "-mx-1 inline-flex h-7 items-center gap-1 rounded px-1 hover:text-ink",
            sorted && "text-ink-soft",
          )}
        >
          {label}
          <Arrow aria-hidden size={13} strokeWidth={2} className={cx(!sorted && "opacity-50")} />
        </button>
      ) : silent ? (
        <span className="sr-only">{label}</span>
      ) : (
        label
      )}
    </th>
  );
}
