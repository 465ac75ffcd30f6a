/** Marking a lesson, on a page that belongs to its group's attendance (R1-052, R2-048). */

import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { permits } from "@/entities/access/permissions";
import { useSession } from "@/entities/access/session";
import {
  ATTENDANCE,
  type Audience,
  groupPath,
  permissionOf,
  type TabNumber,
  type TabProps,
} from "@/entities/groups/group-tabs";
import { AttendanceSheetPage } from "@/features/attendance/attendance-sheet/attendance-sheet-page";
import type { SheetLesson } from "@/features/attendance/state/api-types";
import { showFocused, tabClass, tabListClass, useChosenInView } from "@/ui/controls/tabs";
import { TABS } from "./tabs";

export const EditAttendanceScreen = () => <AttendanceSheetPage audience="admin" beside={partsOf("admin")} />;
export const EditOwnAttendanceScreen = () => <AttendanceSheetPage audience="academic" beside={partsOf("academic")} />;

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

/** The group's sub-pages as links, on a page of its own that belongs to one of them. */
function TabLinks({ label, open, ...at }: TabProps & { label: string; open: TabNumber }) {
  const { t } = useTranslation();
  const { permissions } = useSession();
  const list = useChosenInView<HTMLElement>(open);
  const seen = TABS.filter((tab) => permits(permissions, permissionOf(tab, at.audience), "read"));
  if (seen.length < 2) return null;
  return (
    <nav ref={list} aria-label={label} className={tabListClass} onFocus={showFocused}>
      {seen.map(({ number, label }) => (
        <Link
          key={number}
          to={`${groupPath(at.audience, at)}?tab=${number}`}
          aria-current={number === open ? "true" : undefined}
          className={tabClass}
        >
          {t(label)}
        </Link>
      ))}
    </nav>
  );
}
