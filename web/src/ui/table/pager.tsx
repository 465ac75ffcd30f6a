/** Pager of a list: the range of rows, the page size, and the pages. */
import { ChevronLeft, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "@/i18n/use-language";
import { formatCount } from "@/lib/format/numbers";
import { cx } from "@/ui/cx";
import { PAGE_SIZES, pagesShown } from "@/ui/list/list-address";

interface PagerProps {
  page: number;
  perPage: number;
  total: number;
  onPage: (page: number) => void;
  onResize: (perPage: number) => void;
  /** Prefetches this page on hover. */
  onAhead?: (page: number) => void;
  /** Beside the range. */
  note?: ReactNode;
}

export function Pager({ page, perPage, total, onPage, onResize, onAhead, note }: PagerProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const last = Math.max(1, Math.ceil(total / perPage));
  const number = (value: number) => formatCount(value, language);
  const step = (to: number, label: string, content: ReactNode) => (
    <Step
      key={label}
      to={to}
      label={label}
      off={to < 1 || to > last}
      here={to === page}
      onPage={onPage}
      onAhead={onAhead}
    >
      {content}
    </Step>
  );
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-3 py-2 text-sm text-mut max-sm:justify-center">
      <span role="status">
        {t("table.range", {
          from: number(Math.min((page - 1) * perPage + 1, total)),
          to: number(Math.min(page * perPage, total)),
          total: number(total),
        })}
      </span>
      {note ? <span className="text-xs">{note}</span> : null}
      <label className="ml-auto flex items-center gap-2 max-sm:ml-0">
        {t("table.perPage")}
        <select
          className="field h-[30px] w-auto pr-1 font-[550] max-sm:h-11"
          value={perPage}
          onChange={(event) => onResize(Number(event.target.value))}
        >
          {PAGE_SIZES.map((size) => (
            <option key={size} value={size}>
              {size}
            </option>
          ))}
        </select>
      </label>
      <nav aria-label={t("table.pages")} className="flex max-w-full flex-wrap justify-center gap-1">
        {step(page - 1, t("table.previous"), <ChevronLeft aria-hidden size={16} />)}
        {pagesShown(page, last).map((shown, place) =>
          shown === null ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: a gap has no identity but its place
            <span key={`gap-${place}`} className="grid min-w-[30px] place-items-center max-sm:min-w-3">
              …
            </span>
          ) : (
            step(shown, t("table.page", { page: shown }), number(shown))
          ),
        )}
        {step(page + 1, t("table.next"), <ChevronRight aria-hidden size={16} />)}
      </nav>
    </div>
  );
}

type StepProps = Pick<PagerProps, "onPage" | "onAhead"> & {
  to: number;
  label: string;
  off: boolean;
  here: boolean;
  children: ReactNode;
};

function Step({ to, label, off, here, onPage, onAhead, children }: StepProps) {
  const ahead = () => !off && !here && onAhead?.(to);
  return (
    <button
      type="button"
      disabled={off}
      aria-label={label}
      aria-current={here ? "page" : undefined}
      onPointerEnter={ahead}
      onFocus={ahead}
      onClick={() => onPage(to)}
      className={cx(
        "grid h-[30px] min-w-[30px] place-items-center rounded-md px-1 disabled:opacity-40 max-sm:h-11 max-sm:min-w-11",
        here ? "bg-accent-soft-strong font-[650] text-accent-ink" : "text-ink-soft enabled:hover:bg-hover",
      )}
    >
      {children}
    </button>
  );
}
