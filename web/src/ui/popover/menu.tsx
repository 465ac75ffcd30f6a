import {
  cloneElement,
  type KeyboardEvent,
  lazy,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  type Ref,
  Suspense,
  useId,
  useRef,
  useState,
} from "react";
import { fetchedOnce } from "@/lib/lazy/import-with-retry";
import type { Entry, MenuCheckProps, MenuChoiceProps, MenuContent, MenuItemProps } from "./menu-parts";

/** The open menu: fetched when idle, or with the first menu that opens. */
export const menuParts = fetchedOnce(() => import("./menu-parts"));
const LazyContent = lazy(async () => ({ default: (await menuParts.fetch()).MenuContent }));

type MenuProps = {
  /** The button that opens it. */
  trigger: ReactElement;
  children: ReactNode;
  align?: "start" | "center" | "end";
  side?: "top" | "right" | "bottom" | "left";
  width?: string;
};

type TriggerProps = Record<string, unknown> & {
  id?: string;
  ref?: Ref<HTMLElement>;
  onClick?: (event: MouseEvent) => void;
  onKeyDown?: (event: KeyboardEvent) => void;
};

/** A menu of actions behind a button: ↑ ↓ Home End and first letters move in it, Escape and Tab leave it. */
export function Menu({ trigger, children, align = "end", side = "bottom", width = "min-w-52" }: MenuProps) {
  const id = useId();
  const anchor = useRef<HTMLElement>(null);
  const [opened, setOpened] = useState<{ entry: Entry; Content: typeof LazyContent | typeof MenuContent } | null>(null);
  const open = (entry: Entry) => setOpened({ entry, Content: menuParts.now?.MenuContent ?? LazyContent });
  const close = () => setOpened(null);
  const given = trigger.props as TriggerProps;
  const triggerId = given.id ?? `${id}-trigger`;
  const button = cloneElement(trigger as ReactElement<TriggerProps>, {
    id: triggerId,
    ref: (node: HTMLElement | null) => {
      anchor.current = node;
      if (typeof given.ref === "function") given.ref(node);
      else if (given.ref) given.ref.current = node;
    },
    "aria-haspopup": "menu",
    "aria-expanded": opened !== null,
    "aria-controls": opened ? id : undefined,
    "data-state": opened ? "open" : "closed",
    onClick: (event: MouseEvent) => {
      given.onClick?.(event);
      // A click without a pointer is a key or a screen reader.
      if (opened) close();
      else open(event.detail === 0 ? "first" : "none");
    },
    onKeyDown: (event: KeyboardEvent) => {
      given.onKeyDown?.(event);
      if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
      event.preventDefault();
      // A table behind the button walks its rows with the same keys.
      event.stopPropagation();
      open(event.key === "ArrowDown" ? "first" : "last");
    },
  });
  return (
    <>
      {button}
      {opened ? (
        <Suspense>
          <opened.Content
            id={id}
            aria-labelledby={triggerId}
            anchor={anchor}
            entry={opened.entry}
            side={side}
            align={align}
            className={width}
            onClose={close}
          >
            {children}
          </opened.Content>
        </Suspense>
      ) : null}
    </>
  );
}

// An item is rendered inside MenuContent only, so the parts are there.
export function MenuItem(props: MenuItemProps) {
  const parts = menuParts.now;
  return parts ? <parts.Item {...props} /> : null;
}

/** One of a few, in place: a theme, a language. The menu stays open. */
export function MenuChoice<T extends string>(props: MenuChoiceProps<T>) {
  const parts = menuParts.now;
  return parts ? <parts.Choice {...props} /> : null;
}

/** On or off; the menu stays open: columns of a table. */
export function MenuCheck(props: MenuCheckProps) {
  const parts = menuParts.now;
  return parts ? <parts.Check {...props} /> : null;
}

/** A heading between items. */
export function MenuLabel(props: { children: ReactNode }) {
  const parts = menuParts.now;
  return parts ? <parts.Label {...props} /> : null;
}

export function MenuLine() {
  return <hr className="my-1 h-px border-0 bg-line" />;
}
