/** The open menu: a Radix DropdownMenu that is mounted with it, so that no row of a table has a root of its own. */
import { Check as CheckMark, type LucideIcon } from "lucide-react";
import { DropdownMenu as Radix } from "radix-ui";
import { createContext, type FocusEvent, type ReactNode, type RefObject, useContext, useRef } from "react";
import { Link } from "react-router";
import { cx } from "@/ui/cx";
import { onlyThisCloses } from "@/ui/dialog/dialog-parts";
import { nothingFocused } from "@/ui/focus-neighbour";
import { MountedTrigger } from "./mounted-trigger";

/** The item that an opened menu focuses; with a pointer it is the one that the pointer reaches. */
export type Entry = "first" | "last" | "none";

type MenuContentProps = {
  id: string;
  "aria-labelledby": string;
  /** The button that opened it. */
  anchor: RefObject<HTMLElement | null>;
  entry: Entry;
  side: "top" | "right" | "bottom" | "left";
  align: "start" | "center" | "end";
  className: string;
  onClose: () => void;
  children: ReactNode;
};

const Trigger = createContext<RefObject<HTMLElement | null>>({ current: null });

export function MenuContent({ anchor, entry, onClose, className, children, ...rest }: MenuContentProps) {
  const entered = useRef(entry === "none");
  const leftOutside = useRef(false);

  function onFocus(event: FocusEvent<HTMLElement>) {
    if (entered.current || event.target !== event.currentTarget) return;
    entered.current = true;
    event.preventDefault();
    const items = event.currentTarget.querySelectorAll<HTMLElement>("[role^=menuitem]:not([aria-disabled=true])");
    [...items].at(entry === "last" ? -1 : 0)?.focus({ preventScroll: true });
  }

  return (
    // Not modal: the page behind stays usable, and one press elsewhere both closes the menu and acts.
    <Radix.Root open onOpenChange={(open) => !open && onClose()} modal={false}>
      <Radix.Trigger asChild>
        <MountedTrigger element={anchor.current} />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          {...rest}
          sideOffset={6}
          collisionPadding={8}
          loop
          onFocus={onFocus}
          onKeyDown={(event) => {
            event.stopPropagation();
            if (event.key !== "Tab") return;
            event.preventDefault();
            onClose();
          }}
          onEscapeKeyDown={onlyThisCloses}
          onInteractOutside={(event) => {
            // The button itself toggles.
            if (anchor.current?.contains(event.target as Node)) event.preventDefault();
            else leftOutside.current = true;
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (nothingFocused() && !leftOutside.current) anchor.current?.focus();
          }}
          className={cx(
            "floating z-50 max-h-(--radix-dropdown-menu-content-available-height) animate-appear overflow-y-auto p-1",
            className,
          )}
        >
          <Trigger value={anchor}>{children}</Trigger>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

const line =
  "flex min-h-9 w-full items-center gap-2.5 rounded-md px-2.5 py-1.5 text-left text-sm text-ink outline-none select-none focus:bg-hover max-sm:min-h-11";
const row = `${line} aria-disabled:opacity-50`;

const staysOpen = (event: Event) => event.preventDefault();

export type MenuItemProps = {
  children: ReactNode;
  icon?: LucideIcon;
  onSelect?: () => void;
  to?: string;
  danger?: boolean;
  disabled?: boolean | undefined;
  /** At the right: a key, a number; of a disabled item the reason, below its name. */
  hint?: ReactNode;
};

export function Item({ children, icon: Icon, onSelect, to, danger, disabled = false, hint }: MenuItemProps) {
  const trigger = useContext(Trigger);
  const select = () => {
    // A dialog that opens now returns the focus to the trigger, not to an item that is gone.
    trigger.current?.focus();
    onSelect?.();
  };
  const reason = disabled ? hint : undefined;
  // The reason stays readable: only the icon and the name are faded.
  const faded = reason ? "opacity-50" : "";
  const content = (
    <>
      {Icon ? <Icon aria-hidden size={16} strokeWidth={1.8} className={cx(danger ? "" : "text-mut", faded)} /> : null}
      <span className="min-w-0 flex-1">
        <span className={faded}>{children}</span>
        {reason ? <span className="block max-w-[40ch] text-xs text-mut">{reason}</span> : null}
      </span>
      {hint && !disabled ? <span className="text-xs text-mut">{hint}</span> : null}
    </>
  );
  if (to && !disabled) {
    return (
      <Radix.Item asChild onSelect={select} className={row}>
        <Link to={to}>{content}</Link>
      </Radix.Item>
    );
  }
  return (
    <Radix.Item disabled={disabled} onSelect={select} className={cx(reason ? line : row, danger && "text-bad")}>
      {content}
    </Radix.Item>
  );
}

export type MenuChoiceProps<T extends string> = {
  label: string;
  value: T;
  options: readonly { value: T; label: string; icon?: LucideIcon; lang?: string }[];
  onChange: (value: T) => void;
};

export function Choice<T extends string>({ label, value, options, onChange }: MenuChoiceProps<T>) {
  return (
    <Radix.RadioGroup aria-label={label} value={value} onValueChange={(next) => onChange(next as T)}>
      <Label>{label}</Label>
      {options.map((option) => (
        <Radix.RadioItem
          key={option.value}
          value={option.value}
          lang={option.lang}
          onSelect={staysOpen}
          className={row}
        >
          {option.icon ? <option.icon aria-hidden size={16} strokeWidth={1.8} className="text-mut" /> : null}
          <span className="flex-1">{option.label}</span>
          <Radix.ItemIndicator>
            <CheckMark aria-hidden size={16} className="text-accent-ink" />
          </Radix.ItemIndicator>
        </Radix.RadioItem>
      ))}
    </Radix.RadioGroup>
  );
}

export type MenuCheckProps = {
  checked: boolean;
  onChange: (checked: boolean) => void;
  children: ReactNode;
  disabled?: boolean;
};

export function Check({ checked, onChange, children, disabled = false }: MenuCheckProps) {
  return (
    <Radix.CheckboxItem
      checked={checked}
      onCheckedChange={onChange}
      onSelect={staysOpen}
      disabled={disabled}
      className={row}
    >
      <span className="grid size-4 place-items-center rounded-sm border border-line-strong text-accent-ink">
        <Radix.ItemIndicator>
          <CheckMark aria-hidden size={14} strokeWidth={2.4} />
        </Radix.ItemIndicator>
      </span>
      <span className="flex-1">{children}</span>
    </Radix.CheckboxItem>
  );
}

export function Label({ children }: { children: ReactNode }) {
  return <Radix.Label className="px-2.5 pt-2 pb-1 text-xs font-[550] text-mut">{children}</Radix.Label>;
}
