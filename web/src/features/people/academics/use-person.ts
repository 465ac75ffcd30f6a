import { ApiError } from "@/api/errors";
import { type QueryState, useRead } from "@/api/use-read";
import { isRecordId } from "@/lib/record-id";
import type { Kind } from "./academic-labels";

/** A teacher or assistant, by the view that the reader came from. */
export function usePerson(kind: Kind, id: string | number, keepOld = false) {
  const known = isRecordId(String(id));
  const at = { path: { id: Number(id) } };
  const academic = useRead("/academic/{id}", at, { enabled: known && kind === "academic", keepPreviousData: keepOld });
  const assistant = useRead("/assistant/{id}", at, {
    enabled: known && kind === "assistant",
    keepPreviousData: keepOld,
  });
  const read: QueryState<unknown> = kind === "academic" ? academic : assistant;
  return {
    read,
    person: kind === "academic" ? academic.data?.academic : assistant.data?.assistant,
    missing: !known || (read.error instanceof ApiError && read.error.status === 404),
  };
}
