/** Homework of the tree by its text: found by the server, shown where the word stands (R2-070, R2-388). */
import type { Answer } from "@/api/request";
import { useRead } from "@/api/use-read";
import { useKindName } from "@/entities/homework-database/homework-kind";
import { withOneApostrophe } from "@/lib/folding";
import { groupBy } from "../group-by";
import { inOrder } from "./tree-model";

/** So many are shown in the tree; the list of all homework has the rest. */
const SHOWN = 50;
type Found = Answer<"get", "/homework-db">["homework"][number];

/** Homework by lesson, and how many more there are. */
export function useFoundTexts(courseId: number, value: string): { texts: ReadonlyMap<number, Found[]>; more: number } {
  const query = { courseId, value, keys: ["text" as const], perPage: SHOWN };
  const found = useRead("/homework-db", { query }, { enabled: value !== "", keepPreviousData: true }).data;
  if (value === "" || !found) return { texts: new Map(), more: 0 };
  return {
    texts: groupBy(inOrder(found.homework), ({ lesson }) => lesson.id),
    more: found.total - found.homework.length,
  };
}

type FoundTextProps = { of: Found; word: string; onChoose: () => void };

export function FoundText({ of, word, onChoose }: FoundTextProps) {
  const nameOf = useKindName();
  const text = of.excerpt ?? of.description;
  const at = withOneApostrophe(text).indexOf(withOneApostrophe(word));
  return (
    <li>
      <button
        type="button"
        onClick={onChoose}
        className="block w-full py-1 pr-3 pl-10 text-left text-xs text-mut hover:bg-sunken max-sm:min-h-11"
      >
        <span className="line-clamp-2 [overflow-wrap:anywhere]">
          <span className="font-[550]">{nameOf(of)}</span>
          {" · "}
          {at < 0 ? (
            text
          ) : (
            <>
              {text.slice(0, at)}
              <mark className="rounded-xs bg-accent-soft text-ink-strong">{text.slice(at, at + word.length)}</mark>
              {text.slice(at + word.length)}
            </>
          )}
        </span>
      </button>
    </li>
  );
}
