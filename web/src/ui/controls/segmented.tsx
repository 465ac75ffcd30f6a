/** A few choices side by side, one of which is in force. */
import { RadioGroup } from "radix-ui";
import { cx } from "@/ui/cx";

type SegmentedProps<T extends string> = {
  value: T;
  onChange: (value: T) => void;
  options: readonly { value: T; label: string; lang?: string }[];
  /** Its name, unless an element of the page holds it. */
  label?: string;
  labelledBy?: string;
};

export function Segmented<T extends string>({ value, onChange, options, label, labelledBy }: SegmentedProps<T>) {
  return (
    <RadioGroup.Root
      aria-label={label}
      aria-labelledby={labelledBy}
      orientation="horizontal"
      value={value}
      onValueChange={(next) => onChange(next as T)}
      className="inline-flex max-w-full max-sm:w-full overflow-hidden rounded border border-line-strong bg-surface"
    >
      {options.map((option) => (
        <RadioGroup.Item
          key={option.value}
          value={option.value}
          lang={option.lang}
          className={cx(
            "min-h-[34px] flex-1 border-r border-line px-3 text-sm font-[550] whitespace-nowrap last:border-r-0 focus-visible:-outline-offset-2 max-sm:min-h-11",
            option.value === value ? "bg-accent-soft-strong text-accent-ink" : "text-ink-soft hover:bg-hover",
          )}
        >
          {option.label}
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  );
}
