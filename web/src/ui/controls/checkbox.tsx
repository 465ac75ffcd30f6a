import { Checkbox as Radix } from "radix-ui";
import { type ReactNode, useId } from "react";
import { cx } from "@/ui/cx";

type CheckboxProps = {
  checked: boolean | "indeterminate";
  onChange: (checked: boolean) => void;
  /** Its name: shown, or only announced by screen readers in a table. */
  label: ReactNode;
  labelHidden?: boolean;
  disabled?: boolean;
};

export function Checkbox({ checked, onChange, label, labelHidden, disabled = false }: CheckboxProps) {
  const id = useId();
  return (
    <span className="inline-flex items-center gap-2">
      <Radix.Root
        id={id}
        checked={checked}
        disabled={disabled}
        onCheckedChange={(next) => onChange(next === true)}
        className={cx(
          "relative grid size-4 shrink-0 rounded-sm border border-line-strong bg-surface text-on-accent disabled:opacity-50",
          // The box is small, the target is not.
          "after:absolute after:-inset-2.5 after:content-[''] max-sm:after:-inset-3.5",
          "data-[state=checked]:border-accent data-[state=checked]:bg-accent",
          "data-[state=indeterminate]:border-accent data-[state=indeterminate]:bg-accent",
        )}
      >
        <Radix.Indicator asChild>
          <svg
            aria-hidden="true"
            viewBox="0 0 16 16"
            fill="none"
            stroke="currentColor"
            strokeWidth="2"
            strokeLinecap="round"
            strokeLinejoin="round"
            className="absolute -inset-px"
          >
            <path d={checked === "indeterminate" ? "M4.5 8h7" : "m4 8.2 2.6 2.6L12 5.4"} />
          </svg>
        </Radix.Indicator>
      </Radix.Root>
      <label htmlFor={id} className={labelHidden ? "sr-only" : "text-base"}>
        {label}
      </label>
    </span>
  );
}
