/** The study month in an address: a filter of a group's sub-pages that stays from one to the next (R2-352). */

export const STUDY_MONTH = "studyMonth";

/** An invalid one is ignored. */
export function askedStudyMonth(search: URLSearchParams): number | undefined {
  const written = search.get(STUDY_MONTH) ?? "";
  return /^[1-9]\d{0,14}$/.test(written) ? Number(written) : undefined;
}
