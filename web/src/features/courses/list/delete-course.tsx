/** Deletes a study course of the centre's own; one that is used is ended instead (D-101, D-102). */
import { useTranslation } from "react-i18next";
import { useChange } from "@/api/use-change";
import { ConfirmDialog } from "@/ui/dialog/confirm-dialog";
import { showDone } from "@/ui/feedback/toast";
import { type CourseRow, STALE } from "../course-types";
import { removalWords } from "../removed";

type DeleteCourseProps = {
  course: Pick<CourseRow, "id" | "name" | "version">;
  onClose: () => void;
  onDeleted?: () => void;
};

export function DeleteCourse({ course, onClose, onDeleted }: DeleteCourseProps) {
  const { t } = useTranslation();
  const remove = useChange("delete", "/courses/{id}", {
    invalidates: [...STALE],
    onDone: (removed) => {
      showDone(removalWords(removed, course.name, t));
      if (removed.outcome === "deleted") onDeleted?.();
    },
  });
  return (
    <ConfirmDialog
      open
      danger
      saves
      onClose={onClose}
      title={t("courses.deleteAsk", { name: course.name })}
      text={t("courses.deleteText")}
      confirm={t("courses.delete")}
      onConfirm={async () =>
        (await remove.run({ path: { id: course.id }, query: { version: course.version } })) !== undefined
      }
    />
  );
}
