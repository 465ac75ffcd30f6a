import { describe, expect, it } from "vitest";
import type { JournalCell, JournalDay } from "./journal-days";
import { countWorks, describeWork, type WorkReader, workPath } from "./journal-works";

const cell = (more: Partial<JournalCell>) => ({ attendance: 1, reason: null, ...more }) as JournalCell;
const day = { lessonId: 7, homeworkId: 30 } as JournalDay;
const student = { studentId: 5 };
const reader: WorkReader = {
  at: { audience: "academic", groupId: 1, staffId: 2, scheduleId: 3 },
  mayOpen: true,
  mayCheck: true,
};
const translated = ((key: string, values?: { score: number }) =>
  values ? `${key} ${values.score}` : key) as unknown as Parameters<typeof describeWork>[0];

describe("works of a journal", () => {
  it("names result, score, lateness and the exam (D-23)", () => {
    expect(describeWork(translated, cell({ homework: 3, homeworkScore: 92, homeworkLate: true, exam: 80 }))).toBe(
      "journal.works.accepted, journal.works.score 92, journal.works.late · journal.works.exam 80",
    );
    expect(describeWork(translated, cell({ homework: 4, homeworkOpen: true }))).toBe("journal.works.open");
    expect(describeWork(translated, cell({ homework: 1 }))).toBe("journal.works.waiting");
    expect(describeWork(translated, cell({}))).toBe("journal.works.none");
  });

  it("counts what is accepted, waits, and is missing", () => {
    const open = cell({ homework: 4, homeworkOpen: true });
    expect(countWorks([open])).toEqual({ accepted: 0, waiting: 0, missing: 0 });
    const cells = [3, 3, 1, 2, 4, 5, undefined].map((homework) => cell(homework ? { homework } : {}));
    expect(countWorks(cells)).toEqual({ accepted: 2, waiting: 1, missing: 2 });
  });

  it("leads to the work, or to its lesson where nothing was handed in", () => {
    const lesson = "/my-groups/1/staff/2/schedule/3/lesson/7/theme/30";
    expect(workPath(reader, day, student, cell({ homework: 1, submissionId: 9 }))).toBe(`${lesson}/chat/9/home/5`);
    expect(workPath(reader, day, student, cell({ homework: 4, submissionId: 9 }))).toBe(lesson);
    expect(workPath({ ...reader, mayCheck: false }, day, student, cell({ homework: 3, submissionId: 9 }))).toBe(lesson);
  });

  it("leads nowhere without homework, or without the right to see it", () => {
    expect(workPath(reader, day, student, cell({}))).toBeNull();
    expect(workPath({ ...reader, mayOpen: false }, day, student, cell({ homework: 3, submissionId: 9 }))).toBeNull();
  });
});
