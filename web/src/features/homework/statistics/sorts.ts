/** Orders of the students (R2-195). */
export const SORTS = ["name", "averageScore", "accepted", "rejected", "uncompleted", "waiting"] as const;
export type SortBy = (typeof SORTS)[number];
