/** Giving homework to the class of a lesson (R2-043). */
import { useTranslation } from "react-i18next";
import { useNavigate, useParams, useSearchParams } from "react-router";
import { invalidate } from "@/api/cache";
import { ApiError } from "@/api/errors";
import { useChange } from "@/api/use-change";
import { useRead } from "@/api/use-read";
import { useZone } from "@/entities/access/use-zone";
import type { Audience } from "@/entities/groups/group-tabs";
import { formatDateTime, todayIn } from "@/lib/dates";
import { Card, Page } from "@/ui/display/page";
import { Loaded } from "@/ui/feedback/loaded";
import { EmptyState } from "@/ui/feedback/states";
import { showDone, showError } from "@/ui/feedback/toast";
import { toastUnlessInline } from "@/ui/form/toast-unless-inline";
import { addressOf, type FormOptions, type GroupAddress, homeworkPath, STALE, tabPath } from "../homework-paths";
import { bodyOf, HomeworkForm, type HomeworkValues } from "./homework-form";
import { generatedOf, TYPED } from "./source-field";

const FIELDS = ["description", "topicId", "attachments", "lessonId"] as const;
const GENERATE_AGAIN = "HOMEWORK_GENERATE_AGAIN";

export const GiveHomeworkScreen = () => <GiveHomework audience="admin" />;
export const GiveOwnHomeworkScreen = () => <GiveHomework audience="academic" />;

function GiveHomework({ audience }: { audience: Audience }) {
  const { t } = useTranslation();
  const at = addressOf(audience, useParams());
  const preferred = Number(useSearchParams()[0].get("lesson")) || undefined;
  const query = { groupId: at.groupId, ...(preferred ? { lessonId: preferred } : {}) };
  const options = useRead("/homework/form-options", { query });
  return (
    <Page title={t("homework.giveTitle")} narrow>
      <Card>
        <Loaded of={options}>
          {(found) =>
            found.lessons.length === 0 ? (
              <EmptyState title={t("homework.noLessons")} text={t("homework.noLessonsText")} />
            ) : (
              <Giving at={at} options={found} preferred={preferred} />
            )
          }
        </Loaded>
      </Card>
    </Page>
  );
}

function Giving({ at, options, preferred }: { at: GroupAddress; options: FormOptions; preferred: number | undefined }) {
  const { t } = useTranslation();
  const zone = useZone();
  const navigate = useNavigate();
  const give = useChange("post", homeworkPath(at.audience), {
    invalidates: [...STALE],
    quiet: true,
    onForbidden: showError,
    onError: (error) => {
      // the database was published anew long ago: the form shows what is in it now
      if (error instanceof ApiError && error.code === GENERATE_AGAIN) void invalidate("/homework/generate");
      toastUnlessInline(FIELDS)(error);
    },
    onDone: ({ homework }) => showDone(t("homework.given", { when: formatDateTime(homework.deadline, zone) })),
  });
  const send = (values: HomeworkValues) =>
    give.run({
      body: {
        ...bodyOf(values),
        lessonId: Number(values.lessonId),
        deadline: values.deadline === "36" ? 36 : 24,
        source: values.generated ? 1 : 2,
        generated: generatedOf(values.generated),
      },
    });
  return (
    <HomeworkForm
      label={t("homework.giveTitle")}
      options={options}
      groupId={at.groupId}
      start={startOf(options, preferred, todayIn(zone))}
      draft={`homework-${at.groupId}`}
      cancel={tabPath(at)}
      submit={t("homework.give")}
      saving={give}
      send={send}
      onSaved={() => void navigate(tabPath(at), { replace: true })}
    />
  );
}

/** The newest lesson that has begun, with its topic, unless another one is named in the address. */
function startOf({ lessons }: FormOptions, preferred: number | undefined, today: string): HomeworkValues {
  const lesson = lessons.find(({ id }) => id === preferred) ?? lessons.find(({ date }) => date <= today) ?? lessons[0];
  const topic = lesson && !lesson.given.includes(lesson.topicId) ? lesson.topicId : null;
  return {
    lessonId: lesson ? String(lesson.id) : "",
    topicId: topic ? String(topic) : "",
    description: "",
    source: TYPED,
    generated: "",
    deadline: "24",
    attachments: "",
    voice: "",
  };
}
