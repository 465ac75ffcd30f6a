import type { ReactNode } from "react";
import { CopyButton } from "@/ui/controls/copy-button";

/** Facts of a record, two beside each other. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="grid grid-cols-2 gap-x-4 gap-y-3">{children}</dl>;
}

type FactProps = {
  name: string;
  value: ReactNode;
  /** Shown where there is no value yet, instead of a dash. */
  missing?: string | undefined;
  copy?: string | null;
  copyLabel?: string;
  wide?: boolean;
  /** A remark under the value, a `dd`. */
  note?: ReactNode;
};

/** One fact; an unknown one is a dash, or says why it is not there yet. */
export function Fact({ name, value, missing, copy, copyLabel, wide, note }: FactProps) {
  return (
    <div className={wide ? "col-span-2 min-w-0" : "min-w-0"}>
      <dt className="text-xs text-mut">{name}</dt>
      <dd className="flex min-h-5 items-center gap-1 text-base [overflow-wrap:anywhere]">
        {value || (missing ? <span className="text-sm text-mut">{missing}</span> : "—")}
        {copy ? <CopyButton text={copy} label={copyLabel} /> : null}
      </dd>
      {note}
    </div>
  );
}
