import { ChevronDown, X } from "lucide-react";
import { lazy, Suspense, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { fetchedOnce } from "@/lib/lazy/import-with-retry";
import { cx } from "@/ui/cx";
import type { ComboboxList, ComboboxProps } from "./combobox-list";
import { wholeLabel } from "./option";

/** The open list: fetched when idle, or with the first field that opens. */
export const comboboxList = fetchedOnce(() => import("./combobox-list"));
const LazyList = lazy(async () => ({ default: (await comboboxList.fetch()).ComboboxList }));

type SelectProps<V> = ComboboxProps<V> & { value: V | undefined; onChange: (value: V | undefined) => void };
type MultiSelectProps<V> = ComboboxProps<V> & { values: readonly V[]; onChange: (values: V[]) => void };

/** Selects one of many. */
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

/** Selects some of many. */
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

type PickerProps<V> = ComboboxProps<V> & {
  chosen: readonly V[];
  multiple?: boolean;
  onPick: (value: V, close: () => void) => void;
  onClear: () => void;
};

function Picker<V extends string | number>(props: PickerProps<V>) {
  const { options, label, placeholder, chosen, multiple, onPick, onClear, clearable, className } = props;
  const { t } = useTranslation();
  const button = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState<{ List: typeof LazyList | typeof ComboboxList } | null>(null);
  const open = () => setOpened({ List: comboboxList.now?.ComboboxList ?? LazyList });
  const close = () => {
    button.current?.focus();
    setOpened(null);
  };
  const picked = options.filter((option) => chosen.includes(option.value));
  const names = picked.map(wholeLabel);
  const summary = names.length > 2 ? t("kit.chosen", { count: names.length }) : names.join(", ");
  const [only] = picked.length === 1 ? picked : [];
  // The visible text is part of the name, so that voice control finds the field by it.
  const shown = summary || placeholder;
  return (
    <>
      <span className={cx("relative inline-flex w-full", className)}>
        <button
          ref={button}
          type="button"
          id={props.id}
          disabled={props.disabled}
          aria-label={shown && shown !== label ? `${label}: ${shown}` : label}
          aria-haspopup="listbox"
          aria-expanded={opened !== null}
          aria-invalid={props.invalid || undefined}
          aria-describedby={props.describedBy}
          data-state={opened ? "open" : "closed"}
          onClick={() => (opened ? setOpened(null) : open())}
          onKeyDown={(event) => {
            if (event.key !== "ArrowDown") return;
            event.preventDefault();
            open();
          }}
          className="field flex items-center gap-2 text-left"
        >
          <span className={cx("min-w-0 truncate", !only?.end && "flex-1", summary ? "font-medium" : "text-mut")}>
            {only?.label || summary || (placeholder ?? label)}
          </span>
          {only?.end ? <span className="-ml-1 shrink-0 grow font-medium">· {only.end}</span> : null}
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
      </span>
      {opened ? (
        <Suspense>
          <opened.List
            {...props}
            multiple={multiple ?? false}
            anchor={button}
            onClose={() => setOpened(null)}
            onLeave={close}
            onPick={(value) => onPick(value as V, close)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
