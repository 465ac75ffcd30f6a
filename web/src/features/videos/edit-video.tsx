/** Name and lesson of a video (R2-290). */
import { useTranslation } from "react-i18next";
import { EditVideo as LIMITS } from "@/api/limits";
import { useChange } from "@/api/use-change";
import type { TabProps } from "@/entities/groups/group-tabs";
import { STALE, updatePath, type VideoRow } from "@/entities/videos/video-types";
import { Button } from "@/ui/controls/button";
import { Dialog } from "@/ui/dialog/dialog";
import { showDone, showError } from "@/ui/feedback/toast";
import { SelectField } from "@/ui/form/choice-fields";
import { Form, SubmitButton } from "@/ui/form/form";
import { TextField } from "@/ui/form/text-field";
import { toastUnlessInline } from "@/ui/form/toast-unless-inline";
import { useForm } from "@/ui/form/use-form";
import { useLessonOptions } from "./lesson-options";

const FIELDS = ["name", "lessonId"] as const;

type EditVideoProps = { at: TabProps; video: VideoRow; onClose: () => void };
type Values = { name: string; lessonId: string };

export function EditVideo({ at, video, onClose }: EditVideoProps) {
  const { t } = useTranslation();
  const lessons = useLessonOptions(at.groupId);
  const save = useChange("put", updatePath(at.audience), {
    invalidates: [...STALE],
    quiet: true,
    onForbidden: showError,
    onError: toastUnlessInline(FIELDS),
    onDone: () => showDone(t("videos.saved")),
  });
  const form = useForm<Values>({
    start: { name: video.name, lessonId: String(video.lesson.id) },
    limits: { name: LIMITS.name },
    check: ({ lessonId }) => (lessonId === "" ? { lessonId: t("form.required") } : {}),
    saving: save,
    send: ({ name, lessonId }) =>
      save.run({
        path: { id: video.id },
        body: { version: video.version, name: name.trim(), lessonId: Number(lessonId) },
      }),
    onSaved: onClose,
  });
  return (
    <Dialog open size="small" onClose={onClose} title={t("videos.editTitle")}>
      <Form of={form} label={t("videos.editTitle")}>
        <TextField name="name" label={t("videos.columns.name")} required />
        <SelectField
          name="lessonId"
          label={t("videos.columns.lesson")}
          required
          loading={lessons.loading}
          options={lessons.options.map((one) => ({ ...one, value: String(one.value) }))}
        />
        <div className="flex justify-end gap-2 max-sm:[&>*]:flex-1">
          <Button onClick={onClose}>{t("kit.cancel")}</Button>
          <SubmitButton>{t("kit.save")}</SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}
