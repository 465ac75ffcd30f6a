import { type ReactNode, useId } from "react";
import { cx } from "@/ui/cx";

type CheckboxProps = {
  checked: boolean | "indeterminate";
  onChange: (checked: boolean) => void;
  /** Its name: shown, or only told to readers in a table. */
  label: ReactNode;
  labelHidden?: boolean;
  disabled?: boolean;
};

export function Checkbox({ checked, onChange, label, labelHidden, disabled = false }: CheckboxProps) {
  const id = useId();
  return (
    <span className="inline-flex items-center gap-2">
      <span className="relative grid size-4 shrink-0">
        <input
          id={id}
          type="checkbox"
          checked={checked === true}
          disabled={disabled}
          ref={(node) => {
            if (node) node.indeterminate = checked === "indeterminate";
          }}
          onChange={(event) => onChange(event.target.checked)}
          className={cx(
            "peer size-4 appearance-none rounded-sm border border-line-strong bg-surface disabled:opacity-50",
            // The box is small, the target is not.
            "after:absolute after:-inset-2.5 after:content-[''] max-sm:after:-inset-3.5",
            "checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent",
          )}
        />
        <svg
          aria-hidden="true"
          viewBox="0 0 16 16"
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          strokeLinecap="round"
          strokeLinejoin="round"
          className="pointer-events-none absolute inset-0 text-on-accent opacity-0 peer-checked:opacity-100 peer-indeterminate:opacity-100"
        >
          <path d={checked === "indeterminate" ? "M4.5 8h7" : "m4 8.2 2.6 2.6L12 5.4"} />
        </svg>
      </span>
      <label htmlFor={id} className={labelHidden ? "sr-only" : "text-base"}>
        {label}
      </label>
    </span>
  );
}
