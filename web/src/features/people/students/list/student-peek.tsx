import { Suspense } from "react";
import { lazily } from "@/lib/lazy/lazily";
import { SkeletonLines } from "@/ui/feedback/skeleton";

const StudentBeside = lazily(async () => (await import("./student-beside")).StudentBeside);

/** The student's card beside the list; fetched when one is first looked at. */
export function StudentPeek({ id }: { id: number }) {
  return (
    <Suspense fallback={<SkeletonLines lines={6} />}>
      <StudentBeside id={id} />
    </Suspense>
  );
}
