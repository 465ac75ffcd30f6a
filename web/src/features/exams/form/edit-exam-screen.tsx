/** Editing an exam until it is announced (R2-036, D-86); what was typed stays if somebody else was faster. */
import { useTranslation } from "react-i18next";
import { Link, useNavigate, useParams } from "react-router";
import { useChange } from "@/api/use-change";
import { useRead } from "@/api/use-read";
import { useZone } from "@/entities/access/use-zone";
import type { Audience, TabProps } from "@/entities/groups/group-tabs";
import { useCrumb } from "@/lib/crumb";
import { currentTime, toMillis } from "@/lib/dates";
import { buttonClass } from "@/ui/controls/button";
import { Card, Page } from "@/ui/display/page";
import { Loaded } from "@/ui/feedback/loaded";
import { EmptyState } from "@/ui/feedback/states";
import { showDone, showError } from "@/ui/feedback/toast";
import { toastUnlessInline } from "@/ui/form/toast-unless-inline";
import { addressOf, type ExamCard, examPath, STALE } from "../exam-paths";
import { writtenOf } from "./date-time-fields";
import { bodyOf, chosenStudents, ExamForm, type ExamValues } from "./exam-form";

const FIELDS = ["description", "studyMonthIds", "studentIds", "attachments"] as const;

export const EditExamScreen = () => <EditExam audience="admin" />;
export const EditOwnExamScreen = () => <EditExam audience="academic" />;

function EditExam({ audience }: { audience: Audience }) {
  const { t } = useTranslation();
  const { at, examId } = addressOf(audience, useParams());
  const read = useRead("/exams/{id}", { path: { id: examId } });
  useCrumb(read.data?.exam.group.name);
  return (
    <Page title={t("exams.editTitle")} narrow>
      <Card>
        <Loaded of={read}>
          {({ exam }) =>
            exam.announcedAt ? (
              <EmptyState
                title={t("exams.announcedAlready")}
                action={
                  <Link to={examPath(at, exam.id)} className={buttonClass()}>
                    {t("exams.one")}
                  </Link>
                }
              />
            ) : (
              <Editing at={at} exam={exam} />
            )
          }
        </Loaded>
      </Card>
    </Page>
  );
}

function Editing({ at, exam }: { at: TabProps; exam: ExamCard }) {
  const { t } = useTranslation();
  const zone = useZone();
  const navigate = useNavigate();
  const options = useRead("/exams/form-options", { query: { groupId: exam.group.id, examId: exam.id } });
  const back = examPath(at, exam.id);
  const edit = useChange("patch", "/exams/{id}", {
    invalidates: [...STALE],
    quiet: true,
    onForbidden: showError,
    onError: toastUnlessInline(FIELDS),
    onDone: () => showDone(t("exams.saved")),
  });
  const send = (values: ExamValues) => {
    const body = { ...bodyOf(values, zone), studentIds: chosenStudents(values), version: exam.version };
    return edit.run({ path: { id: exam.id }, body });
  };
  return (
    <Loaded of={options}>
      {(found) => (
        <ExamForm
          label={t("exams.editTitle")}
          options={found}
          start={{
            studyMonthIds: exam.studyMonths.map(({ id }) => id).join(","),
            description: exam.description,
            ...writtenOf("begin", exam.beginsAt, zone),
            ...writtenOf("end", exam.deadline, zone),
            some: "",
            studentIds: "",
            attachments: exam.attachments.length > 0 ? JSON.stringify(exam.attachments) : "",
          }}
          edited={{ joining: toMillis(exam.deadline) > currentTime().getTime() }}
          draft={`exam-edit-${exam.id}-${exam.version}`}
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
