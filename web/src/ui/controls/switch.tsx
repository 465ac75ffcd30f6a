import { Switch as Radix } from "radix-ui";
import { cx } from "@/ui/cx";
import { Tooltip } from "@/ui/popover/tooltip";

type SwitchProps = {
  on: boolean;
  onChange: (on: boolean) => void;
  /** The name that screen readers announce. */
  label: string;
  /** The reason why it can't be turned: shown beside it, to the pointer and the focus. */
  fixed?: string | undefined;
};

/** A switch. A disabled one takes the focus, so that its reason can be reached. */
export function Switch({ on, onChange, label, fixed }: SwitchProps) {
  return (
    <Tooltip text={fixed} off={!fixed}>
      <Radix.Root
        checked={on}
        onCheckedChange={onChange}
        onClick={(event) => fixed && event.preventDefault()}
        aria-label={label}
        aria-disabled={fixed ? true : undefined}
        className={cx(
          "relative inline-flex h-[18px] align-middle w-8 shrink-0 rounded-full border transition-colors",
          "after:absolute after:-inset-2 after:content-[''] max-sm:after:-inset-3.5",
          on ? "border-accent bg-accent" : "border-line-strong bg-sunken",
          fixed && "cursor-not-allowed opacity-50",
        )}
      >
        <Radix.Thumb
          className={cx(
            "absolute top-[2px] size-3 rounded-full transition-[left]",
            on ? "left-4 bg-on-accent" : "left-[2px] bg-mut",
          )}
        />
      </Radix.Root>
    </Tooltip>
  );
}
