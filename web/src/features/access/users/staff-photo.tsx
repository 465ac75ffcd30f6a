/** The photo of a member of staff, for who looks after him (R1-124, R1-401, D-34). */
import { useTranslation } from "react-i18next";
import type { PathOf } from "@/api/request";
import type { StaffCard } from "@/api/types";
import { useChange } from "@/api/use-change";
import { PHOTO_MAX } from "@/entities/people/photo/picture";
import { PortraitBox } from "@/entities/people/photo/portrait-box";
import { showDone } from "@/ui/feedback/toast";
import { PhotoCheckTag } from "./staff-words";

const STALE: PathOf<"get">[] = ["/users/staff", "/users/staff/{id}", "/users/{id}/history", "/profile"];

export function StaffPhoto({ staff }: { staff: StaffCard }) {
  const { t } = useTranslation();
  const judging = useChange("put", "/users/staff/{id}/photo-check", {
    invalidates: STALE,
    onDone: () => showDone(t("photo.judged")),
  });
  return (
    <PortraitBox
      of={staff}
      most={PHOTO_MAX}
      whose={{ userId: String(staff.id) }}
      stale={STALE}
      mayChange
      onJudge={(suitable) => void judging.run({ path: { id: staff.id }, body: { suitable } })}
      judging={judging.pending}
    >
      <PhotoCheckTag staff={staff} always />
    </PortraitBox>
  );
}
