/** Filter by a day: typed as DD.MM.YYYY, applied on Enter or blur, or picked in a calendar. */
import { CalendarDays } from "lucide-react";
import { Suspense, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ANY_YEARS, formatDate, parseDate } from "@/lib/dates";
import { lazyComponent } from "@/lib/lazy/lazy-component";
import { cx } from "@/ui/cx";

// fetched when it is first opened
const DayPicker = lazyComponent(async () => (await import("@/ui/form/day-picker")).DayPicker, ["form"]);

interface FilterDayProps {
  label: string;
  /** YYYY-MM-DD. */
  day: string | undefined;
  onChange: (day: string | undefined) => void;
  className?: string;
}

export function FilterDay({ label, day, onChange, className = "" }: FilterDayProps) {
  const { t } = useTranslation();
  const opener = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const shown = day ? formatDate(day) : "";
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? shown;
  const read = parseDate(text);
  const wrong = typed !== null && text.trim() !== "" && read === null;
  const settle = () => {
    if (typed === null || wrong) return;
    setTyped(null);
    if ((read ?? undefined) !== day) onChange(read ?? undefined);
  };
  return (
    <span className={cx("relative block", className)}>
      <input
        type="text"
        inputMode="numeric"
        autoComplete="off"
        maxLength={10}
        className="field pr-9"
        aria-label={`${label} (DD.MM.YYYY)`}
        aria-invalid={wrong || undefined}
        placeholder={label}
        value={text}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={settle}
        onKeyDown={(event) => {
          if (event.key === "Enter") settle();
          if (event.key === "Escape" && typed !== null) {
            event.stopPropagation();
            setTyped(null);
          }
        }}
      />
      <button
        ref={opener}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-label={t("table.filters.pickDay", { filter: label })}
        className="absolute top-0 right-0 grid size-9 place-items-center rounded text-ink-soft hover:text-ink max-sm:size-11"
        onClick={() => setOpen(!open)}
      >
        <CalendarDays aria-hidden size={16} strokeWidth={1.8} />
      </button>
      {open ? (
        <Suspense>
          <DayPicker
            label={t("table.filters.pickDay", { filter: label })}
            day={read ?? day ?? null}
            min={`${ANY_YEARS.first}-01-01`}
            max={`${ANY_YEARS.last}-12-31`}
            anchor={opener}
            onClose={() => setOpen(false)}
            onPick={(picked) => {
              setTyped(null);
              setOpen(false);
              if (picked !== day) onChange(picked);
              opener.current?.focus();
            }}
          />
        </Suspense>
      ) : null}
    </span>
  );
}
