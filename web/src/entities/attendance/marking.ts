/** Marking of a lesson: how much of its class is marked (D-157). */
type Marked = { marking: "none" | "partly" | "marked" | "no_class" };

/** Some or all of its students are still to be marked. */
export const isToMark = ({ marking }: Marked): boolean => marking === "none" || marking === "partly";

/** Marked students of those who belong to the lesson: n/m. */
export const markedOf = ({ students, unmarked }: { students: number; unmarked: number }) => ({
  marked: students - unmarked,
  all: students,
});
