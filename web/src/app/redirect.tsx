import { Navigate } from "react-router";
import { SkeletonLines } from "@/ui/feedback/skeleton";

/** Redirects to another page and renders a skeleton until it is there; `from` is passed on as the return path. */
export function Redirect({ to, from }: { to: string; from?: string }) {
  return (
    <>
      <Navigate to={to} replace state={from ? { from } : undefined} />
      <PageSkeleton />
    </>
  );
}

/** Skeleton of a page while permissions load. */
export function PageSkeleton() {
  return (
    <div className="px-6 py-6 max-sm:px-3" aria-busy>
      <div className="card p-5">
        <SkeletonLines lines={6} />
      </div>
    </div>
  );
}
