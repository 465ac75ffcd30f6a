/** Homework and exams in the journal: results, their words, counts, and the way to a work (D-23, D-77). */
import type { TFunction } from "i18next";
import { type Audience, groupPath } from "@/entities/groups/group-tabs";
import {
  COUNTS,
  type Journal,
  type JournalCell,
  type JournalDay,
  type JournalStudent,
  type Stats,
  type View,
} from "./journal-days";

/** Waiting 1, rejected 2, accepted 3, not done 4, not given 5 (D-23). */
export const WAITING = 1;
export const REJECTED = 2;
export const ACCEPTED = 3;
export const NOT_DONE = 4;
export const NOT_GIVEN = 5;
export type Result = 1 | 2 | 3 | 4 | 5;

const WORDS = { 1: "waiting", 2: "rejected", 3: "accepted", 4: "notDone", 5: "notGiven" } as const;

export const resultOf = (cell: JournalCell): Result | null => (cell.homework ?? null) as Result | null;

/** "qabul, 92 ball, kechikib · imtihon 80 ball". */
export function describeWork(t: TFunction, cell: JournalCell): string {
  const result = resultOf(cell);
  const score = cell.homeworkScore ?? null;
  const homework =
    result === null
      ? t("journal.works.none")
      : [
          t(`journal.works.${cell.homeworkOpen ? "open" : WORDS[result]}`),
          score === null ? null : t("journal.works.score", { score }),
          cell.homeworkLate ? t("journal.works.late") : null,
        ]
          .filter(Boolean)
          .join(", ");
  const exam = cell.exam ?? null;
  return exam === null ? homework : `${homework} · ${t("journal.works.exam", { score: exam })}`;
}

export type WorkCounts = { accepted: number; waiting: number; missing: number };

/** Accepted, waiting, and rejected or not done. */
export function countWorks(cells: readonly JournalCell[]): WorkCounts {
  const due = cells.filter((cell) => !cell.homeworkOpen);
  const count = (...of: Result[]) => due.filter((cell) => of.some((one) => one === cell.homework)).length;
  return { accepted: count(ACCEPTED), waiting: count(WAITING), missing: count(REJECTED, NOT_DONE) };
}

/** The totals of a line in the order of ``COUNTS``. */
export function totalsOf(view: View, stats: Stats, cells: readonly JournalCell[]): number[] {
  if (view === "attendance") return COUNTS.attendance.map((name) => stats[name]);
  const works = countWorks(cells);
  return COUNTS.homework.map((name) => works[name]);
}

export const worksOf = (students: readonly JournalStudent[]): JournalCell[] => students.flatMap(({ cells }) => cells);

/** Who reads the journal, from which page of the group, and what it opens. */
export type WorkReader = {
  at: { audience: Audience; groupId: number; staffId: number; scheduleId: number };
  /** May open the homework of a lesson. */
  mayOpen: boolean;
  /** May open one student's work, to check it. */
  mayCheck: boolean;
};

/** The screen of a work, or of its lesson where nothing was handed in; null without homework or the right to see it. */
export function workPath(
  reader: WorkReader,
  day: JournalDay,
  student: Pick<Journal["students"][number], "studentId">,
  cell: JournalCell,
): string | null {
  const result = resultOf(cell);
  if (day.homeworkId === null || result === null || !reader.mayOpen) return null;
  const lesson = `${groupPath(reader.at.audience, reader.at)}/lesson/${day.lessonId}/theme/${day.homeworkId}`;
  const handedIn = result === WAITING || result === REJECTED || result === ACCEPTED;
  if (!handedIn || !reader.mayCheck || !cell.submissionId) return lesson;
  return `${lesson}/chat/${cell.submissionId}/home/${student.studentId}`;
}
