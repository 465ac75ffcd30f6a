import { useTranslation } from "react-i18next";
import type { Answer } from "@/api/request";
import type { StudentRow } from "@/api/types";
import { useChange } from "@/api/use-change";
import { nameOf } from "@/entities/people/person-name";
import { ReasonDialog } from "@/ui/dialog/reason-dialog";

export type Revealed = Answer<"post", "/students/{id}/papers/reveal">["papers"];

type RevealDialogProps = {
  student: Pick<StudentRow, "id" | "fullName">;
  onRevealed: (papers: Revealed) => void;
  onClose: () => void;
};

/** Requires a reason to reveal identity documents; the access is recorded (D-58). */
export function RevealDialog({ student, onRevealed, onClose }: RevealDialogProps) {
  const { t } = useTranslation();
  const revealing = useChange("post", "/students/{id}/papers/reveal", {
    invalidates: ["/students/{id}/history"],
  });
  return (
    <ReasonDialog
      open
      onClose={onClose}
      title={t("student.revealTitle", { name: nameOf(student, t) })}
      text={t("student.revealText")}
      label={t("student.revealLabel")}
      confirm={t("student.reveal")}
      saves
      onConfirm={async (reason) => {
        const done = await revealing.run({ path: { id: student.id }, body: { reason } });
        if (!done) return false;
        onRevealed(done.papers);
        return true;
      }}
    />
  );
}
