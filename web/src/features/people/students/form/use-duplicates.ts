/** Possible duplicates and warnings, checked while typing and again before saving (D-19, part 1 §5). */
import { useRef, useState } from "react";
import { type Answer, type Body, change } from "@/api/request";

export type Found = Answer<"post", "/students/check">;
export type Asked = Body<"post", "/students/check">;

/** True where there is enough to search by. */
function tells({ birthDate, firstName, lastName, phoneNumber, papers }: Asked): boolean {
  const paper = papers && Object.values(papers).some((text) => text?.trim());
  return Boolean(phoneNumber?.trim() || paper || (birthDate && firstName.trim() && lastName.trim()));
}

const contentOf = (asked: Asked | null): string | null => (asked && tells(asked) ? JSON.stringify(asked) : null);
const odd = (found: Found) => found.likenesses.length > 0 || Object.keys(found.warnings).length > 0;

/** `known`: id of the student being edited, who is no duplicate of themselves. */
export function useDuplicates(known?: number) {
  const [found, setFound] = useState<{ content: string; answer: Found } | null>(null);
  const [checking, setLooking] = useState(false);
  const sure = useRef<string | null>(null);

  async function look(content: string, signal?: AbortSignal): Promise<Found | undefined> {
    const body = JSON.parse(content) as Asked;
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
    ahead: (asked: Asked | null, signal: AbortSignal): void => {
      const content = contentOf(asked);
      if (content !== null && content !== found?.content) void look(content, signal).catch(() => undefined);
    },
    /** Warnings of this check. */
    foundIn: (asked: Asked | null): Found | null =>
      found && found.content === contentOf(asked) && odd(found.answer) ? found.answer : null,
    /** The person has looked, and wants it saved as it is. */
    confirm: (asked: Asked | null): void => {
      sure.current = contentOf(asked);
    },
    /** True where there are no warnings, or the person has confirmed; a missing check runs first. */
    pass: async (asked: Asked | null): Promise<boolean> => {
      const content = contentOf(asked);
      if (content === null || sure.current === content) return true;
      if (found?.content === content) return !odd(found.answer);
      setLooking(true);
      try {
        const answer = await look(content);
        return !answer || !odd(answer);
      } catch {
        // The check is advisory: saving itself reports what is wrong with the form.
        return true;
      } finally {
        setLooking(false);
      }
    },
  };
}
