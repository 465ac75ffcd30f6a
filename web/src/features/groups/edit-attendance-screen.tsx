/** Marking a lesson, on a page that belongs to its group's attendance (R1-052, R2-048). */
import { Editing } from "./attendance/editing";
import type { SheetLesson } from "./attendance/wire";
import { ATTENDANCE, type Audience } from "./tabs/tab";
import { TabLinks } from "./tabs/tab-links";

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
