import { type ComponentPropsWithRef, type RefObject, useLayoutEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { cx } from "@/ui/cx";
import { type Align, putBeside, type Side } from "./place";

type FloatingProps = ComponentPropsWithRef<"div"> & {
  anchor: RefObject<HTMLElement | null>;
  /** Escape, a press elsewhere, or the focus gone elsewhere. */
  onClose: () => void;
  side?: Side;
  align?: Align;
  gap?: number;
  /** At least as wide as its anchor. */
  asWide?: boolean;
};

/** The windows below which Radix keeps the focus: what floats above one must stand inside it. */
const home = (anchor: HTMLElement | null) =>
  anchor?.closest<HTMLElement>("[role=dialog], [role=alertdialog]") ?? document.body;

/** What opens beside a button and closes by itself: the ground of menus and choosers. */
export function Floating(props: FloatingProps) {
  const { anchor, onClose, side = "bottom", align = "start", gap = 4, asWide, className, children, ...rest } = props;
  const element = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  useLayoutEffect(() => {
    close.current = onClose;
  });

  useLayoutEffect(() => {
    const shown = element.current;
    const by = anchor.current;
    if (!shown || !by) return;
    if (asWide) shown.style.minWidth = `${by.offsetWidth}px`;
    const put = () => putBeside(shown, by, { side, align, gap });
    put();
    const sized = new ResizeObserver(put);
    sized.observe(shown);
    const scrolled = (event: Event) => {
      if (!(event.target instanceof Node && shown.contains(event.target))) put();
    };
    addEventListener("scroll", scrolled, true);
    addEventListener("resize", put);
    return () => {
      sized.disconnect();
      removeEventListener("scroll", scrolled, true);
      removeEventListener("resize", put);
    };
  }, [anchor, side, align, gap, asWide]);

  useLayoutEffect(() => {
    const inside = (target: EventTarget | null) =>
      target instanceof Node && (element.current?.contains(target) || anchor.current?.contains(target));
    const elsewhere = (event: Event) => {
      if (!inside(event.target)) close.current();
    };
    const escaped = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      // Only what lies on top closes; a window below hears nothing of it.
      event.stopPropagation();
      event.preventDefault();
      anchor.current?.focus();
      close.current();
    };
    addEventListener("pointerdown", elsewhere, true);
    addEventListener("focusin", elsewhere);
    addEventListener("keydown", escaped, true);
    return () => {
      removeEventListener("pointerdown", elsewhere, true);
      removeEventListener("focusin", elsewhere);
      removeEventListener("keydown", escaped, true);
    };
  }, [anchor]);

  return createPortal(
    <div {...rest} ref={element} className={cx("floating fixed z-50 animate-appear", className)}>
      {children}
    </div>,
    home(anchor.current),
  );
}
