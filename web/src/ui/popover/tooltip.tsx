import {
  cloneElement,
  type ReactElement,
  type ReactNode,
  type SyntheticEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { createPortal } from "react-dom";
import { putBeside, type Side } from "./place";

type TooltipProps = {
  text: ReactNode;
  /** One element that takes the handlers of pointer and focus. */
  children: ReactElement;
  side?: Side | undefined;
  /** Nothing to add to what is seen. */
  off?: boolean;
};

const PAUSE_MS = 350;

type Handlers = Record<string, unknown> & { "aria-describedby"?: string };
type Handler = ((event: SyntheticEvent) => void) | undefined;

/** A word beside what is under the pointer or the focus. Escape hides it. */
export function Tooltip({ text, children, side = "bottom", off }: TooltipProps) {
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  if (off) return children;

  const show = (event: SyntheticEvent, after: number) => {
    const target = event.currentTarget as HTMLElement;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setAnchor(target), after);
  };
  const hide = () => {
    clearTimeout(timer.current);
    setAnchor(null);
  };
  const given = children.props as Handlers;
  const both = (name: string, own: (event: SyntheticEvent) => void) => (event: SyntheticEvent) => {
    (given[name] as Handler)?.(event);
    own(event);
  };
  const child = cloneElement(children as ReactElement<Handlers>, {
    onPointerEnter: both(
      "onPointerEnter",
      (event) => (event.nativeEvent as PointerEvent).pointerType !== "touch" && show(event, PAUSE_MS),
    ),
    onPointerLeave: both("onPointerLeave", hide),
    onPointerDown: both("onPointerDown", hide),
    onFocus: both(
      "onFocus",
      (event) => (event.currentTarget as HTMLElement).matches(":focus-visible") && show(event, 0),
    ),
    onBlur: both("onBlur", hide),
    onKeyDown: both("onKeyDown", hide),
    ...(anchor ? { "aria-describedby": [given["aria-describedby"], id].filter(Boolean).join(" ") } : {}),
  });
  return (
    <>
      {child}
      {anchor ? (
        <Bubble id={id} anchor={anchor} side={side}>
          {text}
        </Bubble>
      ) : null}
    </>
  );
}

function Bubble({ id, anchor, side, children }: { id: string; anchor: HTMLElement; side: Side; children: ReactNode }) {
  const bubble = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (bubble.current) putBeside(bubble.current, anchor, { side, align: "center", gap: 6 });
  });
  return createPortal(
    <div
      ref={bubble}
      id={id}
      role="tooltip"
      className="pointer-events-none fixed z-50 w-max max-w-72 animate-appear rounded-md bg-ink px-2 py-1 text-xs text-surface shadow-float"
    >
      {children}
    </div>,
    document.body,
  );
}
