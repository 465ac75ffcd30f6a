/** Study courses as the calls describe them, and where their screens are. */
import { readAgainAfterConflict } from "@/api/read-again";
import type { Answer } from "@/api/request";

export type CourseRow = Answer<"get", "/courses">["courses"][number];
export type CourseCard = Answer<"get", "/courses/{id}">["course"];
export type MonthRow = CourseCard["months"][number];
export type Curriculum = Answer<"get", "/curriculum">;
export type CurriculumMonth = Curriculum["months"][number];
export type Topic = CurriculumMonth["topics"][number];
export type TopicCard = Answer<"get", "/curriculum/{id}">["topic"];
export type CourseGroup = Answer<"get", "/courses/{id}/groups">["groups"][number];

/** Permissions of study by what they change (D-101). */
export const COURSES = "study:courses";
export const MONTHS = "study:months";
export const CURRICULUM = "study:curriculum";

export const COURSES_PATH = "/study-department/courses";
export const ORDER_PATH = "/study-department/drag-drop";
export const coursePath = (id: number) => `${COURSES_PATH}/${id}`;

/** R2-213 */
export const NOT_STARTED = 1;
export const ACTIVE = 2;
export const ENDED = 3;

/** Reads that a change of a course, its months or its topics makes stale. */
export const STALE = [
  "/courses",
  "/courses/{id}",
  "/courses/filter-objects",
  "/curriculum",
  "/curriculum/{id}",
] as const;

export const readAgain = (error: unknown) => readAgainAfterConflict(error, STALE);
