import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Avatar } from "@/ui/display/avatar";
import { nameOf } from "./person-name";

type PersonHeadProps = {
  person: { id: number; fullName: string; photo: string | null };
  level: "h1" | "h3";
  /** Line under the name. */
  line: ReactNode;
  tags: ReactNode;
};

/** Header of a person's page: photo, name, a line, states. */
export function PersonHead({ person, level: Heading, line, tags }: PersonHeadProps) {
  const { t } = useTranslation();
  return (
    <div className="flex min-w-0 items-center gap-4">
      <Avatar name={person.fullName} id={person.id} photo={person.photo} size="large" />
      <div className="min-w-0">
        <Heading className="text-xl font-[650] tracking-[-0.01em] text-ink-strong [overflow-wrap:anywhere]">
          {nameOf(person, t)}
        </Heading>
        <p className="flex flex-wrap items-center gap-x-3 text-sm text-mut">{line}</p>
        <p className="mt-1 flex flex-wrap gap-1.5">{tags}</p>
      </div>
    </div>
  );
}
