/** Issues a password for every opened account, in small portions: each password takes the server a while. */
import { useEffect, useRef, useState } from "react";
import { type Answer, change, read } from "@/api/request";

export type IssuedLogin = Answer<"post", "/students/bulk/{id}/passwords">["logins"][number];
type Issuing = { total: number; logins: readonly IssuedLogin[]; running: boolean; error: unknown };

const PORTION = 20;
const PAGE = 100;
const NOTHING: Issuing = { total: 0, logins: [], running: false, error: null };

/** `start` issues all of them; leaving the screen stops after the present portion. */
export function useIssuedLogins(actId: number): Issuing & { start: () => void } {
  const [state, setState] = useState(NOTHING);
  const left = useRef(false);
  useEffect(() => {
    left.current = false;
    return () => {
      left.current = true;
    };
  }, []);
  const start = async () => {
    setState({ ...NOTHING, running: true });
    const logins: IssuedLogin[] = [];
    try {
      const ids = await openedIds(actId);
      for (let at = 0; at < ids.length && !left.current; at += PORTION) {
        const body = { ids: ids.slice(at, at + PORTION) };
        const outcome = await change("post", "/students/bulk/{id}/passwords", { path: { id: actId }, body });
        if (outcome.forbidden) throw outcome.refusal;
        logins.push(...outcome.data.logins);
        setState({ total: ids.length, logins: [...logins], running: true, error: null });
      }
      setState((last) => ({ ...last, running: false }));
    } catch (error) {
      setState((last) => ({ ...last, running: false, error }));
    }
  };
  return { ...state, start: () => void start() };
}

async function openedIds(actId: number): Promise<number[]> {
  const ids: number[] = [];
  for (let page = 1; ; page += 1) {
    const query = { outcome: "done", page, perPage: PAGE } as const;
    const outcome = await read("/students/bulk/{id}/results", { path: { id: actId }, query });
    if (outcome.forbidden) throw outcome.refusal;
    const { results, total } = outcome.data;
    ids.push(...results.map(({ studentId }) => studentId));
    if (results.length === 0 || ids.length >= total) return ids;
  }
}
