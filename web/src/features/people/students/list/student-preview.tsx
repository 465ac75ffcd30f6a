import { Suspense } from "react";
import { lazyComponent } from "@/lib/lazy/lazy-component";
import { SkeletonLines } from "@/ui/feedback/skeleton";

const StudentPreviewBody = lazyComponent(
  async () => (await import("./student-preview-body")).StudentPreviewBody,
  ["fields", "form", "photo", "students"],
);

/** The student's card beside the list; fetched when one is first looked at. */
export function StudentPreview({ id }: { id: number }) {
  return (
    <Suspense fallback={<SkeletonLines lines={6} />}>
      <StudentPreviewBody id={id} />
    </Suspense>
  );
}
