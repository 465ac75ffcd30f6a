/** Forms and questions about chapters and lessons of the database. */
import { useTranslation } from "react-i18next";
import { AddChapter as CHAPTER_LIMITS, AddLesson as LESSON_LIMITS } from "@/api/limits";
import { useChange } from "@/api/use-change";
import { DATABASE_READS, type TreeChapter, type TreeLesson } from "@/entities/homework-database/database-types";
import { Button } from "@/ui/controls/button";
import { ConfirmDialog } from "@/ui/dialog/confirm-dialog";
import { Dialog } from "@/ui/dialog/dialog";
import { showDone, showError } from "@/ui/feedback/toast";
import { Form, SubmitButton } from "@/ui/form/form";
import type { Limit } from "@/ui/form/limits";
import { TextField } from "@/ui/form/text-field";
import { toastUnlessInline } from "@/ui/form/toast-unless-inline";
import { useForm } from "@/ui/form/use-form";

type LessonOf = Pick<TreeLesson, "id" | "name" | "version" | "isPublished">;

export type TreeDialog =
  | { kind: "addChapter"; courseId: number }
  | { kind: "editChapter" | "deleteChapter" | "moveChapter" | "addLesson"; chapter: TreeChapter }
  | { kind: "editLesson"; lesson: LessonOf; chapter: Pick<TreeChapter, "id"> }
  | { kind: "deleteLesson" | "moveLesson"; lesson: LessonOf };

type TreeDialogsProps = {
  dialog: TreeDialog;
  onClose: () => void;
  onAdded?: (lesson: number) => void;
  onDeleted?: () => void;
};

export function TreeDialogs({ dialog, onClose, onAdded, onDeleted }: TreeDialogsProps) {
  if (dialog.kind === "addChapter") return <AddChapter courseId={dialog.courseId} onClose={onClose} />;
  if (dialog.kind === "editChapter") return <EditChapter chapter={dialog.chapter} onClose={onClose} />;
  if (dialog.kind === "addLesson") return <AddLesson chapter={dialog.chapter} onClose={onClose} onAdded={onAdded} />;
  if (dialog.kind === "editLesson") return <EditLesson {...dialog} onClose={onClose} />;
  if (dialog.kind === "deleteChapter") return <DeleteChapter chapter={dialog.chapter} onClose={onClose} />;
  if (dialog.kind === "deleteLesson")
    return <DeleteLesson lesson={dialog.lesson} onClose={onClose} onDeleted={onDeleted} />;
  return null;
}

/** How a change of a name is sent: its errors stand beside the field. */
const NAMED = {
  invalidates: [...DATABASE_READS],
  quiet: true,
  onForbidden: showError,
  onError: toastUnlessInline(["name"]),
};

function AddChapter({ courseId, onClose }: { courseId: number; onClose: () => void }) {
  const { t } = useTranslation();
  const saving = useChange("post", "/homework-db/chapters", NAMED);
  return (
    <NameDialog
      title={t("homeworkDatabase.newChapter")}
      label={t("homeworkDatabase.chapterName")}
      limit={CHAPTER_LIMITS.name}
      saving={saving}
      send={(name) => saving.run({ body: { courseId, name } })}
      onClose={onClose}
    />
  );
}

function EditChapter({ chapter, onClose }: { chapter: TreeChapter; onClose: () => void }) {
  const { t } = useTranslation();
  const saving = useChange("put", "/homework-db/chapters/{id}", NAMED);
  return (
    <NameDialog
      title={t("homeworkDatabase.rename")}
      label={t("homeworkDatabase.chapterName")}
      start={chapter.name}
      limit={CHAPTER_LIMITS.name}
      saving={saving}
      send={(name) => saving.run({ path: { id: chapter.id }, body: { name, version: chapter.version } })}
      onClose={onClose}
    />
  );
}

type AddLessonProps = { chapter: TreeChapter; onClose: () => void; onAdded?: ((lesson: number) => void) | undefined };

function AddLesson({ chapter, onClose, onAdded }: AddLessonProps) {
  const { t } = useTranslation();
  const saving = useChange("post", "/homework-db/lessons", { ...NAMED, onDone: ({ lesson }) => onAdded?.(lesson.id) });
  return (
    <NameDialog
      title={t("homeworkDatabase.newLesson")}
      text={chapter.name}
      label={t("homeworkDatabase.lessonName")}
      limit={LESSON_LIMITS.name}
      saving={saving}
      send={(name) => saving.run({ body: { chapterId: chapter.id, name } })}
      onClose={onClose}
    />
  );
}

type EditLessonProps = { lesson: LessonOf; chapter: Pick<TreeChapter, "id">; onClose: () => void };

function EditLesson({ lesson, chapter, onClose }: EditLessonProps) {
  const { t } = useTranslation();
  const saving = useChange("put", "/homework-db/lessons/{id}", NAMED);
  return (
    <NameDialog
      title={t("homeworkDatabase.rename")}
      text={lesson.isPublished ? t("homeworkDatabase.nameAfterPublishing") : undefined}
      label={t("homeworkDatabase.lessonName")}
      start={lesson.name}
      limit={LESSON_LIMITS.name}
      saving={saving}
      send={(name) =>
        saving.run({ path: { id: lesson.id }, body: { name, chapterId: chapter.id, version: lesson.version } })
      }
      onClose={onClose}
    />
  );
}

type NameDialogProps = {
  title: string;
  text?: string | undefined;
  label: string;
  start?: string;
  limit: Limit;
  saving: { pending: boolean; fields: Readonly<Record<string, string[]>> };
  send: (name: string) => Promise<unknown>;
  onClose: () => void;
};

function NameDialog({ title, text, label, start = "", limit, saving, send, onClose }: NameDialogProps) {
  const { t } = useTranslation();
  const form = useForm<{ name: string }>({
    start: { name: start },
    limits: { name: limit },
    saving,
    send: ({ name }) => send(name.trim()),
    onSaved: () => {
      showDone(t("homeworkDatabase.draftSaved"));
      onClose();
    },
  });
  return (
    <Dialog open size="small" onClose={onClose} title={title} text={text}>
      <Form of={form} label={title}>
        <TextField name="name" label={label} required />
        <div className="flex justify-end gap-2 max-sm:[&>*]:flex-1">
          <Button onClick={onClose}>{t("kit.cancel")}</Button>
          <SubmitButton>{t("kit.save")}</SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}

function DeleteChapter({ chapter, onClose }: { chapter: TreeChapter; onClose: () => void }) {
  const { t } = useTranslation();
  const remove = useChange("delete", "/homework-db/chapters/{id}", {
    invalidates: [...DATABASE_READS],
    onDone: () => showDone(t("homeworkDatabase.deleted", { name: chapter.name })),
  });
  return (
    <ConfirmDialog
      open
      danger
      saves
      onClose={onClose}
      title={t("homeworkDatabase.deleteChapterAsk", { name: chapter.name })}
      text={t("homeworkDatabase.deleteChapterText", { count: chapter.lessons.length })}
      confirm={t("homeworkDatabase.delete")}
      onConfirm={async () =>
        (await remove.run({ path: { id: chapter.id }, query: { version: chapter.version } })) !== undefined
      }
    />
  );
}

type DeleteLessonProps = { lesson: LessonOf; onClose: () => void; onDeleted?: (() => void) | undefined };

function DeleteLesson({ lesson, onClose, onDeleted }: DeleteLessonProps) {
  const { t } = useTranslation();
  const { isPublished, name } = lesson;
  const remove = useChange("delete", "/homework-db/lessons/{id}", {
    invalidates: [...DATABASE_READS],
    onDone: () => {
      showDone(isPublished ? t("homeworkDatabase.archiveDrafted") : t("homeworkDatabase.deleted", { name }));
      onDeleted?.();
    },
  });
  return (
    <ConfirmDialog
      open
      danger
      saves
      onClose={onClose}
      title={t(isPublished ? "homeworkDatabase.archiveLessonAsk" : "homeworkDatabase.deleteLessonAsk", { name })}
      text={t(isPublished ? "homeworkDatabase.archiveLessonText" : "homeworkDatabase.deleteLessonText")}
      confirm={t(isPublished ? "homeworkDatabase.archive" : "homeworkDatabase.delete")}
      onConfirm={async () =>
        (await remove.run({ path: { id: lesson.id }, query: { version: lesson.version } })) !== undefined
      }
    />
  );
}
