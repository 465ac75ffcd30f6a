/** Every selected student, over all pages of the list, up to the print limit. */
import { useEffect, useState } from "react";
import { type Params, read } from "@/api/request";
import type { StudentRow } from "@/api/types";
import type { Chosen } from "@/ui/table/use-selection";

export const PRINTED_MAX = 500;
const PAGE = 100;

export function useAllRows({ ids, query }: Chosen) {
  const [rows, setRows] = useState<StudentRow[] | null>(null);
  const [cut, setCut] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const serialized = JSON.stringify(ids === null ? query : { ids: ids.join(",") });
  useEffect(() => {
    let cancelled = false;
    void allOf(JSON.parse(serialized)).then(
      (found) => {
        if (cancelled) return;
        setRows(found.rows);
        setCut(found.total > found.rows.length);
      },
      (failure) => !cancelled && setError(failure),
    );
    return () => {
      cancelled = true;
    };
  }, [serialized]);
  return { rows, cut, error };
}

async function allOf(serialized: Record<string, string>): Promise<{ rows: StudentRow[]; total: number }> {
  const rows: StudentRow[] = [];
  for (let page = 1; ; page += 1) {
    const query = { ...serialized, page, perPage: PAGE } as unknown as Params<"get", "/students/all">["query"];
    const outcome = await read("/students/all", { query });
    if (outcome.forbidden) throw outcome.refusal;
    const { students, total } = outcome.data;
    rows.push(...students);
    if (students.length === 0 || rows.length >= Math.min(total, PRINTED_MAX)) return { rows, total };
  }
}
