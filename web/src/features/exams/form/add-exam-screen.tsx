/** Giving an exam to a group (R2-008, R2-035). */
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useParams } from "react-router";
import { useChange } from "@/api/use-change";
import { useRead } from "@/api/use-read";
import { useZone } from "@/entities/access/use-zone";
import type { Audience, TabProps } from "@/entities/groups/group-tabs";
import { useCrumb } from "@/lib/crumb";
import { Card, Page } from "@/ui/display/page";
import { Loaded } from "@/ui/feedback/loaded";
import { EmptyState } from "@/ui/feedback/states";
import { showDone, showError } from "@/ui/feedback/toast";
import { toastUnlessInline } from "@/ui/form/toast-unless-inline";
import { addressOf, examPath, STALE, tabPath } from "../exam-paths";
import { writtenOf } from "./date-time-fields";
import { bodyOf, chosenStudents, ExamForm, type ExamValues, type FormOptions } from "./exam-form";

const FIELDS = ["description", "studyMonthIds", "studentIds", "attachments"] as const;
const PATHS = { admin: "/exam/for-admin", academic: "/exam/for-academic" } as const;

export const AddExamScreen = () => <AddExam audience="admin" />;
export const AddOwnExamScreen = () => <AddExam audience="academic" />;

function AddExam({ audience }: { audience: Audience }) {
  const { t } = useTranslation();
  const { at } = addressOf(audience, useParams());
  const options = useRead("/exams/form-options", { query: { groupId: at.groupId } });
  useCrumb(options.data?.group.name);
  return (
    <Page title={t("exams.add")} narrow>
      <Card>
        <Loaded of={options}>
          {(found) =>
            found.studyMonths.length === 0 ? (
              <EmptyState title={t("exams.noMonths")} text={t("exams.noMonthsText")} />
            ) : (
              <Adding at={at} options={found} />
            )
          }
        </Loaded>
      </Card>
    </Page>
  );
}

function Adding({ at, options }: { at: TabProps; options: FormOptions }) {
  const { t } = useTranslation();
  const zone = useZone();
  const navigate = useNavigate();
  const made = useRef(0);
  const add = useChange("post", PATHS[at.audience], {
    invalidates: [...STALE],
    quiet: true,
    onForbidden: showError,
    onError: toastUnlessInline(FIELDS),
    onDone: ({ id }) => {
      made.current = id;
      showDone(t("exams.given"));
    },
  });
  const send = (values: ExamValues) => {
    const studentIds = values.some ? chosenStudents(values) : null;
    return add.run({ body: { ...bodyOf(values, zone), groupId: at.groupId, studentIds } });
  };
  return (
    <ExamForm
      label={t("exams.add")}
      options={options}
      start={{
        studyMonthIds: "",
        description: "",
        ...writtenOf("begin", options.beginsAt, zone),
        ...writtenOf("end", options.deadline, zone),
        some: "",
        studentIds: "",
        attachments: "",
      }}
      draft={`exam-${at.groupId}`}
      cancel={tabPath(at)}
      submit={t("exams.give")}
      saving={add}
      send={send}
      onSaved={() => void navigate(examPath(at, made.current), { replace: true })}
    />
  );
}
