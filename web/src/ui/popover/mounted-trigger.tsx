import { type Ref, useLayoutEffect, useRef } from "react";

type MountedTriggerProps = {
  /** The element that stands for the trigger. */
  element: HTMLElement | null;
  /** Given by Radix, as the child of `<Trigger asChild>`. */
  ref?: Ref<HTMLElement>;
};

/** The trigger of a Radix part whose element is mounted already, elsewhere; none of its handlers is attached. */
export function MountedTrigger({ element, ref }: MountedTriggerProps) {
  useTriggerRef(element, ref);
  return null;
}

/** Sets the ref of a Radix trigger to an element that is mounted already. */
export function useTriggerRef(element: HTMLElement | null, ref: Ref<HTMLElement> | undefined): void {
  const latest = useRef(ref);
  useLayoutEffect(() => {
    latest.current = ref;
  });
  useLayoutEffect(() => {
    const set = (node: HTMLElement | null) => {
      if (typeof latest.current === "function") latest.current(node);
      else if (latest.current) latest.current.current = node;
    };
    set(element);
    return () => set(null);
  }, [element]);
}
