/** The form of a homework: lesson, topic, text, deadline, files and recording (R2-185, R2-189). */
import { useTranslation } from "react-i18next";
import { GiveHomework } from "@/api/limits";
import type { Answer } from "@/api/request";
import type { VoiceFile } from "@/entities/homework/use-work-upload";
import { VoiceRecorder } from "@/entities/homework/voice-recorder";
import { filesOf, useFormValue, WorkFilesField, WorkTextField } from "@/entities/homework/work-form-fields";
import { useLanguage } from "@/i18n/use-language";
import { formatLessonDate } from "@/lib/dates";
import { SelectField } from "@/ui/form/choice-fields";
import { CancelLink, Form, SubmitButton } from "@/ui/form/form";
import { useForm } from "@/ui/form/use-form";
import { HoursChoice } from "./hours-choice";

export type FormOptions = Answer<"get", "/homework/form-options">;

/** Values as the form holds them: files and recording as JSON, so that a draft keeps the uploaded ones. */
export interface HomeworkValues {
  lessonId: string;
  topicId: string;
  description: string;
  deadline: string;
  attachments: string;
  voice: string;
  [field: string]: string;
}

type HomeworkFormProps = {
  label: string;
  options: FormOptions;
  start: HomeworkValues;
  /** An edit keeps its lesson, and its deadline has a dialog of its own. */
  fixed?: boolean;
  draft: string;
  cancel: string;
  submit: string;
  saving: { pending: boolean; fields: Readonly<Record<string, string[]>> };
  send: (values: HomeworkValues) => Promise<unknown>;
  onSaved: () => void;
};

export function HomeworkForm({
  label,
  options,
  start,
  fixed = false,
  draft,
  cancel,
  submit,
  saving,
  send,
  onSaved,
}: HomeworkFormProps) {
  const { t } = useTranslation();
  const form = useForm<HomeworkValues>({
    start,
    limits: { description: GiveHomework.description },
    check: ({ lessonId }) => (lessonId === "" ? { lessonId: t("homework.lessonRequired") } : {}),
    draft,
    saving,
    send,
    onSaved,
  });
  return (
    <Form of={form} label={label}>
      {fixed ? null : <LessonField options={options} />}
      <TopicField options={options} />
      <WorkTextField label={t("homework.text")} limit={GiveHomework.description} />
      {fixed ? null : <DeadlineField />}
      <WorkFilesField path="/upload/homework-attachments" />
      <VoiceField />
      <div className="flex flex-wrap gap-2 max-sm:[&>*]:flex-1">
        <SubmitButton>{submit}</SubmitButton>
        <CancelLink to={cancel} />
      </div>
    </Form>
  );
}

function LessonField({ options }: { options: FormOptions }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <SelectField
      name="lessonId"
      label={t("homework.lesson")}
      required
      options={options.lessons.map((lesson) => ({
        value: String(lesson.id),
        label: t("homework.lessonChoice", {
          number: lesson.number,
          day: formatLessonDate(lesson.date, language),
          time: lesson.beginTime,
        }),
        ...(lesson.given.length > 0 ? { hint: t("homework.givenAlready") } : {}),
      }))}
    />
  );
}

function TopicField({ options }: { options: FormOptions }) {
  const { t } = useTranslation();
  return (
    <SelectField
      name="topicId"
      label={t("homework.topic")}
      help={options.generating ? undefined : options.note}
      options={options.topics.map((topic) => ({ value: String(topic.id), label: topic.name }))}
    />
  );
}

function DeadlineField() {
  const { t } = useTranslation();
  const [hours, set] = useFormValue("deadline");
  return (
    <HoursChoice
      value={hours === "36" ? 36 : 24}
      onChange={(chosen) => set(String(chosen))}
      label={t("homework.deadline")}
    />
  );
}

function VoiceField() {
  const [voice, set] = useFormValue("voice");
  return <VoiceRecorder voice={voiceOf(voice)} onChange={(next) => set(next ? JSON.stringify(next) : "")} />;
}

export const voiceOf = (written: string): VoiceFile | null => (written ? (JSON.parse(written) as VoiceFile) : null);

/** Text, topic, files and recording as both calls take them. */
export const bodyOf = (values: HomeworkValues) => {
  const voice = voiceOf(values.voice);
  return {
    description: values.description,
    topicId: values.topicId ? Number(values.topicId) : null,
    attachments: filesOf(values.attachments).map((file) => file.fileId),
    voice: voice ? { fileId: voice.fileId, duration: voice.duration } : null,
  };
};
