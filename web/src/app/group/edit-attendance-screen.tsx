/** Marking a lesson, on a page that belongs to its group's attendance (R1-052, R2-048). */
import { ATTENDANCE, type Audience } from "@/entities/groups/tab";
import { Editing } from "@/features/attendance/sheet/editing";
import type { SheetLesson } from "@/features/attendance/state/wire";
import { TabLinks } from "./tab-links";

export const EditAttendanceScreen = () => <Editing audience="admin" beside={partsOf("admin")} />;
export const EditOwnAttendanceScreen = () => <Editing audience="academic" beside={partsOf("academic")} />;

const partsOf = (audience: Audience) => (lesson: SheetLesson) => (
  <TabLinks
    label={lesson.group.name}
    open={ATTENDANCE}
    audience={audience}
    groupId={lesson.group.id}
    staffId={lesson.staff.id}
    scheduleId={lesson.scheduleId ?? 0}
  />
);
