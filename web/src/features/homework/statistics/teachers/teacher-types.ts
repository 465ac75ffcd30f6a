/** Answers of the teachers' statistics. */
import type { Answer } from "@/api/request";

type Page = Answer<"get", "/homework-statistics/teachers">;
export type TeacherPage = Page;
export type TeacherRow = Page["teachers"][number];
export type TeachingFigures = Page["summary"];
export type Previous = Page["previous"];
export type Day = Page["days"][number];
export type Recount = Page["recount"];

/** "Chilonzor · Frontend": where a teacher has most of the work that is counted. */
export const placesOf = ({ offices, courses }: Pick<TeacherRow, "offices" | "courses">): string =>
  [offices[0]?.name, courses[0]?.name].filter(Boolean).join(" · ");
