/** Result of an exam's participant: its address, its words and their tones. */
import type { Answer } from "@/api/request";
import { type Audience, groupPath, moduleOf, type TabProps } from "@/entities/groups/group-tabs";
import type { Tone } from "@/ui/display/status-tag";

export type Result = NonNullable<Answer<"get", "/exams/{id}/results">["works"][number]["result"]>;

export const examsOf = (audience: Audience) => `${moduleOf(audience)}:exam`;

export const resultPath = (at: TabProps, resultId: number) => `${groupPath(at.audience, at)}/exam/${resultId}/result`;

/** Failed 1, passed 2, absent 3, failed for a reason 4 (D-29). */
export const RESULT_TONES: Record<Result, Tone> = { 1: "bad", 2: "good", 3: "quiet", 4: "bad" };
export const RESULT_WORDS = {
  1: "exams.results.failed",
  2: "exams.results.passed",
  3: "exams.results.absent",
  4: "exams.results.failedExam",
} as const;
