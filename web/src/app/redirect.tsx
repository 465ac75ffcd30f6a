import { Navigate } from "react-router";
import { SkeletonLines } from "@/ui/feedback/skeleton";

/** On to another page, with the place of a page until it is there; `from` is told to it, for the way back. */
export function Redirect({ to, from }: { to: string; from?: string }) {
  return (
    <>
      <Navigate to={to} replace state={from ? { from } : undefined} />
      <PageSkeleton />
    </>
  );
}

/** The place of a page whose rights are on their way. */
export function PageSkeleton() {
  return (
    <div className="px-6 py-6 max-sm:px-3" aria-busy>
      <div className="card p-5">
        <SkeletonLines lines={6} />
      </div>
    </div>
  );
}
