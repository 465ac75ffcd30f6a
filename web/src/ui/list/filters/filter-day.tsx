/** Filter by a day: typed as DD.MM.YYYY, applied on Enter or blur. */
import { useState } from "react";
import { formatDate, parseDate } from "@/lib/dates";
import { cx } from "@/ui/cx";

interface FilterDayProps {
  label: string;
  /** YYYY-MM-DD. */
  day: string | undefined;
  onChange: (day: string | undefined) => void;
  className?: string;
}

export function FilterDay({ label, day, onChange, className = "" }: FilterDayProps) {
  const said = day ? formatDate(day) : "";
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? said;
  const read = parseDate(text);
  const wrong = typed !== null && text.trim() !== "" && read === null;
  const settle = () => {
    if (typed === null || wrong) return;
    setTyped(null);
    if ((read ?? undefined) !== day) onChange(read ?? undefined);
  };
  return (
    <input
      type="text"
      inputMode="numeric"
      autoComplete="off"
      maxLength={10}
      className={cx("field", className)}
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
  );
}
