/** Possible duplicates and warnings, checked while typing and again before saving (D-19, part 1 §5). */
import { useRef, useState } from "react";
import { type Answer, type Body, change } from "@/api/request";

export type DuplicatesFound = Answer<"post", "/students/check">;
export type DuplicateQuery = Body<"post", "/students/check">;

/** True where there is enough to search by. */
function isSearchable({ birthDate, firstName, lastName, phoneNumber, papers }: DuplicateQuery): boolean {
  const paper = papers && Object.values(papers).some((text) => text?.trim());
  return Boolean(phoneNumber?.trim() || paper || (birthDate && firstName.trim() && lastName.trim()));
}

const contentOf = (query: DuplicateQuery | null): string | null =>
  query && isSearchable(query) ? JSON.stringify(query) : null;
const hasFindings = (found: DuplicatesFound) => found.likenesses.length > 0 || Object.keys(found.warnings).length > 0;

/** `known`: id of the student being edited, who is no duplicate of themselves. */
export function useDuplicates(known?: number) {
  const [found, setFound] = useState<{ content: string; answer: DuplicatesFound } | null>(null);
  const [checking, setChecking] = useState(false);
  const confirmed = useRef<string | null>(null);

  async function check(content: string, signal?: AbortSignal): Promise<DuplicatesFound | undefined> {
    const body = JSON.parse(content) as DuplicateQuery;
    const sent = { body, ...(signal ? { signal } : {}) };
    const { data } = known
      ? await change("post", "/students/{id}/check", { ...sent, path: { id: known } })
      : await change("post", "/students/check", sent);
    if (data) setFound({ content, answer: data });
    return data;
  }

  return {
    checking,
    /** Checks unless the same values were checked already. A failed check while typing is silent. */
    ahead: (query: DuplicateQuery | null, signal: AbortSignal): void => {
      const content = contentOf(query);
      if (content !== null && content !== found?.content) void check(content, signal).catch(() => undefined);
    },
    /** Warnings of this check. */
    foundIn: (query: DuplicateQuery | null): DuplicatesFound | null =>
      found && found.content === contentOf(query) && hasFindings(found.answer) ? found.answer : null,
    /** The person has looked, and wants it saved as it is. */
    confirm: (query: DuplicateQuery | null): void => {
      confirmed.current = contentOf(query);
    },
    /** True where there are no warnings, or the person has confirmed; a missing check runs first. */
    pass: async (query: DuplicateQuery | null): Promise<boolean> => {
      const content = contentOf(query);
      if (content === null || confirmed.current === content) return true;
      if (found?.content === content) return !hasFindings(found.answer);
      setChecking(true);
      try {
        const answer = await check(content);
        return !answer || !hasFindings(answer);
      } catch {
        // The check is advisory: saving itself reports what is wrong with the form.
        return true;
      } finally {
        setChecking(false);
      }
    },
  };
}
