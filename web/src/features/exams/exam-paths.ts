/** Addresses and words of exams, by audience (D-54). */
import type { Answer } from "@/api/request";
import { type Audience, groupPath, moduleOf, type TabProps } from "@/entities/groups/group-tabs";
import type { Tone } from "@/ui/display/status-tag";

export type ExamRow = Answer<"get", "/groups/{id}/exams">["exams"][number];
export type WorkRow = Answer<"get", "/exams/{id}/results">["works"][number];
export type AnnouncePreview = Answer<"get", "/exams/{id}/announce">;

export const examsOf = (audience: Audience) => `${moduleOf(audience)}:exam`;
export const examPath = (at: TabProps, id: number) => `${groupPath(at.audience, at)}/exam/${id}`;
export const announcePath = (at: TabProps, id: number) => `${examPath(at, id)}/announce`;

const idOf = (written: string | undefined) => (/^\d{1,15}$/.test(written ?? "") ? Number(written) : 0);

/** The group's page and the exam that an address names. */
export function addressOf(audience: Audience, params: Readonly<Record<string, string | undefined>>) {
  const at: TabProps = {
    audience,
    groupId: idOf(params.id),
    staffId: idOf(params.staffId),
    scheduleId: idOf(params.scheduleId),
  };
  return { at, examId: idOf(params.examId) };
}

export const monthsOf = ({ studyMonths }: Pick<ExamRow, "studyMonths">) =>
  studyMonths.map(({ name }) => name).join(", ");

/** Failed 1, passed 2, absent 3, failed for a reason 4 (D-29). */
export const RESULT_TONES: Record<1 | 2 | 3 | 4, Tone> = { 1: "bad", 2: "good", 3: "quiet", 4: "bad" };
export const RESULT_WORDS = {
  1: "exams.results.failed",
  2: "exams.results.passed",
  3: "exams.results.absent",
  4: "exams.results.failedExam",
} as const;

/** Reads that an announcement makes stale. */
export const STALE = ["/groups/{id}/exams", "/exams/{id}", "/exams/{id}/results", "/exams/{id}/announce"] as const;
