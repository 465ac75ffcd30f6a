/** Where a group's statistics are shown: below its page, or in the study department. Addresses and rights differ. */
import { checksHomework, type GroupAddress, givesHomework, idOf, lessonPath, statisticsPath } from "../homework-paths";

export type Days = { fromDate: string; toDate: string };

export type StatisticsPlace = {
  groupId: number;
  /** The page of a student's homework in a period. */
  student: (studentId: number, days: Days) => string;
  /** The page of a lesson's homework. */
  lesson: (homework: { id: number; lessonId: number }) => string;
  /** The permissions of which one opens that page. */
  opens: string;
};

export const STUDY_STATISTICS = "study:homework_statistics";
export const DEPARTMENT = "/study-department";

export const placeBelowGroup = (at: GroupAddress): StatisticsPlace => ({
  groupId: at.groupId,
  student: (studentId, { fromDate, toDate }) => `${statisticsPath(at)}/${studentId}/start/${fromDate}/end/${toDate}`,
  lesson: (homework) => lessonPath(at, homework),
  opens: `${givesHomework(at.audience)}|${checksHomework(at.audience)}`,
});

export const departmentGroupPath = (groupId: number): string => `${DEPARTMENT}/homeworks/${groupId}`;

/** D-89: the address names the group by its id. */
export function placeInDepartment(groupId: string | undefined): StatisticsPlace {
  const id = idOf(groupId);
  const group = departmentGroupPath(id);
  return {
    groupId: id,
    student: (studentId, { fromDate, toDate }) => `${group}/student/${studentId}/start/${fromDate}/end/${toDate}`,
    lesson: (homework) => `${group}/lesson/${homework.lessonId}/theme/${homework.id}`,
    opens: STUDY_STATISTICS,
  };
}
