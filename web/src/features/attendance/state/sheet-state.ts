/**
 * State of a class being marked: stored marks, door proposals and draft marks, and from these the counts and the
 * request (D-24, D-46, D-47). A draft holds only differences from the stored marks.
 */
import type { SaveBody, SheetRow } from "./api-types";

/** Attended 1, absent 2, late 4: the same number in the form and in the cell. */
export type Status = 1 | 2 | 4;
export type Reason = 1 | 2 | 3;
export const ATTENDED = 1;
export const ABSENT = 2;
export const LATE = 4;
/** Mark of the form that confirms the door's proposal. */
const DOOR_PROPOSAL = 3;
/** The student had left the group. */
export const ENDED = 5;

export const STATUSES: readonly Status[] = [ATTENDED, ABSENT, LATE];
export const REASONS: readonly Reason[] = [1, 2, 3];
/** Default reasons until one is chosen: absent without a reason, late on the road. */
const USUAL: Record<2 | 4, Reason> = { [ABSENT]: 3, [LATE]: 1 };

/** Value of a cell; null: not marked. `usual`: the reason is the default, nobody chose it. */
export type MarkValue = { status: Status; reason: Reason | null; usual?: true } | null;
/** A mark of the draft, and the stored value at that time. */
export type DraftMark = NonNullable<MarkValue> & { before: MarkValue };
export type Marks = Readonly<Record<number, DraftMark>>;

/** A student's mark as rendered. `from`: its origin; `usual`: the reason is the default, nobody chose it. */
export type ShownMark = {
  status: Status | null;
  reason: Reason | null;
  from: "kept" | "draft" | "waiting" | "door" | null;
  usual?: true;
};
export type Counts = {
  attended: number;
  late: number;
  absent: number;
  proposed: number;
  unmarked: number;
  total: number;
};

const isStatus = (cell: number | null): cell is Status => cell === ATTENDED || cell === ABSENT || cell === LATE;
const same = (one: MarkValue, other: MarkValue) =>
  one?.status === other?.status && one?.reason === other?.reason && one?.usual === other?.usual;
/** True where a mark adds nothing to another one: a default never replaces a chosen reason. */
const isCovered = (mine: NonNullable<MarkValue>, by: MarkValue) =>
  same(mine, by) || (mine.usual === true && by !== null && by.status === mine.status && !by.usual);
const valueWith = (status: Status, reason: Reason | null, usual: boolean): NonNullable<MarkValue> =>
  status === ATTENDED ? { status, reason: null } : { status, reason, ...(usual ? { usual } : {}) };

/** True where the student can be marked: the time in the group was not over. */
export const isMarkable = (row: SheetRow): boolean => row.status !== ENDED;

export const storedMark = ({ status, reason, reasonIsDefault }: SheetRow): MarkValue =>
  isStatus(status) ? valueWith(status, reason, reasonIsDefault) : null;

/** The mark that the office is to decide about, sent late (D-70); else the stored one. */
const sentMark = (row: SheetRow): MarkValue =>
  row.waiting && isStatus(row.waiting.status)
    ? valueWith(row.waiting.status, row.waiting.reason, row.waiting.reasonIsDefault)
    : storedMark(row);

export function shownMark(row: SheetRow, marks: Marks): ShownMark {
  const mine = marks[row.studentId];
  if (mine) return { status: mine.status, reason: mine.reason, from: "draft", ...(mine.usual ? { usual: true } : {}) };
  const sent = sentMark(row);
  if (sent) return { ...sent, from: row.waiting ? "waiting" : "kept" };
  if (isStatus(row.proposed)) {
    if (row.proposed !== LATE) return { status: row.proposed, reason: null, from: "door" };
    return { status: LATE, reason: USUAL[LATE], from: "door", usual: true };
  }
  return { status: null, reason: null, from: null };
}

function put(row: SheetRow, marks: Marks, value: NonNullable<MarkValue>): Marks {
  const { [row.studentId]: before, ...others } = marks;
  if (isCovered(value, sentMark(row))) return others;
  return { ...others, [row.studentId]: { ...value, before: before ? before.before : storedMark(row) } };
}

/** Marks as attended, absent or late, with the reason already chosen for the same status, else the default one. */
export function mark(row: SheetRow, marks: Marks, status: Status): Marks {
  if (!isMarkable(row)) return marks;
  if (status === ATTENDED) return put(row, marks, { status, reason: null });
  const now = shownMark(row, marks);
  const chosen = now.status === status && !now.usual ? now.reason : null;
  return put(row, marks, chosen ? { status, reason: chosen } : { status, reason: USUAL[status], usual: true });
}

/** Sets the reason of a late or absent mark; no effect on others. */
export function setReason(row: SheetRow, marks: Marks, reason: Reason): Marks {
  const { status } = shownMark(row, marks);
  return status === ABSENT || status === LATE ? put(row, marks, { status, reason }) : marks;
}

/** Removes the draft mark. */
export function revertMark(row: SheetRow, marks: Marks): Marks {
  const { [row.studentId]: _, ...others } = marks;
  return others;
}

/** Marks every unmarked student as attended; a late one at the door stays late. */
export function markAllPresent(rows: readonly SheetRow[], marks: Marks): Marks {
  let next = marks;
  for (const row of rows) {
    const { status, from } = shownMark(row, next);
    if (status === null || (from === "door" && status === ATTENDED)) next = mark(row, next, ATTENDED);
  }
  return next;
}

export function countMarks(rows: readonly SheetRow[], marks: Marks): Counts {
  const counts: Counts = { attended: 0, late: 0, absent: 0, proposed: 0, unmarked: 0, total: 0 };
  for (const row of rows.filter(isMarkable)) {
    const { status, from } = shownMark(row, marks);
    counts.total += 1;
    if (from === "door") counts.proposed += 1;
    else if (status === ATTENDED) counts.attended += 1;
    else if (status === LATE) counts.late += 1;
    else if (status === ABSENT) counts.absent += 1;
    else counts.unmarked += 1;
  }
  return counts;
}

/** Students of the class whose mark is stored: n/m (D-157). */
export function countStored(rows: readonly SheetRow[]): { marked: number; all: number } {
  const markable = rows.filter(isMarkable);
  return { marked: markable.filter((row) => storedMark(row) !== null).length, all: markable.length };
}

export type Entry = SaveBody["entries"] extends infer E | undefined ? (E extends (infer One)[] ? One : never) : never;

/** Entries to send: differences from the stored marks and those that wait, and door proposals of untouched students. */
export function toEntries(rows: readonly SheetRow[], marks: Marks): Entry[] {
  return rows.filter(isMarkable).flatMap((row): Entry[] => {
    const mine = marks[row.studentId];
    if (mine && !isCovered(mine, sentMark(row))) {
      const { status, reason, usual } = mine;
      const why = { ...(reason ? { reason } : {}), ...(usual ? { reasonIsDefault: true } : {}) };
      return [{ studentId: row.studentId, mark: status, ...why }];
    }
    const now = shownMark(row, marks);
    return now.from === "door" ? [{ studentId: row.studentId, mark: DOOR_PROPOSAL }] : [];
  });
}

/** Rebases the draft on a newer sheet: marks that are stored already and students who left are dropped. */
export function rebase(rows: readonly SheetRow[], marks: Marks): Marks {
  const left = rows.flatMap((row) => {
    const mine = marks[row.studentId];
    return mine && isMarkable(row) && !isCovered(mine, sentMark(row)) ? [[row.studentId, mine] as const] : [];
  });
  return left.length === Object.keys(marks).length ? marks : Object.fromEntries(left);
}

/** Students whom others marked in the meantime, differently from the earlier value and from the draft. */
export function conflicts(rows: readonly SheetRow[], marks: Marks): SheetRow[] {
  return rows.filter((row) => {
    const mine = marks[row.studentId];
    const stored = storedMark(row);
    return mine !== undefined && !same(mine.before, stored) && !isCovered(mine, stored);
  });
}

/** Absences in a row with the mark as shown: an unmarked student has those before (D-158). */
export function absencesInARow(row: SheetRow, now: ShownMark): number {
  if (now.status === ABSENT) return row.absentBefore + 1;
  return now.status === null ? row.absentBefore : 0;
}

/** Names of those who made these marks; ``mine``: the caller made some of them, in another tab or browser. */
export function authorsOf(rows: readonly SheetRow[]): { names: string[]; mine: boolean } {
  const names = rows.filter((row) => !row.own).flatMap(({ markedBy }) => (markedBy ? [markedBy] : []));
  return { names: [...new Set(names)], mine: rows.some((row) => row.own) };
}

/** Keeps the draft marks over those of others. */
export function keepMine(rows: readonly SheetRow[], marks: Marks): Marks {
  const next: Record<number, DraftMark> = { ...marks };
  for (const row of conflicts(rows, marks)) {
    const mine = next[row.studentId];
    if (mine) next[row.studentId] = { ...mine, before: storedMark(row) };
  }
  return next;
}

/** Takes the marks of others. */
export function takeTheirs(rows: readonly SheetRow[], marks: Marks): Marks {
  return conflicts(rows, marks).reduce((left, row) => revertMark(row, left), marks);
}

/** Students whose office mark these entries would replace (D-47). */
export function officeMarksReplaced(rows: readonly SheetRow[], entries: readonly Entry[]): SheetRow[] {
  const changed = new Set(entries.map((entry) => entry.studentId));
  return rows.filter((row) => row.byOffice && changed.has(row.studentId));
}

/** Draft marks that remain after these entries are saved: those changed while the request was in flight. */
export function withoutSaved(marks: Marks, entries: readonly Entry[]): Marks {
  const sent = new Map(entries.map((entry) => [entry.studentId, entry]));
  const left = Object.entries(marks).filter(([id, mine]) => {
    const entry = sent.get(Number(id));
    const chosen = entry?.reasonIsDefault !== true;
    return entry?.mark !== mine.status || (entry.reason ?? null) !== mine.reason || chosen === (mine.usual === true);
  });
  return Object.fromEntries(left);
}
