/** A topic of the centre's own, and the name of any (D-102). */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/errors";
import { AddTopic as LIMITS } from "@/api/limits";
import { useChange } from "@/api/use-change";
import { numberedName } from "@/lib/format/numbered-name";
import { Button } from "@/ui/controls/button";
import { Dialog } from "@/ui/dialog/dialog";
import { showDone, showError } from "@/ui/feedback/toast";
import { SelectField } from "@/ui/form/choice-fields";
import { Form, SubmitButton } from "@/ui/form/form";
import { TextField } from "@/ui/form/text-field";
import { toastUnlessInline } from "@/ui/form/toast-unless-inline";
import { useForm } from "@/ui/form/use-form";
import { type Curriculum, readAgain, STALE, type Topic } from "../course-types";

const FIRST = "first";

type AddTopicProps = {
  plan: Curriculum;
  monthId: number | undefined;
  afterId: number | null;
  onAdded: (id: number, monthId: number) => void;
  onClose: () => void;
};
type Values = { name: string; studyMonthId: string; afterId: string };

export function AddTopic({ plan, monthId, afterId, onAdded, onClose }: AddTopicProps) {
  const { t } = useTranslation();
  const add = useChange("post", "/curriculum", {
    invalidates: [...STALE],
    quiet: true,
    onForbidden: showError,
    onError: toastUnlessInline(["name", "studyMonthId", "afterId"]),
    onDone: ({ id }) => {
      showDone(t("courses.plan.added"));
      onAdded(id, Number(form.fields.getValues("studyMonthId")));
    },
  });
  const form = useForm<Values>({
    start: { name: "", studyMonthId: String(monthId ?? plan.months[0]?.id ?? ""), afterId: String(afterId ?? FIRST) },
    limits: { name: LIMITS.name },
    saving: add,
    send: (values) =>
      add.run({
        body: {
          name: values.name.trim(),
          studyMonthId: Number(values.studyMonthId),
          afterId: values.afterId === FIRST ? null : Number(values.afterId),
        },
      }),
    onSaved: onClose,
  });
  const chosen = plan.months.find(({ id }) => String(id) === form.fields.watch("studyMonthId"));
  const places = chosen?.topics ?? [];
  // Another month: behind its last topic.
  const known = places.some(({ id }) => String(id) === form.fields.watch("afterId"));
  if (!known && form.fields.watch("afterId") !== FIRST) {
    form.fields.setValue("afterId", String(places.at(-1)?.id ?? FIRST));
  }
  return (
    <Dialog open size="small" onClose={onClose} title={t("courses.plan.addTitle")} text={t("courses.plan.addText")}>
      <Form of={form} label={t("courses.plan.addTitle")}>
        <TextField name="name" label={t("courses.topic")} required />
        <SelectField
          name="studyMonthId"
          label={t("courses.month")}
          required
          options={plan.months.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
        <SelectField
          name="afterId"
          label={t("order.placeLabel")}
          required
          options={[
            { value: FIRST, label: t("order.first") },
            ...places.map((topic) => ({
              value: String(topic.id),
              label: t("order.after", { name: numberedName(topic) }),
            })),
          ]}
        />
        <Buttons onClose={onClose} />
      </Form>
    </Dialog>
  );
}

type RenameTopicProps = {
  topic: Pick<Topic, "id" | "name" | "school" | "schoolName" | "version">;
  onClose: () => void;
};

export function RenameTopic({ topic, onClose }: RenameTopicProps) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState<number | null>(topic.version);
  const rename = useChange("put", "/curriculum/{id}", {
    invalidates: [...STALE],
    quiet: true,
    onForbidden: showError,
    onError: (error) => {
      toastUnlessInline(["name"])(error);
      // the person has been told of the other one's change: the next press saves over it
      if (error instanceof ApiError && error.status === 409) setOpened(null);
      readAgain(error);
    },
    onDone: () => showDone(t("courses.plan.renamed")),
  });
  const form = useForm<{ name: string }>({
    start: { name: topic.name },
    limits: { name: LIMITS.name },
    saving: rename,
    send: ({ name }) =>
      rename.run({ path: { id: topic.id }, body: { name: name.trim(), version: opened ?? topic.version } }),
    onSaved: onClose,
  });
  const school = topic.school ? t("courses.plan.renameText", { name: topic.schoolName ?? topic.name }) : undefined;
  return (
    <Dialog open size="small" onClose={onClose} title={t("courses.plan.rename")} text={school}>
      <Form of={form} label={t("courses.plan.rename")}>
        <TextField name="name" label={t("courses.topic")} required />
        <Buttons onClose={onClose} />
      </Form>
    </Dialog>
  );
}

function Buttons({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <div className="flex justify-end gap-2 max-sm:[&>*]:flex-1">
      <Button onClick={onClose}>{t("kit.cancel")}</Button>
      <SubmitButton>{t("kit.save")}</SubmitButton>
    </div>
  );
}
