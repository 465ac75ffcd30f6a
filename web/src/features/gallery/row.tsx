import type { ReactNode } from "react";

/** One part with its name. */
export function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-2 border-b border-line-soft py-3 first:pt-0 last:border-0 last:pb-0">
      <code className="text-xs text-mut">{name}</code>
      <div className="flex flex-wrap items-center gap-3">{children}</div>
    </div>
  );
}
