import { Tabs as Radix } from "radix-ui";
import { type FocusEvent, type ReactNode, useLayoutEffect, useRef } from "react";

type TabsProps<T extends string> = {
  value: T;
  onChange: (value: T) => void;
  tabs: readonly { value: T; label: ReactNode; content: ReactNode }[];
  label: string;
};

// The line is drawn inside: tabs that overlap a border would be scrolled by that pixel.
export const tabListClass = "mb-4 flex gap-1 overflow-x-auto shadow-[inset_0_-1px_0_var(--line)]";
// The list cuts what is drawn outside of a tab, so the focus is drawn inside.
export const tabClass =
  "shrink-0 focus-visible:-outline-offset-2 border-b-2 border-transparent px-3 py-2 text-sm font-[550] text-mut hover:text-ink data-[state=active]:border-accent data-[state=active]:text-accent-ink aria-[current=true]:border-accent aria-[current=true]:text-accent-ink max-sm:min-h-11";

/** A tab that is reached by the keyboard is seen whole. */
export const showFocused = (event: FocusEvent<HTMLElement>) =>
  event.target.scrollIntoView({ block: "nearest", inline: "nearest" });

/** Scrolls the selected tab into the middle where there is no room for all. */
export function useChosenInView<T extends HTMLElement>(chosen: unknown) {
  const list = useRef<T>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: which one is chosen is read from the page
  useLayoutEffect(() => {
    const tab = list.current?.querySelector("[data-state=active], [aria-current=true]");
    if (!list.current || !tab) return;
    const [seen, own] = [list.current.getBoundingClientRect(), tab.getBoundingClientRect()];
    list.current.scrollLeft += own.left - seen.left - (seen.width - own.width) / 2;
  }, [chosen]);
  return list;
}

/** Tabs of one record. The screen stores the selected one in the URL. */
export function Tabs<T extends string>({ value, onChange, tabs, label }: TabsProps<T>) {
  const list = useChosenInView<HTMLDivElement>(value);
  return (
    <Radix.Root value={value} onValueChange={(next) => onChange(next as T)}>
      <Radix.List ref={list} aria-label={label} className={tabListClass} onFocus={showFocused}>
        {tabs.map((tab) => (
          <Radix.Trigger key={tab.value} value={tab.value} className={tabClass}>
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} className="focus-visible:outline-offset-4">
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
