import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import type { CSSProperties, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "@/ui/cx";

interface HeaderCellProps {
  label: string;
  align?: "right" | "center" | undefined;
  /** The name is for screen readers only. */
  silent?: boolean;
  sorted?: false | "asc" | "desc";
  onSort?: (() => void) | undefined;
  /** The handle that resizes the column. */
  handle?: ReactNode;
  className?: string | undefined;
  style?: CSSProperties | undefined;
}

/** Two lines rather than a wider column. */
const text = "inline-block max-h-7 max-w-full overflow-hidden align-middle leading-[14px] whitespace-normal";
const sides = { right: "text-right", center: "text-center" };

export function HeaderCell(props: HeaderCellProps) {
  const { t } = useTranslation();
  const { label, align, silent, sorted = false, onSort, handle, className, style } = props;
  const Arrow = sorted === "asc" ? ArrowUp : sorted === "desc" ? ArrowDown : ChevronsUpDown;
  return (
    <th
      scope="col"
      // The handle in it has a name of its own, which is none of the column's.
      aria-label={handle ? label : undefined}
      aria-sort={sorted ? (sorted === "asc" ? "ascending" : "descending") : undefined}
      style={style}
      className={cx(
        "relative h-9 border-b border-line bg-sunken px-3 text-left text-xs font-[550] whitespace-nowrap text-mut",
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
            "-mx-1 inline-flex h-7 max-w-[calc(100%+8px)] items-center gap-1 rounded px-1 align-middle hover:text-ink",
            sorted && "text-ink-soft",
          )}
        >
          <span data-label className={cx(text, "text-left")}>
            {label}
          </span>
          {/* Of a figure in the padding: it takes no width from the names, and the header ends where the figures do. */}
          <Arrow
            aria-hidden
            size={13}
            strokeWidth={2}
            className={cx("shrink-0", align && "absolute right-0", !sorted && "opacity-50")}
          />
        </button>
      ) : (
        <span data-label={silent ? undefined : ""} className={silent ? "sr-only" : text}>
          {label}
        </span>
      )}
      {handle}
    </th>
  );
}
