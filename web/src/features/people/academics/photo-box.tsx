/** The photo of somebody who teaches (R1-194, D-34, D-61). */
import { useTranslation } from "react-i18next";
import type { AcademicCard } from "@/api/types";
import { useChange } from "@/api/use-change";
import { useCan } from "@/entities/access/can";
import { MEGABYTE } from "@/entities/people/photo/picture";
import { PortraitBox } from "@/entities/people/photo/portrait-box";
import { showDone } from "@/ui/feedback/toast";
import { ACADEMIC, PhotoCheck, STALE } from "./academic-words";

export function PhotoBox({ person }: { person: AcademicCard }) {
  const { t } = useTranslation();
  const judging = useChange("put", "/academic/{id}/photo-check", {
    invalidates: STALE,
    onDone: () => showDone(t("photo.judged")),
  });
  return (
    <PortraitBox
      of={person}
      most={5 * MEGABYTE}
      whose={{ academicId: String(person.id) }}
      stale={STALE}
      mayChange={useCan(ACADEMIC, "update")}
      onJudge={(suitable) => void judging.run({ path: { id: person.id }, body: { suitable } })}
      judging={judging.pending}
    >
      <PhotoCheck of={person} always />
    </PortraitBox>
  );
}
