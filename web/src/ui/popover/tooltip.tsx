import { cloneElement, lazy, type ReactElement, type ReactNode, Suspense, type SyntheticEvent, useState } from "react";
import { fetchedOnce } from "@/lib/lazy/import-with-retry";
import type { ArmedTooltip, Side } from "./armed-tooltip";

/** The tooltip itself: fetched when idle, or with the first one that is needed. */
export const tooltipParts = fetchedOnce(() => import("./armed-tooltip"));
const LazyTooltip = lazy(async () => ({ default: (await tooltipParts.fetch()).ArmedTooltip }));

type TooltipProps = {
  text: ReactNode;
  /** One element that accepts pointer and focus handlers. */
  children: ReactElement;
  side?: Side;
  /** The tooltip adds nothing to the visible text. */
  off?: boolean;
};

type Handler = (event: SyntheticEvent<HTMLElement>) => void;
type Handlers = Partial<Record<"onPointerMove" | "onPointerLeave" | "onFocus" | "onBlur", Handler>>;
type Armed = { element: HTMLElement; by: "pointermove" | "focus"; Content: typeof LazyTooltip | typeof ArmedTooltip };

/** A tooltip on hover and keyboard focus. Escape hides it. */
export function Tooltip({ text, children, side = "bottom", off }: TooltipProps) {
  // A list has a hundred of them: each mounts its tooltip when the pointer or the focus first reaches it.
  const [armed, setArmed] = useState<Armed | null>(null);
  if (off) return children;

  const arm = ({ currentTarget: element, nativeEvent }: SyntheticEvent<HTMLElement>, by: Armed["by"]) => {
    const touch = nativeEvent instanceof PointerEvent && nativeEvent.pointerType === "touch";
    if (!touch && armed?.element !== element)
      setArmed({ element, by, Content: tooltipParts.now?.ArmedTooltip ?? LazyTooltip });
  };
  const leave = () => {
    if (!tooltipParts.now) setArmed(null);
  };
  const given = children.props as Handlers;
  const both = (name: keyof Handlers, own: Handler) => (event: SyntheticEvent<HTMLElement>) => {
    given[name]?.(event);
    own(event);
  };
  return (
    <>
      {cloneElement(children as ReactElement<Handlers>, {
        onPointerMove: both("onPointerMove", (event) => arm(event, "pointermove")),
        onPointerLeave: both("onPointerLeave", leave),
        onFocus: both("onFocus", (event) => arm(event, "focus")),
        onBlur: both("onBlur", leave),
      })}
      {armed ? (
        <Suspense>
          <armed.Content element={armed.element} by={armed.by} side={side}>
            {text}
          </armed.Content>
        </Suspense>
      ) : null}
    </>
  );
}
