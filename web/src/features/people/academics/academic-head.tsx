import { useTranslation } from "react-i18next";
import { PersonHead } from "@/entities/people/person-head";
import { NOT_WORKING, PhotoCheckTag, WorkStatus } from "@/entities/people/staff-tags";
import { AccountTag } from "./academic-labels";

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
export function AcademicHead({ person, level }: { person: Shown; level: "h1" | "h3" }) {
  const { t } = useTranslation();
  const profession = t(person.roleNumber === 3 ? "shell.assistant" : "shell.teacher");
  return (
    <PersonHead
      person={person}
      level={level}
      line={[profession, person.hId].filter(Boolean).join(" · ")}
      tags={
        <>
          <AccountTag of={person} />
          {person.workStatus === NOT_WORKING ? <WorkStatus of={person} /> : null}
          <PhotoCheckTag of={person} always />
        </>
      }
    />
  );
}
