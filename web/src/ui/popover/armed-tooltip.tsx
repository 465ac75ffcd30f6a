/** The tooltips themselves: of an element, and of the cells of a grid. */
import { Tooltip as Radix } from "radix-ui";
import {
  type FocusEvent,
  type HTMLAttributes,
  type ReactNode,
  type Ref,
  useEffect,
  useLayoutEffect,
  useRef,
} from "react";
import { MountedTrigger, useTriggerRef } from "./mounted-trigger";

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
  useTriggerRef(element, ref);
  const latest = useRef(given);
  useLayoutEffect(() => {
    latest.current = given;
  });

  useLayoutEffect(() => {
    const onEvent = (event: Event) => {
      const handler = latest.current[LISTENERS[event.type as keyof typeof LISTENERS]];
      // The handlers read what both kinds of events have.
      (handler as ((event: Event) => void) | undefined)?.(event);
    };
    for (const name of Object.keys(LISTENERS)) element.addEventListener(name, onEvent);
    return () => {
      for (const name of Object.keys(LISTENERS)) element.removeEventListener(name, onEvent);
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
    <Radix.Provider disableHoverableContent>
      <Radix.Root open>
        <Radix.Trigger asChild>
          <MountedTrigger element={at} />
        </Radix.Trigger>
        <Radix.Portal>
          <Radix.Content side="bottom" sideOffset={6} collisionPadding={8} className={look}>
            {children}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  );
}
