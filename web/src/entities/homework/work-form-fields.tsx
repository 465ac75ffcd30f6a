/** Fields of the forms of homework and exams: the text with its length, and the files. */
import { useTranslation } from "react-i18next";
import { Field } from "@/ui/form/field";
import { useFormControl } from "@/ui/form/form";
import { Attachments, type AttachmentsPath } from "./attachments";
import type { WorkFile } from "./use-work-upload";

/** The length of a text, in characters, as the limit of its call. */
type TextProps = { label: string; limit: { maxLength: number } };

/** The field `description`. */
export function WorkTextField({ label, limit }: TextProps) {
  const { t } = useTranslation();
  const { fields, errorOf } = useFormControl();
  const length = String(fields.watch("description") ?? "").length;
  return (
    <Field
      label={label}
      error={errorOf("description")}
      required
      help={<span className="tabular-nums">{t("homework.textCount", { length, most: limit.maxLength })}</span>}
    >
      {(parts) => <textarea rows={7} className="field h-auto py-2" {...parts} {...fields.register("description")} />}
    </Field>
  );
}

/** The field `attachments`: uploaded files as JSON, so that a draft keeps them. */
export function WorkFilesField({ path }: { path: AttachmentsPath }) {
  const { errorOf } = useFormControl();
  const [files, set] = useFormValue("attachments");
  return (
    <Attachments
      path={path}
      files={filesOf(files)}
      onChange={(next) => set(JSON.stringify(next))}
      error={errorOf("attachments")}
    />
  );
}

/** A value that no input of the form holds itself. */
export function useFormValue(name: string) {
  const { fields } = useFormControl();
  const set = (value: string) => fields.setValue(name, value, { shouldDirty: true, shouldTouch: true });
  return [String(fields.watch(name) ?? ""), set] as const;
}

/** The files of a form's value. */
export const filesOf = (written: string): WorkFile[] => (written ? (JSON.parse(written) as WorkFile[]) : []);
