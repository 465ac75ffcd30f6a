/** Calendar of a month: weeks begin with Monday in every language; arrows, Page Up and Page Down move on. */
import { ChevronLeft, ChevronRight } from "lucide-react";
import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "@/i18n/use-language";
import {
  addDays,
  addMonths,
  type CalendarLanguage,
  clampDate,
  formatLongDate,
  monthLong,
  monthWeeks,
  todayIn,
  weekdayLong,
  weekdayNarrow,
  yearMonthOf,
} from "@/lib/dates";
import { IconButton } from "@/ui/controls/button";
import { cx } from "@/ui/cx";
import { Popover, PopoverAnchor, PopoverContent } from "@/ui/popover/popover";

interface DayPickerProps {
  label: string;
  /** The day that is typed, if it is one. */
  day: string | null;
  min: string;
  max: string;
  anchor: RefObject<HTMLElement | null>;
  onPick: (day: string) => void;
  onClose: () => void;
}

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];
const STEPS: Record<string, (day: string) => string> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -7),
  ArrowDown: (day) => addDays(day, 7),
  PageUp: (day) => addMonths(day, -1),
  PageDown: (day) => addMonths(day, 1),
};

export function DayPicker({ label, day, min, max, anchor, onPick, onClose }: DayPickerProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [at, setAt] = useState(clampDate(day ?? todayIn("utc"), min, max));
  const grid = useRef<HTMLTableElement>(null);
  // the day that the keyboard is at; a month chosen above leaves the focus there
  const moved = useRef(false);
  const focusDay = () => grid.current?.querySelector<HTMLElement>(`[data-day="${at}"]`)?.focus({ preventScroll: true });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another day moves the focus
  useLayoutEffect(() => {
    if (moved.current) focusDay();
    moved.current = false;
  }, [at]);
  const go = (to: string, byKey = false) => {
    moved.current = byKey;
    setAt(clampDate(to, min, max));
  };
  const key = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    go(step(at), true);
  };
  const { year, month } = yearMonthOf(at);
  return (
    <Popover open onOpenChange={(open) => !open && onClose()}>
      <PopoverAnchor virtualRef={anchor as RefObject<HTMLElement>} />
      <PopoverContent
        trigger={anchor}
        align="end"
        aria-label={label}
        onOpenAutoFocus={(event) => {
          event.preventDefault();
          focusDay();
        }}
        className="p-3"
      >
        <div className="mb-2 flex items-center gap-1">
          <IconButton icon={ChevronLeft} label={t("form.monthBefore")} onClick={() => go(addMonths(at, -1))} />
          <MonthAndYear at={at} min={min} max={max} language={language} onChange={go} />
          <IconButton icon={ChevronRight} label={t("form.monthAfter")} onClick={() => go(addMonths(at, 1))} />
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the pattern of a calendar is a table as a grid */}
        <table ref={grid} role="grid" aria-label={`${monthLong(month, language)} ${year}`} onKeyDown={key}>
          <thead>
            <tr>
              {WEEKDAYS.map((one) => (
                <th
                  key={one}
                  scope="col"
                  abbr={weekdayLong(one, language)}
                  className="h-7 text-xs font-normal text-mut"
                >
                  {weekdayNarrow(one, language)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {monthWeeks({ year, month }).map((week) => (
              <tr key={week.find(Boolean)}>
                {week.map((one, place) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a place of a week is its weekday
                  <td key={place} className="p-0">
                    {one ? (
                      <Day
                        day={one}
                        picked={one === day}
                        at={one === at}
                        off={one < min || one > max}
                        onPick={onPick}
                      />
                    ) : null}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </PopoverContent>
    </Popover>
  );
}

interface DayProps {
  day: string;
  picked: boolean;
  at: boolean;
  off: boolean;
  onPick: (day: string) => void;
}

function Day({ day, picked, at, off, onPick }: DayProps) {
  const language = useLanguage();
  // The name begins with the visible number, which has no leading zero, so that a spoken "5" finds the day.
  const name = formatLongDate(day, language).replace(/^0/, "");
  return (
    <button
      type="button"
      data-day={day}
      tabIndex={at ? 0 : -1}
      disabled={off}
      aria-pressed={picked}
      aria-label={name}
      onClick={() => onPick(day)}
      className={cx(
        "grid size-9 place-items-center rounded text-sm tabular-nums disabled:text-mut disabled:opacity-50 max-sm:size-11",
        picked ? "bg-accent font-[600] text-on-accent" : "enabled:hover:bg-hover",
      )}
    >
      {Number(day.slice(8))}
    </button>
  );
}

interface MonthAndYearProps {
  at: string;
  min: string;
  max: string;
  language: CalendarLanguage;
  onChange: (day: string) => void;
}

function MonthAndYear({ at, min, max, language, onChange }: MonthAndYearProps) {
  const { t } = useTranslation();
  const { year, month } = yearMonthOf(at);
  const first = yearMonthOf(min).year;
  const years = Array.from({ length: yearMonthOf(max).year - first + 1 }, (_, place) => first + place).reverse();
  const look = "field h-9 w-auto min-w-0 flex-1 py-0";
  return (
    <>
      <select
        aria-label={t("form.month")}
        className={look}
        value={month}
        onChange={(event) => onChange(addMonths(at, Number(event.target.value) - month))}
      >
        {Array.from({ length: 12 }, (_, place) => place + 1).map((one) => (
          <option key={one} value={one}>
            {monthLong(one, language)}
          </option>
        ))}
      </select>
      <select
        aria-label={t("form.year")}
        className={look}
        value={year}
        onChange={(event) => onChange(addMonths(at, (Number(event.target.value) - year) * 12))}
      >
        {years.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
    </>
  );
}
