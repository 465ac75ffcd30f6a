import { Suspense } from "react";
import { lazily } from "@/shared/ui/lazily";
import { SkeletonLines } from "@/shared/ui/skeleton";

const StudentBeside = lazily(async () => (await import("./student-beside")).StudentBeside);

/** The student's card beside the list; fetched when one is first looked at. */
export function StudentPeek({ id }: { id: number }) {
  return (
    <Suspense fallback={<SkeletonLines lines={6} />}>
      <StudentBeside id={id} />
    </Suspense>
  );
}
