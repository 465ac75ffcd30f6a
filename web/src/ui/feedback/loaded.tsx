import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { QueryState } from "@/api/use-read";
import { useOnline } from "@/lib/online";
import { Button } from "@/ui/controls/button";
import { SkeletonLines } from "./skeleton";
import { ErrorState, Forbidden, NoConnection } from "./states";

type LoadedProps<T> = {
  of: QueryState<T>;
  /** Skeleton while loading; a few lines by default. */
  skeleton?: ReactNode;
  children: (data: T) => ReactNode;
};

/** A part that is read: skeleton, content, no right, no connection, or the error with *retry*. */
export function Loaded<T>({ of, skeleton, children }: LoadedProps<T>) {
  const { t } = useTranslation();
  const online = useOnline();
  if (of.state === "forbidden") return <Forbidden />;
  if (of.state === "failed") return <ErrorState error={of.error} onRetry={of.refetch} />;
  if (of.state === "ready") return children(of.data as T);
  if (!online) return <NoConnection />;
  return (
    <div aria-busy>
      <span className="sr-only" role="status">
        {t("kit.loading")}
      </span>
      {skeleton ?? <SkeletonLines />}
      <SlowNotice of={of} />
    </div>
  );
}

/** D-76: after ten seconds a read shows that it is slow and offers a retry. */
export function SlowNotice({ of }: { of: Pick<QueryState<unknown>, "slow" | "refetch"> }) {
  const { t } = useTranslation();
  if (!of.slow) return null;
  return (
    <p role="status" className="mt-3 flex items-center justify-center gap-3 text-sm text-mut">
      {t("kit.slow")}
      <Button size="small" onClick={of.refetch}>
        {t("kit.retry")}
      </Button>
    </p>
  );
}
