import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

type SectionProps = {
  title: string;
  /** Total number of rows. */
  total?: number;
  /** Number of rows shown. */
  shown?: number;
  actions?: ReactNode;
  children: ReactNode;
};

/** Section of the day: a title with its total, and rows. Hidden rows are counted. */
export function Section({ title, total, shown, actions, children }: SectionProps) {
  return (
    <section aria-label={title} className="card overflow-hidden">
      <header className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-1.5 max-sm:px-3">
        <h2 className="text-base font-[650] text-ink-strong">{title}</h2>
        {total ? <span className="text-sm text-mut">{total}</span> : null}
        {actions ? <div className="ml-auto flex flex-wrap items-center gap-2">{actions}</div> : null}
      </header>
      {children}
      <Rest count={(total ?? 0) - (shown ?? total ?? 0)} />
    </section>
  );
}

/** The number of rows that are not shown. */
export function Rest({ count }: { count: number }) {
  const { t } = useTranslation();
  if (count <= 0) return null;
  return <p className="border-t border-line px-4 py-2 text-sm text-mut max-sm:px-3">{t("today.rest", { count })}</p>;
}

export function Rows({ children }: { children: ReactNode }) {
  return <ul className="divide-y divide-line">{children}</ul>;
}

/** Row: content on the left, its action on the right. */
export function Row({ lead, children, action }: { lead?: ReactNode; children: ReactNode; action?: ReactNode }) {
  return (
    <li className="flex min-h-14 items-center gap-3 px-4 py-2 max-sm:flex-wrap max-sm:px-3">
      {lead}
      {/* On a phone two buttons go below the text rather than squeeze it. */}
      <div className="min-w-0 flex-1 max-sm:basis-24">{children}</div>
      {action ? <div className="flex shrink-0 items-center gap-2 max-sm:ml-auto">{action}</div> : null}
    </li>
  );
}
