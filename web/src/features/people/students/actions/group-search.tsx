/** Groups that students can be added to, found by a search and offered as choices (R1-368). */
import { type ReactNode, useState } from "react";
import type { Answer } from "@/api/request";
import { useRead } from "@/api/use-read";
import { useDebounced } from "@/lib/use-debounced";
import { cx } from "@/ui/cx";
import { Loaded } from "@/ui/feedback/loaded";

export type GroupChoice = Answer<"get", "/student-groups/groups">["groups"][number];

const MOST = 20;
const SEARCH_DEBOUNCE_MS = 400;

type GroupSearchProps = {
  /** Compares the groups with this student's week and groups. */
  studentId?: number;
  searchLabel: string;
  legend: string;
  empty: string;
  children: (group: GroupChoice) => ReactNode;
};

export function GroupSearch({ studentId, searchLabel, legend, empty, children }: GroupSearchProps) {
  const [typed, setTyped] = useState("");
  const value = useDebounced(typed.trim(), SEARCH_DEBOUNCE_MS);
  const query = { perPage: MOST, ...(studentId === undefined ? {} : { studentId }), ...(value ? { value } : {}) };
  const read = useRead("/student-groups/groups", { query }, { keepPreviousData: true });
  return (
    <div>
      <input
        type="search"
        className="field mb-3"
        data-autofocus
        aria-label={searchLabel}
        placeholder={searchLabel}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Loaded of={read}>
        {({ groups }) =>
          groups.length === 0 ? (
            <p className="py-6 text-center text-base text-mut">{empty}</p>
          ) : (
            <fieldset
              className={cx(
                "grid max-h-80 auto-rows-max gap-2 overflow-y-auto p-1",
                read.isPlaceholder && "opacity-60",
              )}
            >
              <legend className="sr-only">{legend}</legend>
              {groups.map(children)}
            </fieldset>
          )
        }
      </Loaded>
    </div>
  );
}
