/** All study courses in their order, read page by page, as of one version of the order. */
import { useQuery } from "@tanstack/react-query";
import { keyOf } from "@/api/cache";
import { type Outcome, read } from "@/api/request";
import type { CourseRow } from "../course-types";

export interface CourseOrder {
  courses: readonly CourseRow[];
  version: number;
}

const PER_PAGE = 100;
/** Begins with the path, so that whatever makes the list stale makes this stale too. */
export const ALL_COURSES = keyOf("/courses", { query: { all: true } });

async function readAll(signal: AbortSignal): Promise<Outcome<CourseOrder>> {
  const courses: CourseRow[] = [];
  let version: number | undefined;
  for (let page = 1; ; page += 1) {
    const outcome = await read("/courses", { query: { page, perPage: PER_PAGE }, signal });
    if (outcome.forbidden) return outcome;
    // Pages of two versions would hold a course twice, or not at all.
    if (version !== undefined && version !== outcome.data.version) return readAll(signal);
    version = outcome.data.version;
    courses.push(...outcome.data.courses);
    if (courses.length >= outcome.data.total || outcome.data.courses.length === 0)
      return { forbidden: false, data: { courses, version } };
  }
}

export const useAllCourses = () =>
  useQuery<Outcome<CourseOrder>>({ queryKey: ALL_COURSES, queryFn: ({ signal }) => readAll(signal) });
