import { useRead } from "@/api/use-read";
import { Loaded } from "@/ui/feedback/loaded";
import { AccountFacts, PersonFacts } from "./staff-facts";
import { StaffHead } from "./staff-head";

/** The card of a member of staff beside the list. */
export function StaffPeek({ id }: { id: number }) {
  const read = useRead("/users/staff/{id}", { path: { id } }, { keepOld: true });
  return (
    <Loaded of={read}>
      {({ staff }) => (
        <div className={read.old ? "grid gap-5 opacity-60" : "grid gap-5"}>
          <StaffHead staff={staff} level="h3" />
          <PersonFacts staff={staff} />
          <AccountFacts staff={staff} />
        </div>
      )}
    </Loaded>
  );
}
