import { Popover as Radix } from "radix-ui";
import { type ComponentProps, type RefObject, useRef } from "react";
import { cx } from "@/ui/cx";
import { onlyThisCloses } from "@/ui/dialog/dialog-parts";
import { nothingFocused } from "@/ui/focus-neighbour";

export const Popover = Radix.Root;
export const PopoverAnchor = Radix.Anchor;

type PopoverContentProps = ComponentProps<typeof Radix.Content> & {
  /** The button that toggles it: a press on it is no press elsewhere, and it gets the focus back. */
  trigger: RefObject<HTMLElement | null>;
};

/** A part that opens beside its trigger: Escape, a press elsewhere and focus elsewhere close it. */
export function PopoverContent({ trigger, className, ...rest }: PopoverContentProps) {
  const leftOutside = useRef(false);
  return (
    <Radix.Portal>
      <Radix.Content
        align="start"
        sideOffset={4}
        collisionPadding={8}
        onEscapeKeyDown={onlyThisCloses}
        onInteractOutside={(event) => {
          if (trigger.current?.contains(event.target as Node)) event.preventDefault();
          else leftOutside.current = true;
        }}
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          if (nothingFocused() && !leftOutside.current) trigger.current?.focus();
        }}
        {...rest}
        className={cx(
          "floating z-50 max-h-(--radix-popover-content-available-height) animate-appear overflow-auto focus:outline-none",
          className,
        )}
      />
    </Radix.Portal>
  );
}
