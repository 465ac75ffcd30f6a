import { Suspense } from "react";
import { lazyComponent } from "@/lib/lazy/lazy-component";
import { SkeletonLines } from "@/ui/feedback/skeleton";

const StudentBeside = lazyComponent(
  async () => (await import("./student-beside")).StudentBeside,
  ["form", "photo", "students"],
);

/** The student's card beside the list; fetched when one is first looked at. */
export function StudentPeek({ id }: { id: number }) {
  return (
    <Suspense fallback={<SkeletonLines lines={6} />}>
      <StudentBeside id={id} />
    </Suspense>
  );
}
