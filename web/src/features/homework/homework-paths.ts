/** Calls and addresses of homework, by audience (D-54). */
import type { Answer } from "@/api/request";
import { type Audience, groupPath, moduleOf } from "@/entities/groups/group-tabs";

export type HomeworkCard = Answer<"get", "/homework/for-admin/{id}">["homework"];
export type FormOptions = Answer<"get", "/homework/form-options">;
export type HomeworkRow = Answer<"get", "/groups/for-admin/{id}/homework">["homework"][number];
export type WorkRow = Answer<"get", "/homework/for-admin">["submissions"][number];
export type Counts = HomeworkCard["counts"];

// Both calls of a pair have the same shape.
export const homeworkPath = (audience: Audience) => `/homework/for-${audience}` as "/homework/for-admin";
export const homeworkOfGroup = (audience: Audience) =>
  `/groups/for-${audience}/{id}/homework` as "/groups/for-admin/{id}/homework";
export const onePath = (audience: Audience) => `/homework/for-${audience}/{id}` as "/homework/for-admin/{id}";
export const historyPath = (audience: Audience) =>
  `/homework/for-${audience}/{id}/history` as "/homework/for-admin/{id}/history";
export const deadlinePath = (audience: Audience) =>
  `/homework/for-${audience}/{id}/deadline` as "/homework/for-admin/{id}/deadline";

/** Facts of a homework that its actions need. */
export type ChangedHomework = {
  id: number;
  version: number;
  deadline: string;
  handedIn: number;
};

/** Reads that a change of homework makes stale. */
export const STALE = [
  "/groups/for-admin/{id}/homework",
  "/groups/for-academic/{id}/homework",
  "/homework/for-admin",
  "/homework/for-academic",
  "/homework/for-admin/{id}",
  "/homework/for-admin/{id}/history",
  "/homework/for-academic/{id}",
  "/homework/for-academic/{id}/history",
  "/homework/form-options",
  "/groups/not-submitted-homework-students/{id}",
] as const;

export const givesHomework = (audience: Audience) => `${moduleOf(audience)}:all_homeworks`;
export const checksHomework = (audience: Audience) => `${moduleOf(audience)}:check_homeworks`;
export const readsStatistics = (audience: Audience) =>
  `${moduleOf(audience)}:all_homeworks|${moduleOf(audience)}:homework_statistics`;

/** The page of a group that a screen below it belongs to. */
export type GroupAddress = { audience: Audience; groupId: number; staffId: number; scheduleId: number };

export const tabPath = (at: GroupAddress) => `${groupPath(at.audience, at)}?tab=3`;
export const lessonPath = (at: GroupAddress, { id, lessonId }: { id: number; lessonId: number }) =>
  `${groupPath(at.audience, at)}/lesson/${lessonId}/theme/${id}`;
export const chatPath = (at: GroupAddress, of: { id: number; lessonId: number }, work: WorkRow) =>
  `${lessonPath(at, of)}/chat/${work.submissionId}/home/${work.studentId}`;
export const editPath = (at: GroupAddress, id: number) => `${groupPath(at.audience, at)}/homework/${id}/edit`;
export const statisticsPath = (at: GroupAddress) => `${groupPath(at.audience, at)}/homework/statistics`;

const idOf = (written: string | undefined) => (/^\d{1,15}$/.test(written ?? "") ? Number(written) : 0);

export const addressOf = (audience: Audience, params: Readonly<Record<string, string | undefined>>): GroupAddress => ({
  audience,
  groupId: idOf(params.id),
  staffId: idOf(params.staffId),
  scheduleId: idOf(params.scheduleId),
});
export { idOf };
