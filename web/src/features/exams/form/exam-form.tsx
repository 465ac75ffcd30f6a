/** The form of an exam: study months, participants, dates, text and files (R2-196, D-86). */
import { useTranslation } from "react-i18next";
import { AddExam } from "@/api/limits";
import type { Answer } from "@/api/request";
import { useZone } from "@/entities/access/use-zone";
import { filesOf, WorkFilesField, WorkTextField } from "@/entities/homework/work-form-fields";
import { CheckField, MultiSelectField } from "@/ui/form/choice-fields";
import { CancelLink, Form, SubmitButton, useFormControl } from "@/ui/form/form";
import { useForm } from "@/ui/form/use-form";
import { DateTimeFields, dateTimeProblems, instantOf } from "./date-time-fields";

export type FormOptions = Answer<"get", "/exams/form-options">;

/** Values as the form holds them: several choices parted by commas, files as JSON. */
export type ExamValues = {
  studyMonthIds: string;
  description: string;
  beginDay: string;
  beginTime: string;
  endDay: string;
  endTime: string;
  /** `yes`: only the chosen students take part. */
  some: string;
  studentIds: string;
  attachments: string;
};

type ExamFormProps = {
  label: string;
  options: FormOptions;
  start: ExamValues;
  /** The participants of an edited exam are those there are; others join until the deadline. */
  edited?: { joining: boolean };
  draft: string;
  cancel: string;
  submit: string;
  saving: { pending: boolean; fields: Readonly<Record<string, string[]>> };
  send: (values: ExamValues) => Promise<unknown>;
  onSaved: () => void;
};

export function ExamForm(props: ExamFormProps) {
  const { label, options, start, edited, draft, cancel, submit, saving, send, onSaved } = props;
  const { t } = useTranslation();
  const zone = useZone();
  const form = useForm<ExamValues>({
    start,
    limits: { description: AddExam.description },
    check: (values) => {
      const [begin, end] = [instantOf("begin", values, zone), instantOf("end", values, zone)];
      return {
        ...dateTimeProblems("begin", values, t),
        ...dateTimeProblems("end", values, t),
        ...(begin && end && end <= begin ? { endDay: t("exams.deadlineBeforeBegin") } : {}),
        ...(values.studyMonthIds ? {} : { studyMonthIds: t("exams.monthsFirst") }),
        ...(values.some && !values.studentIds ? { studentIds: t("exams.studentsFirst") } : {}),
      };
    },
    draft,
    saving,
    send,
    onSaved,
  });
  return (
    <Form of={form} label={label}>
      <MultiSelectField
        name="studyMonthIds"
        label={t("exams.studyMonths")}
        required
        options={options.studyMonths.map(({ id, name }) => ({ value: String(id), label: name }))}
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <DateTimeFields name="begin" label={t("exams.beginsAt")} />
        <DateTimeFields name="end" label={t("exams.deadline")} />
      </div>
      <Students options={options} edited={edited} />
      <WorkTextField label={t("exams.task")} limit={AddExam.description} />
      <WorkFilesField path="/upload/exam-attachments" />
      <div className="flex flex-wrap gap-2 max-sm:[&>*]:flex-1">
        <SubmitButton>{submit}</SubmitButton>
        <CancelLink to={cancel} />
      </div>
    </Form>
  );
}

function Students({ options, edited }: Pick<ExamFormProps, "options" | "edited">) {
  const { t } = useTranslation();
  const { fields } = useFormControl();
  const some = fields.watch("some") === "yes";
  const offered = edited ? options.students.filter(({ participates }) => !participates) : options.students;
  const choices = offered.map(({ id, fullName, hId }) => ({
    value: String(id),
    label: fullName,
    ...(hId ? { hint: hId } : {}),
  }));
  if (edited) {
    if (!edited.joining || choices.length === 0) return null;
    return (
      <MultiSelectField name="studentIds" label={t("exams.joining")} help={t("exams.joiningHelp")} options={choices} />
    );
  }
  return (
    <div className="grid gap-3">
      <CheckField name="some" label={t("exams.onlySome")} help={t("exams.onlySomeHelp")} />
      {some ? <MultiSelectField name="studentIds" label={t("exams.participants")} required options={choices} /> : null}
    </div>
  );
}

const idsOf = (written: string): number[] => (written ? written.split(",").map(Number) : []);

/** What both calls take. */
export const bodyOf = (values: ExamValues, zone: string) => ({
  studyMonthIds: idsOf(values.studyMonthIds),
  description: values.description,
  beginsAt: instantOf("begin", values, zone),
  deadline: instantOf("end", values, zone),
  attachments: filesOf(values.attachments).map((file) => file.fileId),
});

export const chosenStudents = (values: ExamValues): number[] => idsOf(values.studentIds);
