/** Live, debounced preview of the accounts that would be opened, with the errors of its fields. */
import { useEffect, useState } from "react";
import { ApiError, type Fields } from "@/api/errors";
import { type Answer, type Body, change } from "@/api/request";
import type { toSelectionRequest } from "../bulk-operation";

/** Both calls take and answer the same; only academics have roles. */
const PATHS = { teacher: "/academic/bulk/open-accounts", student: "/students/bulk/open-accounts" } as const;
export type AccountEntity = keyof typeof PATHS;
export const openingPath = (entity: AccountEntity) => PATHS[entity] as (typeof PATHS)["teacher"];

export type AccountsPreview = Answer<"post", "/academic/bulk/open-accounts/preview">;
export type SuggestedAccount = AccountsPreview["rows"][number];
export type OpenAccounts = ReturnType<typeof toSelectionRequest> & {
  body: Omit<Body<"post", "/academic/bulk/open-accounts">, "ids" | "all" | "total">;
};

const DEBOUNCE_MS = 300;
type Shown = { preview: AccountsPreview | null; fields: Fields; error: unknown; busy: boolean };

/** The latest preview; the previous one while another is pending. */
export function useAccountsPreview(entity: AccountEntity, sent: OpenAccounts): Shown {
  const [shown, setShown] = useState<Shown>({ preview: null, fields: {}, error: null, busy: true });
  const serialized = JSON.stringify(sent);
  useEffect(() => {
    const flight = new AbortController();
    setShown((last) => ({ ...last, busy: true }));
    const failed = (error: unknown) => {
      if (flight.signal.aborted) return;
      const fields = error instanceof ApiError ? error.fields : {};
      setShown((last) => ({ ...last, fields, error: Object.keys(fields).length > 0 ? null : error, busy: false }));
    };
    const timer = setTimeout(() => {
      // Not a submission: no idempotency key
      const path = `${openingPath(entity)}/preview` as const;
      change("post", path, { ...(JSON.parse(serialized) as OpenAccounts), signal: flight.signal }).then((outcome) => {
        if (outcome.forbidden) return failed(outcome.refusal);
        setShown({ preview: outcome.data, fields: {}, error: null, busy: false });
      }, failed);
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      flight.abort();
    };
  }, [entity, serialized]);
  return shown;
}
