import { useRead } from "@/api/use-read";
import { Loaded } from "@/ui/feedback/loaded";
import { StudentFacts } from "../page/student-facts";
import { StudentGroups } from "../page/student-groups";
import { StudentHead } from "../page/student-head";

/** The student's card in the preview panel. */
export function StudentPreviewBody({ id }: { id: number }) {
  const read = useRead("/students/{id}", { path: { id } }, { keepPreviousData: true });
  return (
    <Loaded of={read}>
      {({ student }) => (
        <div className={read.isPlaceholder ? "grid gap-5 opacity-60" : "grid gap-5"}>
          <StudentHead student={student} level="h3" />
          <StudentFacts student={student} />
          <StudentGroups groups={student.groups} compact />
        </div>
      )}
    </Loaded>
  );
}
