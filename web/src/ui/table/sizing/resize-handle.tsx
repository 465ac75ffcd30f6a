/** The edge of a header by which its column is resized: dragged, or with ← →; Delete or a double-click resets it. */
import type { KeyboardEvent, MouseEvent, TouchEvent } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "@/ui/cx";
import { NARROWEST, WIDEST } from "./column-widths";

interface ResizeHandleProps {
  column: string;
  width: number;
  resizing: boolean;
  /** One handle of a table is a stop of the Tab key; ↑ ↓ lead to the others. */
  reachable: boolean;
  onStart: (event: MouseEvent | TouchEvent) => void;
  onResize: (width: number | null) => void;
}

const STEP_PX = 16;
const HANDLE = "[data-resize]";

export function ResizeHandle({ column, width, resizing, reachable, onStart, onResize }: ResizeHandleProps) {
  const { t } = useTranslation();
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === "ArrowRight") onResize(width + STEP_PX);
    else if (event.key === "ArrowLeft") onResize(width - STEP_PX);
    else if (event.key === "Delete" || event.key === "Backspace") onResize(null);
    else if (event.key === "ArrowDown") moveFocus(event.currentTarget, 1);
    else if (event.key === "ArrowUp") moveFocus(event.currentTarget, -1);
    else return;
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule can't be focused and moved
    <span
      role="separator"
      data-resize=""
      aria-orientation="vertical"
      aria-label={t("table.resize", { column })}
      aria-valuenow={Math.round(width)}
      aria-valuemin={NARROWEST}
      aria-valuemax={WIDEST}
      title={t("table.resizeHint")}
      tabIndex={reachable ? 0 : -1}
      onKeyDown={onKeyDown}
      onMouseDown={onStart}
      onTouchStart={onStart}
      onDoubleClick={() => onResize(null)}
      className={cx(
        "absolute inset-y-0 right-0 w-2 cursor-col-resize touch-none select-none print:hidden",
        "after:absolute after:inset-y-2 after:right-0 after:w-0.5 after:rounded-full hover:after:bg-line-strong",
        "focus-visible:-outline-offset-2 focus-visible:after:bg-focus",
        resizing && "after:bg-focus",
      )}
    />
  );
}

function moveFocus(from: HTMLElement, by: 1 | -1): void {
  const handles = [...(from.closest("tr")?.querySelectorAll<HTMLElement>(HANDLE) ?? [])];
  handles[handles.indexOf(from) + by]?.focus();
}
