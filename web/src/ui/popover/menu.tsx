import { Check, type LucideIcon } from "lucide-react";
import {
  cloneElement,
  createContext,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  type Ref,
  type SyntheticEvent,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { Link } from "react-router";
import { cx } from "@/ui/cx";
import { Floating } from "./floating";
import type { Align, Side } from "./place";

type MenuProps = {
  /** The button that opens it. */
  trigger: ReactElement;
  children: ReactNode;
  align?: Align;
  side?: Side;
  width?: string;
};

/** Closes the menu and gives the focus back. */
const Close = createContext<() => void>(() => undefined);

type TriggerProps = Record<string, unknown> & {
  ref?: Ref<HTMLElement>;
  onClick?: (event: SyntheticEvent) => void;
  onKeyDown?: (event: KeyboardEvent) => void;
};

/** A menu of actions behind a button: ↑ ↓ Home End and first letters move in it, Escape and Tab leave it. */
export function Menu({ trigger, children, align = "end", side = "bottom", width = "min-w-52" }: MenuProps) {
  const id = useId();
  const anchor = useRef<HTMLElement>(null);
  const [open, setOpen] = useState<"first" | "last" | null>(null);
  const given = trigger.props as TriggerProps;
  const button = cloneElement(trigger as ReactElement<TriggerProps>, {
    ref: (node: HTMLElement | null) => {
      anchor.current = node;
      if (typeof given.ref === "function") given.ref(node);
      else if (given.ref) given.ref.current = node;
    },
    "aria-haspopup": "menu",
    "aria-expanded": open !== null,
    "aria-controls": open ? id : undefined,
    "data-state": open ? "open" : "closed",
    onClick: (event: SyntheticEvent) => {
      given.onClick?.(event);
      setOpen(open ? null : "first");
    },
    onKeyDown: (event: KeyboardEvent) => {
      given.onKeyDown?.(event);
      if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
      event.preventDefault();
      // A table behind the button walks its rows with the same keys.
      event.stopPropagation();
      setOpen(event.key === "ArrowDown" ? "first" : "last");
    },
  });
  const close = () => {
    anchor.current?.focus();
    setOpen(null);
  };
  return (
    <>
      {button}
      {open ? (
        <Floating
          anchor={anchor}
          align={align}
          side={side}
          gap={6}
          onClose={() => setOpen(null)}
          className={cx("overflow-y-auto p-1", width)}
        >
          <Close value={close}>
            <Items id={id} from={open} anchor={anchor.current}>
              {children}
            </Items>
          </Close>
        </Floating>
      ) : null}
    </>
  );
}

const items = (list: Element | null) => [
  ...(list?.querySelectorAll<HTMLElement>("[role^=menuitem]:not([aria-disabled=true])") ?? []),
];

type ItemsProps = { id: string; from: "first" | "last"; anchor: HTMLElement | null; children: ReactNode };

function Items({ id, from, anchor, children }: ItemsProps) {
  const list = useRef<HTMLDivElement>(null);
  const close = useContext(Close);
  const typed = useRef({ text: "", at: 0 });
  useEffect(() => {
    const target = from === "first" ? items(list.current)[0] : items(list.current).at(-1);
    (target ?? list.current)?.focus({ preventScroll: true });
  }, [from]);

  function begins(letter: string): HTMLElement | undefined {
    const now = performance.now();
    typed.current = { text: now - typed.current.at > 700 ? letter : typed.current.text + letter, at: now };
    const wanted = typed.current.text.toLocaleLowerCase();
    return items(list.current).find((item) => item.textContent?.trim().toLocaleLowerCase().startsWith(wanted));
  }

  function target(event: KeyboardEvent): HTMLElement | undefined {
    const all = items(list.current);
    const at = all.indexOf(document.activeElement as HTMLElement);
    if (event.key === "ArrowDown") return all[(at + 1) % all.length];
    if (event.key === "ArrowUp") return all.at(at <= 0 ? -1 : at - 1);
    if (event.key === "Home") return all[0];
    if (event.key === "End") return all.at(-1);
    return /^\S$/u.test(event.key) && !event.ctrlKey && !event.metaKey ? begins(event.key) : undefined;
  }

  function onKeyDown(event: KeyboardEvent) {
    event.stopPropagation();
    if (event.key === "Tab") close();
    else if (event.key === " " && event.target instanceof HTMLAnchorElement) event.target.click();
    else {
      const next = target(event);
      next?.focus();
      if (!next) return;
    }
    event.preventDefault();
  }

  return (
    <div
      ref={list}
      id={id}
      role="menu"
      tabIndex={-1}
      aria-label={anchor?.getAttribute("aria-label") ?? anchor?.textContent ?? undefined}
      onKeyDown={onKeyDown}
      className="outline-none"
    >
      {children}
    </div>
  );
}

const row =
  "flex min-h-9 w-full items-center gap-2.5 rounded-md px-2.5 py-1.5 text-left text-sm text-ink outline-none select-none focus:bg-hover aria-disabled:opacity-50 max-sm:min-h-11";

/** What the pointer is on has the focus, so that there is one mark, not two. */
const pointed = {
  tabIndex: -1,
  onPointerMove: (event: SyntheticEvent) => {
    const item = event.currentTarget as HTMLElement;
    if (document.activeElement !== item && item.getAttribute("aria-disabled") !== "true")
      item.focus({ preventScroll: true });
  },
} as const;

type MenuItemProps = {
  children: ReactNode;
  icon?: LucideIcon;
  onSelect?: () => void;
  to?: string;
  danger?: boolean;
  disabled?: boolean;
  /** At the right: a key, a number. */
  hint?: ReactNode;
};

export function MenuItem({ children, icon: Icon, onSelect, to, danger, disabled, hint }: MenuItemProps) {
  const close = useContext(Close);
  const pick = () => {
    if (disabled) return;
    close();
    onSelect?.();
  };
  const content = (
    <>
      {Icon ? <Icon aria-hidden size={16} strokeWidth={1.8} className={danger ? "" : "text-mut"} /> : null}
      <span className="min-w-0 flex-1">{children}</span>
      {hint ? <span className="text-xs text-mut">{hint}</span> : null}
    </>
  );
  if (to && !disabled) {
    return (
      <Link to={to} role="menuitem" {...pointed} onClick={pick} className={row}>
        {content}
      </Link>
    );
  }
  return (
    <button
      type="button"
      role="menuitem"
      aria-disabled={disabled || undefined}
      {...pointed}
      onClick={pick}
      className={cx(row, danger && "text-bad")}
    >
      {content}
    </button>
  );
}

type MenuChoiceProps<T extends string> = {
  label: string;
  value: T;
  options: readonly { value: T; label: string; icon?: LucideIcon; lang?: string }[];
  onChange: (value: T) => void;
};

/** One of a few, in place: a theme, a language. The menu stays open. */
export function MenuChoice<T extends string>({ label, value, options, onChange }: MenuChoiceProps<T>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has no place in a menu
    <div role="group" aria-label={label}>
      <MenuLabel>{label}</MenuLabel>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          role="menuitemradio"
          aria-checked={option.value === value}
          lang={option.lang}
          {...pointed}
          onClick={() => onChange(option.value)}
          className={row}
        >
          {option.icon ? <option.icon aria-hidden size={16} strokeWidth={1.8} className="text-mut" /> : null}
          <span className="flex-1">{option.label}</span>
          {option.value === value ? <Check aria-hidden size={16} className="text-accent-ink" /> : null}
        </button>
      ))}
    </div>
  );
}

type MenuCheckProps = {
  checked: boolean;
  onChange: (checked: boolean) => void;
  children: ReactNode;
  disabled?: boolean;
};

/** On or off; the menu stays open: columns of a table. */
export function MenuCheck({ checked, onChange, children, disabled }: MenuCheckProps) {
  return (
    <button
      type="button"
      role="menuitemcheckbox"
      aria-checked={checked}
      aria-disabled={disabled || undefined}
      {...pointed}
      onClick={() => !disabled && onChange(!checked)}
      className={row}
    >
      <span className="grid size-4 place-items-center rounded-sm border border-line-strong text-accent-ink">
        {checked ? <Check aria-hidden size={14} strokeWidth={2.4} /> : null}
      </span>
      <span className="flex-1">{children}</span>
    </button>
  );
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <div className="px-2.5 pt-2 pb-1 text-xs font-[550] text-mut">{children}</div>;
}

export function MenuLine() {
  return <hr className="my-1 h-px border-0 bg-line" />;
}
