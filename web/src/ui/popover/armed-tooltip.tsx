/** The tooltips themselves: Radix Tooltip for an element, Radix Popper for the cells of a grid. */
import { Portal, Tooltip as Radix } from "radix-ui";
import { Popper } from "radix-ui/internal";
import {
  type FocusEvent,
  type HTMLAttributes,
  type ReactNode,
  type Ref,
  useEffect,
  useLayoutEffect,
  useRef,
} from "react";

export type Side = "top" | "right" | "bottom" | "left";

const DELAY_MS = 350;
const look =
  "pointer-events-none z-50 w-max max-w-72 animate-appear rounded-md bg-ink px-2 py-1 text-xs text-surface shadow-float";

type ArmedTooltipProps = {
  element: HTMLElement;
  /** The event that armed it, which happened before it was there. */
  by: "pointermove" | "focus";
  side: Side;
  children: ReactNode;
};

export function ArmedTooltip({ element, by, side, children }: ArmedTooltipProps) {
  return (
    // Not hoverable: in a dense row the tooltip of one button would cover the button below it.
    <Radix.Provider delayDuration={DELAY_MS} skipDelayDuration={0} disableHoverableContent>
      <Radix.Root>
        <Radix.Trigger asChild onFocus={onlyByKeyboard}>
          <Bound element={element} by={by} />
        </Radix.Trigger>
        <Radix.Portal>
          <Radix.Content side={side} sideOffset={6} collisionPadding={8} className={look}>
            {children}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  );
}

/** Focus that returns after a press shows no tooltip: only the keyboard does. */
function onlyByKeyboard(event: FocusEvent<HTMLElement>): void {
  if (!event.currentTarget.matches(":focus-visible")) event.preventDefault();
}

const LISTENERS = {
  pointermove: "onPointerMove",
  pointerleave: "onPointerLeave",
  pointerdown: "onPointerDown",
  focus: "onFocus",
  blur: "onBlur",
  click: "onClick",
} as const;

type BoundProps = HTMLAttributes<HTMLElement> & Pick<ArmedTooltipProps, "element" | "by"> & { ref?: Ref<HTMLElement> };

/** The trigger's handlers, for an element that is mounted already. */
function Bound({ element, by, ref, ...given }: BoundProps) {
  const latest = useRef({ given, ref });
  useLayoutEffect(() => {
    latest.current = { given, ref };
  });

  useLayoutEffect(() => {
    const put = (node: HTMLElement | null) => {
      const { ref: now } = latest.current;
      if (typeof now === "function") now(node);
      else if (now) now.current = node;
    };
    put(element);
    const heard = (event: Event) => {
      const handler = latest.current.given[LISTENERS[event.type as keyof typeof LISTENERS]];
      // The handlers read what both kinds of events have.
      (handler as ((event: Event) => void) | undefined)?.(event);
    };
    for (const name of Object.keys(LISTENERS)) element.addEventListener(name, heard);
    return () => {
      for (const name of Object.keys(LISTENERS)) element.removeEventListener(name, heard);
      put(null);
    };
  }, [element]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the event that came too early
  useEffect(() => {
    element.dispatchEvent(by === "focus" ? new FocusEvent(by) : new PointerEvent(by, { pointerType: "mouse" }));
  }, [element]);

  const description = given["aria-describedby"];
  useEffect(() => {
    if (!description) return;
    const own = element.getAttribute("aria-describedby");
    element.setAttribute("aria-describedby", [own, description].filter(Boolean).join(" "));
    return () => {
      if (own === null) element.removeAttribute("aria-describedby");
      else element.setAttribute("aria-describedby", own);
    };
  }, [element, description]);
  return null;
}

type PointedTooltipProps = {
  /** The element that it explains; another one moves it there. */
  at: HTMLElement;
  children: ReactNode;
};

/** One tooltip for the many cells of a grid, each of which would be too many with a tooltip of its own. */
export function PointedTooltip({ at, children }: PointedTooltipProps) {
  return (
    <Popper.Root>
      <Popper.Anchor virtualRef={{ current: at }} />
      <Portal.Root>
        <Popper.Content side="bottom" sideOffset={6} collisionPadding={8} role="tooltip" className={look}>
          {children}
        </Popper.Content>
      </Portal.Root>
    </Popper.Root>
  );
}
