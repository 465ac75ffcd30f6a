/** Editing a homework (R2-044); what somebody else changed meanwhile is told, and what was typed stays. */
import { useTranslation } from "react-i18next";
import { useNavigate, useParams } from "react-router";
import { useChange } from "@/api/use-change";
import { useRead } from "@/api/use-read";
import type { Audience } from "@/entities/groups/group-tabs";
import { Card, Page } from "@/ui/display/page";
import { Loaded } from "@/ui/feedback/loaded";
import { showDone, showError } from "@/ui/feedback/toast";
import { toastUnlessInline } from "@/ui/form/toast-unless-inline";
import { addressOf, type GroupAddress, type HomeworkCard, idOf, lessonPath, onePath, STALE } from "../homework-paths";
import { bodyOf, HomeworkForm, type HomeworkValues } from "./homework-form";
import { TYPED } from "./source-field";

const FIELDS = ["description", "topicId", "attachments"] as const;

export const EditHomeworkScreen = () => <EditHomework audience="admin" />;
export const EditOwnHomeworkScreen = () => <EditHomework audience="academic" />;

function EditHomework({ audience }: { audience: Audience }) {
  const { t } = useTranslation();
  const params = useParams();
  const at = addressOf(audience, params);
  const read = useRead(onePath(audience), { path: { id: idOf(params.homeworkId) } });
  return (
    <Page title={t("homework.editTitle")} narrow>
      <Card>
        <Loaded of={read}>{({ homework }) => <Editing at={at} homework={homework} />}</Loaded>
      </Card>
    </Page>
  );
}

function Editing({ at, homework }: { at: GroupAddress; homework: HomeworkCard }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const options = useRead("/homework/form-options", {
    query: { groupId: homework.group.id, lessonId: homework.lesson.id },
  });
  const back = lessonPath(at, { id: homework.id, lessonId: homework.lesson.id });
  const edit = useChange("put", onePath(at.audience), {
    invalidates: [...STALE],
    quiet: true,
    onForbidden: showError,
    onError: toastUnlessInline(FIELDS),
    onDone: () => showDone(t("homework.saved")),
  });
  const send = (values: HomeworkValues) =>
    edit.run({ path: { id: homework.id }, body: { ...bodyOf(values), version: homework.version } });
  return (
    <Loaded of={options}>
      {(found) => (
        <HomeworkForm
          label={t("homework.editTitle")}
          options={found}
          start={startOf(homework)}
          fixed
          variants={homework.variants}
          draft={`homework-edit-${homework.id}-${homework.version}`}
          cancel={back}
          submit={t("kit.save")}
          saving={edit}
          send={send}
          onSaved={() => void navigate(back, { replace: true })}
        />
      )}
    </Loaded>
  );
}

const startOf = (homework: HomeworkCard): HomeworkValues => ({
  lessonId: String(homework.lesson.id),
  topicId: homework.topic ? String(homework.topic.id) : "",
  description: homework.description,
  source: TYPED,
  generated: "",
  deadline: String(homework.hours),
  attachments: homework.attachments.length > 0 ? JSON.stringify(homework.attachments) : "",
  voice: homework.voice ? JSON.stringify(homework.voice) : "",
});
