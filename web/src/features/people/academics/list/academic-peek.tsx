import { Loaded } from "@/ui/feedback/loaded";
import { AccountFacts, PersonFacts } from "../academic-facts";
import { PersonHead } from "../academic-head";
import type { Kind } from "../academic-words";
import { usePerson } from "../use-person";

/** The card of somebody who teaches, beside the list. */
export function PersonPeek({ kind, id }: { kind: Kind; id: number }) {
  const { read, person } = usePerson(kind, id, true);
  return (
    <Loaded of={read}>
      {() =>
        person ? (
          <div className={read.old ? "grid gap-5 opacity-60" : "grid gap-5"}>
            <PersonHead person={person} level="h3" />
            <PersonFacts person={person} />
            <AccountFacts person={person} />
          </div>
        ) : null
      }
    </Loaded>
  );
}
