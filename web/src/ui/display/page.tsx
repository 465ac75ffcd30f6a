import { type ReactNode, useEffect, useLayoutEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "@/ui/cx";

type PageProps = {
  /** The page's heading; also the browser tab's title. */
  title: string;
  /** Secondary text beside the title: a total, a date. */
  note?: ReactNode;
  /** Buttons at the right; at most one of them gold. */
  actions?: ReactNode;
  /** Replaces the plain heading, for example by a person's header. It must contain the page's h1. */
  head?: ReactNode;
  children: ReactNode;
  narrow?: boolean;
  /** The head with its buttons stays in view while the page is scrolled; `--page-top` is where the content begins. */
  stays?: boolean;
};

/** Above every page, as tall as `top-14`. */
const SHELL_HEADER_PX = 56;

/** The frame of a screen's content. On phones the header already names the page, so the heading is for readers only. */
export function Page({ title, note, actions, head, children, narrow, stays }: PageProps) {
  const { t } = useTranslation();
  const product = t("shell.product");
  useEffect(() => {
    document.title = `${title} · ${product}`;
  }, [title, product]);
  const heading = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = heading.current;
    if (!stays || !element) return;
    const observer = new ResizeObserver(() =>
      element.parentElement?.style.setProperty("--page-top", `${SHELL_HEADER_PX + element.offsetHeight}px`),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [stays]);
  return (
    <div
      className={cx("mx-auto w-full px-6 py-6 max-sm:px-3 max-sm:py-3", narrow ? "max-w-[880px]" : "max-w-[1480px]")}
    >
      <div
        ref={heading}
        data-stays={stays || undefined}
        className={cx(
          "mb-4 flex flex-wrap items-center gap-3 max-sm:mb-3",
          !actions && !note && !head && "max-sm:mb-0",
          stays && "sm:sticky sm:top-14 sm:z-20 sm:-mx-6 sm:-mt-3 sm:mb-1 sm:bg-page sm:px-6 sm:py-3",
        )}
      >
        {head ?? <h1 className="text-xl font-[650] tracking-[-0.01em] text-ink-strong max-sm:sr-only">{title}</h1>}
        {note ? <span className="text-base text-mut">{note}</span> : null}
        {actions ? <div className="ml-auto flex flex-wrap items-center gap-3 max-sm:ml-0">{actions}</div> : null}
      </div>
      {children}
    </div>
  );
}

/** A titled box on a page. */
export function Card({
  title,
  actions,
  children,
  className,
}: {
  title?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  className?: string;
}) {
  return (
    <section className={cx("card", className)}>
      {title ? (
        <header className="flex min-h-12 flex-wrap items-center gap-3 border-b border-line px-4 py-2">
          <h2 className="text-base font-[650] text-ink-strong">{title}</h2>
          {actions ? <div className="ml-auto flex items-center gap-2">{actions}</div> : null}
        </header>
      ) : null}
      <div className="p-4">{children}</div>
    </section>
  );
}
