/** Addresses and words of exams, by audience (D-54). */
import type { Answer } from "@/api/request";
import { examsOf } from "@/entities/exams/exam-result";
import { type Audience, groupPath, moduleOf, type TabProps } from "@/entities/groups/group-tabs";
import type { Tone } from "@/ui/display/status-tag";

export type ExamRow = Answer<"get", "/groups/{id}/exams">["exams"][number];
export type ExamCard = Answer<"get", "/exams/{id}">["exam"];
export type WorkRow = Answer<"get", "/exams/{id}/results">["works"][number];
export type ExamChat = Answer<"get", "/exams/{id}/chats/{chat_id}">;
export type AnnouncePreview = Answer<"get", "/exams/{id}/announce">;

/** Who checks: holders of the exam or of its chats. */
export const checksExams = (audience: Audience) => `${examsOf(audience)}|${moduleOf(audience)}:exam_chats`;
/** In an address: whose work comes first, for example the one that waits longest. */
export const FIRST_WORK = { id: 0, studentId: 0 } as const;

export const tabPath = (at: TabProps) => `${groupPath(at.audience, at)}?tab=4`;
export const addPath = (at: TabProps) => `${groupPath(at.audience, at)}/add`;
export const examPath = (at: TabProps, id: number) => `${groupPath(at.audience, at)}/exam/${id}`;
export const editPath = (at: TabProps, id: number) => `${examPath(at, id)}/edit`;
export const announcePath = (at: TabProps, id: number) => `${examPath(at, id)}/announce`;
export const chatPath = (at: TabProps, examId: number, work: Pick<WorkRow, "id" | "studentId">) =>
  `${examPath(at, examId)}/chat/${work.id}/exam/${work.studentId}`;

export const idOf = (written: string | undefined) => (/^\d{1,15}$/.test(written ?? "") ? Number(written) : 0);

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

/** The page that everybody may open once the exam is announced (D-88). */
export const publicAddress = (publicId: string) => `${window.location.origin}/exam-result/${publicId}`;

export const monthsOf = ({ studyMonths }: Pick<ExamRow, "studyMonths">) =>
  studyMonths.map(({ name }) => name).join(", ");

/** Not started 1, active 2, ended 3 (D-68). */
export const STATUS_WORDS = {
  1: "exams.status.notStarted",
  2: "exams.status.active",
  3: "exams.status.ended",
} as const;
export const STATUS_TONES: Record<1 | 2 | 3, Tone> = { 1: "quiet", 2: "info", 3: "warn" };

/** Waiting 1, checking 4 (D-23): the work still needs a check. */
export const WAITING = 1;
export const CHECKING = 4;
export const waits = ({ status }: Pick<WorkRow, "status">) => status === WAITING || status === CHECKING;
/** Reads that a change of an exam or of its work makes stale. */
export const STALE = [
  "/groups/{id}/exams",
  "/exams/{id}",
  "/exams/{id}/history",
  "/exams/{id}/participants",
  "/exams/{id}/results",
  "/exams/{id}/chats",
  "/exams/{id}/chats/{chat_id}",
  "/exams/results/{id}",
  "/exams/{id}/announce",
] as const;
