/** A labelled field with its help and its errors beside it. */
import { type ReactNode, useId } from "react";

export interface FieldParts {
  id: string;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
  "aria-required": true | undefined;
}

interface FieldProps {
  label: string;
  help?: ReactNode;
  error?: string | undefined;
  required?: boolean | undefined;
  children: (parts: FieldParts) => ReactNode;
}

export function Field({ label, help, error, required, children }: FieldProps) {
  const id = useId();
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <label htmlFor={id} className="text-sm font-[550] text-ink">
        {label}
      </label>
      {children({
        id,
        "aria-invalid": error ? true : undefined,
        "aria-describedby": error || help ? `${id}-words` : undefined,
        "aria-required": required || undefined,
      })}
      <div id={`${id}-words`} aria-live="polite" className="text-sm">
        {error ? <p className="text-bad">{error}</p> : help ? <p className="text-mut">{help}</p> : null}
      </div>
    </div>
  );
}
