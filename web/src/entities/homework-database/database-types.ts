/** The homework database as the calls describe it, and where its screens are. */
import type { Answer } from "@/api/request";

export type Chapters = Answer<"get", "/homework-db/chapters">;
export type TreeChapter = Chapters["chapters"][number];
export type TreeLesson = TreeChapter["lessons"][number];
export type DatabaseLesson = Answer<"get", "/homework-db/lessons/{id}">["lesson"];
export type DatabaseHomework = DatabaseLesson["homework"][number];
export type Drafts = Answer<"get", "/homework-db/draft">;
export type DraftLesson = Drafts["chapters"][number]["lessons"][number];
export type TopicHomework = Answer<"get", "/homework-db/by-curriculum-id">;
export type Change = NonNullable<TreeLesson["change"]>;
export type Kind = DatabaseHomework["kind"];

export const DATABASE = "study:homework_db";
/** Opens a course with its topics, and the switch of a homework to another topic (R2-063, R2-065). */
export const COURSES = "study:courses";

export const SOURCE_PATH = "/study-department/source";
export const HOMEWORK_LIST_PATH = "/study-department/source/homework";
export const DRAFT_PATH = "/study-department/draft";

export function sourcePath(courseId: number, lessonId?: number, homeworkId?: number): string {
  const query = new URLSearchParams({ courseId: String(courseId) });
  if (lessonId !== undefined) query.set("lesson", String(lessonId));
  if (homeworkId !== undefined) query.set("homework", String(homeworkId));
  return `${SOURCE_PATH}?${query}`;
}

export const draftPath = (courseId: number) => `${DRAFT_PATH}?courseId=${courseId}`;
export const switchPath = (homeworkId: number) => `/study-department/switch/${homeworkId}`;

/** Reads that a change of the database makes stale. */
export const DATABASE_READS = [
  "/homework-db",
  "/homework-db/chapters",
  "/homework-db/draft",
  "/homework-db/lessons",
  "/homework-db/lessons/{id}",
  "/homework-db/by-curriculum-id",
  "/homework-db/{id}/switch-options",
  "/curriculum",
  "/curriculum/{id}",
] as const;
