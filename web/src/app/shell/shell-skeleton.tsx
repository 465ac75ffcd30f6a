import { Skeleton } from "@/ui/feedback/skeleton";

/** The frame before its code has loaded: the same places, so that nothing jumps. */
export function ShellSkeleton() {
  return (
    <div className="grid min-h-dvh grid-cols-[248px_1fr] max-sm:grid-cols-1" aria-busy>
      <div className="bg-side max-sm:hidden" />
      <div>
        <div className="h-14 border-b border-line bg-surface" />
        <div className="p-6 max-sm:p-3">
          <div className="card p-5">
            <Skeleton className="h-4 w-2/3" />
          </div>
        </div>
      </div>
    </div>
  );
}
