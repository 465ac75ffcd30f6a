/**
 * Search of a list: debounced by a second (part 1 §9), or applied on Enter. `/` focuses it, ↓ enters the rows.
 */
import { Search, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { PAGE_SEARCH } from "@/lib/shortcuts";
import { cx } from "@/ui/cx";
import { enterRows } from "@/ui/table/use-roving-focus";

export const SEARCH_DEBOUNCE_MS = 1000;

interface SearchBoxProps {
  value: string;
  label: string;
  onSearch: (value: string) => void;
  className?: string;
}

export function SearchBox({ value, label, onSearch, className }: SearchBoxProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(value);
  const applied = useRef(value);
  const latest = useRef(onSearch);
  useEffect(() => {
    latest.current = onSearch;
  });
  const apply = (word: string) => {
    const wanted = word.trim();
    if (wanted === applied.current) return;
    applied.current = wanted;
    latest.current(wanted);
  };

  // Back, a shared link or *clear* changed the search from outside.
  useEffect(() => {
    if (value === applied.current) return;
    applied.current = value;
    setTyped(value);
  }, [value]);

  useEffect(() => {
    const timer = setTimeout(() => {
      const wanted = typed.trim();
      if (wanted === applied.current) return;
      applied.current = wanted;
      latest.current(wanted);
    }, SEARCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed]);

  const empty = () => {
    setTyped("");
    apply("");
  };
  return (
    <div className={cx("relative block", className)}>
      <Search
        aria-hidden
        size={15}
        className="pointer-events-none absolute top-1/2 left-2.5 -translate-y-1/2 text-mut"
      />
      <input
        {...PAGE_SEARCH}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        className={cx("field pl-8", typed && "pr-8")}
        aria-label={label}
        placeholder={label}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") apply(typed);
          if (event.key === "Escape" && typed) empty();
          if (event.key === "ArrowDown") {
            event.preventDefault();
            enterRows(document);
          }
        }}
      />
      {typed ? (
        <button
          type="button"
          aria-label={t("table.filters.searchClear")}
          onClick={empty}
          className="absolute top-1/2 right-1 grid size-7 -translate-y-1/2 place-items-center rounded text-mut hover:text-ink max-sm:right-0 max-sm:size-11"
        >
          <X aria-hidden size={15} />
        </button>
      ) : null}
    </div>
  );
}
