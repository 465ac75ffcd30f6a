/** The open list of a combobox: Radix Popover around a listbox that is searched. */
import { Check } from "lucide-react";
import { type KeyboardEvent, type RefObject, useId, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { matchLevel } from "@/lib/folding";
import { cx } from "@/ui/cx";
import { type Option, wholeLabel } from "./option";
import { Popover, PopoverAnchor, PopoverContent } from "./popover";

export type ComboboxProps<V> = {
  options: readonly Option<V>[];
  /** Accessible name, and the placeholder. */
  label: string;
  placeholder?: string | undefined;
  id?: string | undefined;
  disabled?: boolean;
  invalid?: boolean;
  describedBy?: string | undefined;
  /** A box to type into above the list; by itself with more than seven options. */
  searchable?: boolean;
  loading?: boolean;
  /** The list is searched by the server: called with what is typed. */
  onSearch?: (text: string) => void;
  clearable?: boolean;
  className?: string;
};

type ComboboxListProps<V> = OptionListProps<V> & {
  anchor: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
  /** The Tab key goes on from the button. */
  onLeave: () => void;
};

/** The listbox in it is what opens: a dialog around it would be announced in vain. */
const NO_ROLE = { role: undefined };

export function ComboboxList<V extends string | number>({ anchor, onClose, onLeave, ...list }: ComboboxListProps<V>) {
  return (
    <Popover open onOpenChange={(open) => !open && onClose()}>
      <PopoverAnchor virtualRef={anchor as RefObject<HTMLButtonElement>} />
      <PopoverContent
        {...NO_ROLE}
        trigger={anchor}
        onOpenAutoFocus={focusList}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.key === "Tab") onLeave();
        }}
        className="flex w-max max-w-[min(420px,calc(100vw-16px))] min-w-[max(200px,var(--radix-popover-trigger-width))] flex-col"
      >
        <OptionList {...list} />
      </PopoverContent>
    </Popover>
  );
}

/** The keys go to the search box, without one to the list. */
function focusList(event: Event): void {
  event.preventDefault();
  const content = event.currentTarget as HTMLElement;
  content.querySelector<HTMLElement>("input, [role=listbox]")?.focus({ preventScroll: true });
}

/** Letters that follow each other within this time are one word. */
const TYPED_TOGETHER_MS = 1_000;

/** A list of a thousand groups is searched, not scrolled. */
const MOST_SHOWN = 100;

/** Options that match the query in any spelling, the best match first. */
function found<V>(options: readonly Option<V>[], text: string): readonly Option<V>[] {
  if (!text.trim()) return options;
  const levels: Option<V>[][] = [[], [], []];
  for (const option of options) {
    const level = matchLevel(text, wholeLabel(option));
    if (level !== null) levels[level]?.push(option);
  }
  return levels.flat();
}

/** Options worth rendering; of a truncated list the selected ones come first. */
function cut<V>(options: readonly Option<V>[], chosen: readonly V[]): readonly Option<V>[] {
  if (options.length <= MOST_SHOWN) return options;
  const [first, others] = [true, false].map((is) => options.filter((one) => chosen.includes(one.value) === is));
  return [...(first ?? []), ...(others ?? [])].slice(0, MOST_SHOWN);
}

type OptionListProps<V> = ComboboxProps<V> & {
  chosen: readonly V[];
  multiple: boolean;
  onPick: (value: V) => void;
};

function OptionList<V extends string | number>(props: OptionListProps<V>) {
  const { options, chosen, label, multiple, onPick, onSearch, loading } = props;
  const { t } = useTranslation();
  const list = useId();
  const rows = useRef<HTMLDivElement>(null);
  const [text, setText] = useState("");
  const searchable = props.searchable ?? (onSearch !== undefined || options.length > 7);
  // As they were when the list opened, so that nothing moves away from under the finger.
  const [first] = useState(chosen);
  const matching = useMemo(() => (onSearch ? options : found(options, text)), [options, text, onSearch]);
  const shown = useMemo(() => cut(matching, first), [matching, first]);
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      shown.findIndex((option) => chosen.includes(option.value)),
    ),
  );
  const active = Math.min(at, shown.length - 1);
  const typed = useRef({ word: "", until: 0 });

  function move(to: number) {
    const next = Math.max(0, Math.min(shown.length - 1, to));
    setAt(next);
    rows.current?.children[next]?.scrollIntoView({ block: "nearest" });
  }

  function pick(option: Option<V> | undefined) {
    if (option && !option.disabled) onPick(option.value);
  }

  /** Without a search box, letters go to the option that begins with them, as in a list of the system. */
  function typeAhead(key: string): boolean {
    const word = typed.current.until > Date.now() ? typed.current.word + key : key;
    if (searchable || key.length !== 1 || !word.trim()) return false;
    typed.current = { word, until: Date.now() + TYPED_TOGETHER_MS };
    const [best] = found(shown, word);
    if (best) move(shown.indexOf(best));
    return true;
  }

  function onKeyDown(event: KeyboardEvent) {
    const moves: Record<string, number> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      Home: 0,
      End: shown.length - 1,
    };
    const to = moves[event.key];
    if (to !== undefined && !(searchable && text && (event.key === "Home" || event.key === "End"))) move(to);
    else if (event.key === "Enter" || (event.key === " " && !searchable && typed.current.until < Date.now()))
      pick(shown[active]);
    else if (event.ctrlKey || event.metaKey || event.altKey) return;
    else {
      // The shortcut shown beside an option selects it.
      const named = searchable ? undefined : shown.find((option) => option.hint === event.key);
      if (named) pick(named);
      else if (!typeAhead(event.key)) return;
    }
    event.preventDefault();
  }

  const activeId = shown.length > 0 ? `${list}-${active}` : undefined;
  const combo = {
    role: "combobox" as const,
    "aria-expanded": true,
    "aria-controls": list,
    "aria-label": label,
    "aria-activedescendant": activeId,
    onKeyDown,
  };
  return (
    <>
      {searchable ? (
        <input
          {...combo}
          autoComplete="off"
          aria-autocomplete="list"
          value={text}
          placeholder={t("kit.search")}
          onChange={(event) => {
            setText(event.target.value);
            setAt(0);
            onSearch?.(event.target.value);
          }}
          className="h-10 shrink-0 border-b border-line bg-transparent px-3 text-sm outline-none"
        />
      ) : null}
      <div
        role="listbox"
        aria-label={label}
        {...(searchable ? {} : { tabIndex: 0, onKeyDown, "aria-activedescendant": activeId })}
        id={list}
        ref={rows}
        aria-multiselectable={multiple || undefined}
        aria-busy={loading || undefined}
        // A click must not move the focus away from the search box.
        onMouseDown={(event) => event.preventDefault()}
        className="max-h-[300px] min-h-0 flex-1 overflow-y-auto p-1 outline-none"
      >
        {shown.map((option, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays on the list, aria-activedescendant names the option
          // biome-ignore lint/a11y/useKeyWithClickEvents: the list hears the keys
          <div
            key={option.value}
            id={`${list}-${index}`}
            role="option"
            aria-selected={chosen.includes(option.value)}
            aria-disabled={option.disabled || undefined}
            onPointerMove={() => index !== active && setAt(index)}
            onClick={() => pick(option)}
            className={cx(
              "flex min-h-8 items-center gap-2 rounded-md px-2.5 py-1.5 text-sm max-sm:min-h-11",
              index === active && "bg-hover",
              option.disabled && "opacity-50",
            )}
          >
            <span className="min-w-0 flex-1">{wholeLabel(option)}</span>
            {option.hint ? <span className="text-xs text-mut">{option.hint}</span> : null}
            <Check
              aria-hidden
              size={15}
              strokeWidth={2.2}
              className={cx("shrink-0 text-accent-ink", !chosen.includes(option.value) && "invisible")}
            />
          </div>
        ))}
        {shown.length < matching.length ? (
          <p className="px-2.5 py-2 text-xs text-mut">
            {t("kit.moreOptions", { count: matching.length - shown.length })}
          </p>
        ) : null}
        {shown.length === 0 ? (
          <p className="px-2.5 py-3 text-center text-sm text-mut">
            {loading ? t("kit.loading") : t("kit.nothingFound")}
          </p>
        ) : null}
      </div>
    </>
  );
}
