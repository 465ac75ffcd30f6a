import { cx } from "@/ui/cx";
import { Tooltip } from "@/ui/popover/tooltip";

type SwitchProps = {
  on: boolean;
  onChange: (on: boolean) => void;
  /** What it turns on and off, for who can't see it. */
  label: string;
  /** Why it can't be turned: said beside it, to the pointer and the focus. */
  fixed?: string | undefined;
};

/** On or off, at once. One that can't be turned takes the focus all the same, so that its reason is reached. */
export function Switch({ on, onChange, label, fixed }: SwitchProps) {
  return (
    <Tooltip text={fixed} off={!fixed}>
      <button
        type="button"
        role="switch"
        aria-checked={on}
        aria-label={label}
        aria-disabled={fixed ? true : undefined}
        onClick={() => !fixed && onChange(!on)}
        className={cx(
          "relative inline-flex h-[18px] align-middle w-8 shrink-0 rounded-full border transition-colors",
          "after:absolute after:-inset-2 after:content-[''] max-sm:after:-inset-3.5",
          on ? "border-accent bg-accent" : "border-line-strong bg-sunken",
          fixed && "cursor-not-allowed opacity-50",
        )}
      >
        <span
          aria-hidden
          className={cx(
            "absolute top-[2px] size-3 rounded-full transition-[left]",
            on ? "left-4 bg-on-accent" : "left-[2px] bg-mut",
          )}
        />
      </button>
    </Tooltip>
  );
}
