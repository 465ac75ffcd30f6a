import { Check, ChevronDown, X } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useId, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { matchLevel } from "@/lib/folding";
import { cx } from "@/ui/cx";
import { Floating } from "./floating";

export type Option<V> = { value: V; label: string; hint?: ReactNode; disabled?: boolean };

type Common<V> = {
  options: readonly Option<V>[];
  /** Its name for readers, and what is shown while nothing is chosen. */
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

type SelectProps<V> = Common<V> & { value: V | undefined; onChange: (value: V | undefined) => void };
type MultiSelectProps<V> = Common<V> & { values: readonly V[]; onChange: (values: V[]) => void };

/** One of many. */
export function Select<V extends string | number>({ value, onChange, ...rest }: SelectProps<V>) {
  return (
    <Picker
      {...rest}
      chosen={value === undefined ? [] : [value]}
      onPick={(picked, close) => {
        onChange(picked);
        close();
      }}
      onClear={() => onChange(undefined)}
    />
  );
}

/** Some of many. */
export function MultiSelect<V extends string | number>({ values, onChange, ...rest }: MultiSelectProps<V>) {
  return (
    <Picker
      {...rest}
      multiple
      chosen={values}
      onPick={(picked) =>
        onChange(values.includes(picked) ? values.filter((value) => value !== picked) : [...values, picked])
      }
      onClear={() => onChange([])}
    />
  );
}

type PickerProps<V> = Common<V> & {
  chosen: readonly V[];
  multiple?: boolean;
  onPick: (value: V, close: () => void) => void;
  onClear: () => void;
};

/** A list of a thousand groups is searched, not scrolled. */
const MOST_SHOWN = 100;

/** The options that what is typed finds in whatever spelling, the best spelled first. */
function found<V>(options: readonly Option<V>[], text: string): readonly Option<V>[] {
  if (!text.trim()) return options;
  const levels: Option<V>[][] = [[], [], []];
  for (const option of options) {
    const level = matchLevel(text, option.label);
    if (level !== null) levels[level]?.push(option);
  }
  return levels.flat();
}

/** As many as are worth drawing; of a list that is cut the chosen come first. */
function cut<V>(options: readonly Option<V>[], chosen: readonly V[]): readonly Option<V>[] {
  if (options.length <= MOST_SHOWN) return options;
  const [first, others] = [true, false].map((is) => options.filter((one) => chosen.includes(one.value) === is));
  return [...(first ?? []), ...(others ?? [])].slice(0, MOST_SHOWN);
}

function Picker<V extends string | number>(props: PickerProps<V>) {
  const { options, label, placeholder, chosen, multiple, onPick, onClear, clearable, className } = props;
  const { t } = useTranslation();
  const anchor = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const close = () => {
    anchor.current?.focus();
    setOpen(false);
  };
  const names = options.filter((option) => chosen.includes(option.value)).map((option) => option.label);
  const words = names.length > 2 ? t("kit.chosen", { count: names.length }) : names.join(", ");
  // What is seen in it is part of its name, so that who speaks to the browser can say it.
  const said = words || placeholder;
  return (
    <span className={cx("relative inline-flex w-full", className)}>
      <button
        ref={anchor}
        type="button"
        id={props.id}
        disabled={props.disabled}
        aria-label={said && said !== label ? `${label}: ${said}` : label}
        aria-haspopup="listbox"
        aria-expanded={open}
        aria-invalid={props.invalid || undefined}
        aria-describedby={props.describedBy}
        data-state={open ? "open" : "closed"}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown") return;
          event.preventDefault();
          setOpen(true);
        }}
        className="field flex items-center gap-2 text-left"
      >
        <span className={cx("min-w-0 flex-1 truncate", words ? "font-medium" : "text-mut")}>
          {words || (placeholder ?? label)}
        </span>
        <ChevronDown aria-hidden size={15} strokeWidth={1.8} className="shrink-0 text-mut" />
      </button>
      {clearable && chosen.length > 0 && !props.disabled ? (
        <button
          type="button"
          aria-label={`${t("kit.clear")}: ${label}`}
          onClick={onClear}
          className="absolute inset-y-1 right-1 grid w-7 place-items-center rounded-md bg-surface text-mut hover:bg-hover hover:text-ink max-sm:w-10"
        >
          <X aria-hidden size={15} />
        </button>
      ) : null}
      {open ? (
        <Floating
          anchor={anchor}
          asWide
          onClose={() => setOpen(false)}
          onKeyDown={(event) => {
            event.stopPropagation();
            if (event.key === "Tab") close();
          }}
          className="flex w-max max-w-[min(420px,calc(100vw-16px))] min-w-[200px] flex-col"
        >
          <OptionList {...props} multiple={multiple ?? false} onPick={(value) => onPick(value, close)} />
        </Floating>
      ) : null}
    </span>
  );
}

type OptionListProps<V> = Omit<PickerProps<V>, "onPick" | "multiple"> & {
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

  function move(to: number) {
    const next = Math.max(0, Math.min(shown.length - 1, to));
    setAt(next);
    rows.current?.children[next]?.scrollIntoView({ block: "nearest" });
  }

  function pick(option: Option<V> | undefined) {
    if (option && !option.disabled) onPick(option.value);
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
    else if (event.key === "Enter" || (event.key === " " && !searchable)) pick(shown[active]);
    else {
      // The key that stands beside an option picks it.
      const named = searchable ? undefined : shown.find((option) => option.hint === event.key);
      if (!named) return;
      pick(named);
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
          // biome-ignore lint/a11y/noAutofocus: the list was opened to type into it
          autoFocus
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
        ref={(node) => {
          rows.current = node;
          if (node && !searchable && !node.contains(document.activeElement)) node.focus();
        }}
        aria-multiselectable={multiple || undefined}
        aria-busy={loading || undefined}
        // In a window a press would give the focus to the window, and the list would close before the click.
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
            <span className="min-w-0 flex-1">{option.label}</span>
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
