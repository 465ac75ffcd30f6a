/** A study course of the centre's own, or the name and category of any (D-49, D-101). */
import { useTranslation } from "react-i18next";
import { AddCourse as LIMITS } from "@/api/limits";
import { useChange } from "@/api/use-change";
import { useRead } from "@/api/use-read";
import { toChoices } from "@/entities/access/choices";
import { Button } from "@/ui/controls/button";
import { Dialog } from "@/ui/dialog/dialog";
import { showDone, showError } from "@/ui/feedback/toast";
import { SelectField } from "@/ui/form/choice-fields";
import { Form, SubmitButton } from "@/ui/form/form";
import { TextField } from "@/ui/form/text-field";
import { toastUnlessInline } from "@/ui/form/toast-unless-inline";
import { useForm } from "@/ui/form/use-form";
import { type CourseRow, STALE } from "../course-types";

const FIELDS = ["name", "categoryId"] as const;

type Named = Pick<CourseRow, "id" | "name" | "schoolName" | "category" | "version">;
type CourseFormProps = { course?: Named; onClose: () => void };
type Values = { name: string; categoryId: string };

export function CourseForm({ course, onClose }: CourseFormProps) {
  const { t } = useTranslation();
  const options = useRead("/courses/filter-objects");
  const how = {
    invalidates: [...STALE],
    quiet: true,
    onForbidden: showError,
    onError: toastUnlessInline(FIELDS),
    onDone: () => showDone(t("courses.saved")),
  };
  const add = useChange("post", "/courses", how);
  const edit = useChange("put", "/courses/{id}", how);
  const form = useForm<Values>({
    start: { name: course?.name ?? "", categoryId: course?.category ? String(course.category.id) : "" },
    limits: { name: LIMITS.name },
    saving: course ? edit : add,
    send: ({ name, categoryId }) => {
      const body = { name: name.trim(), categoryId: categoryId ? Number(categoryId) : null };
      return course
        ? edit.run({ path: { id: course.id }, body: { ...body, version: course.version } })
        : add.run({ body });
    },
    onSaved: onClose,
  });
  // courses may have one name, as those of the school do: it is no error
  const typed = folded(form.fields.watch("name"));
  const same = options.data?.courses.some(({ id, name }) => id !== course?.id && folded(name) === typed);
  const title = t(course ? "courses.editTitle" : "courses.addTitle");
  return (
    <Dialog open size="small" onClose={onClose} title={title} text={course ? undefined : t("courses.addText")}>
      <Form of={form} label={title}>
        <TextField
          name="name"
          label={t("courses.columns.name")}
          required
          help={course?.schoolName ? t("courses.schoolName", { name: course.schoolName }) : undefined}
        />
        {same ? (
          <p role="status" className="-mt-2 text-sm text-warn">
            {t("courses.sameName")}
          </p>
        ) : null}
        <SelectField
          name="categoryId"
          label={t("courses.columns.category")}
          loading={options.state === "loading"}
          options={toChoices(options.data?.categories)}
        />
        <div className="flex justify-end gap-2 max-sm:[&>*]:flex-1">
          <Button onClick={onClose}>{t("kit.cancel")}</Button>
          <SubmitButton>{t("kit.save")}</SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}

const folded = (name: string) => name.trim().replace(/\s+/g, " ").toLowerCase();
