import { useTranslation } from "react-i18next";
import { Avatar } from "@/ui/display/avatar";
import { AccountTag, NOT_WORKING, nameOf, PhotoCheck, Work } from "./academic-labels";

type Shown = {
  id: number;
  hId: string | null;
  fullName: string;
  photo: string | null;
  photoCheck: number;
  roleNumber: number;
  workStatus: number;
  acStatus: number;
};

/** Header: photo and its review state, name, profession, states. */
export function PersonHead({ person, level: Heading }: { person: Shown; level: "h1" | "h3" }) {
  const { t } = useTranslation();
  return (
    <div className="flex min-w-0 items-center gap-4">
      <Avatar name={person.fullName} id={person.id} photo={person.photo} size="large" />
      <div className="min-w-0">
        <Heading className="text-xl font-[650] tracking-[-0.01em] text-ink-strong [overflow-wrap:anywhere]">
          {nameOf(person, t)}
        </Heading>
        <p className="text-sm text-mut">
          {[t(person.roleNumber === 3 ? "shell.assistant" : "shell.teacher"), person.hId].filter(Boolean).join(" · ")}
        </p>
        <p className="mt-1 flex flex-wrap gap-1.5">
          <AccountTag of={person} />
          {person.workStatus === NOT_WORKING ? <Work of={person} /> : null}
          <PhotoCheck of={person} always />
        </p>
      </div>
    </div>
  );
}
