/** The form of a homework: lesson, topic, text, deadline, files and recording (R2-185, R2-189). */
import { useTranslation } from "react-i18next";
import { GiveHomework } from "@/api/limits";
import type { VoiceFile } from "@/entities/homework/use-work-upload";
import { Variants } from "@/entities/homework/variants";
import { VoiceRecorder } from "@/entities/homework/voice-recorder";
import { filesOf, useFormValue, WorkFilesField, WorkTextField } from "@/entities/homework/work-form-fields";
import { useLanguage } from "@/i18n/use-language";
import { formatLessonDate } from "@/lib/dates";
import { SelectField } from "@/ui/form/choice-fields";
import { CancelLink, Form, SubmitButton } from "@/ui/form/form";
import { useForm } from "@/ui/form/use-form";
import type { FormOptions, HomeworkCard } from "../homework-paths";
import { HoursChoice } from "./hours-choice";
import { SourceField, TYPED } from "./source-field";

/** Values as the form holds them: files and recording as JSON, so that a draft keeps the uploaded ones. */
export interface HomeworkValues {
  lessonId: string;
  topicId: string;
  description: string;
  /** Typed, or the mode in which it is generated; `generated`: what was, as JSON. */
  source: string;
  generated: string;
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
  /** A new homework of this group can be generated. */
  groupId?: number;
  /** Drawn variants, which stand in place of a text. */
  variants?: HomeworkCard["variants"];
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
  groupId,
  variants = [],
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
    check: ({ lessonId, source, generated }) => ({
      ...(lessonId === "" ? { lessonId: t("homework.lessonRequired") } : {}),
      ...(source !== TYPED && generated === "" ? { source: t("homework.generating.wait") } : {}),
    }),
    draft,
    saving,
    send,
    onSaved,
  });
  return (
    <Form of={form} label={label}>
      {fixed ? null : <LessonField options={options} />}
      <TopicField options={options} />
      {groupId !== undefined && options.generating ? <SourceField options={options} groupId={groupId} /> : null}
      {variants.length > 0 ? (
        <Variants variants={variants} />
      ) : (
        <TextField drawn={form.fields.watch("source") === "1"} />
      )}
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

/** Variants that are to be drawn have their own texts. */
function TextField({ drawn }: { drawn: boolean }) {
  const { t } = useTranslation();
  return drawn ? null : <WorkTextField label={t("homework.text")} limit={GiveHomework.description} />;
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
