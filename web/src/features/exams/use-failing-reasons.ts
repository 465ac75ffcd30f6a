/** The reasons of failing an exam, a fixed list of the server in the reader's language (D-87). */
import type { Answer } from "@/api/request";
import { useRead } from "@/api/use-read";
import type { WorkRow } from "./exam-paths";

export type FailingReason = Answer<"get", "/exams/failing-reasons">["reasons"][number];

const NONE: readonly FailingReason[] = [];

export const useFailingReasons = (): readonly FailingReason[] =>
  useRead("/exams/failing-reasons", undefined, { staleTime: Number.POSITIVE_INFINITY }).data?.reasons ?? NONE;

/** The reason in words, with what the checker added; null without one. */
export function reasonOf(
  { failingReasonId, failingText }: Pick<WorkRow, "failingReasonId" | "failingText">,
  reasons: readonly FailingReason[],
): string | null {
  if (failingReasonId === null) return null;
  const name = reasons.find(({ id }) => id === failingReasonId)?.name;
  return [name, failingText].filter(Boolean).join(": ");
}
