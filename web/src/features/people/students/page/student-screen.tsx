/** A student: data, masked documents, current and past groups. */
import { Ellipsis, Pencil } from "lucide-react";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { ApiError } from "@/api/errors";
import type { StudentCard } from "@/api/types";
import { useRead } from "@/api/use-read";
import { Can } from "@/entities/access/can";
import { RecordHistory } from "@/entities/audit/record-history";
import { SmsHistory } from "@/entities/messaging/sms-history";
import { nameOf } from "@/entities/people/person-name";
import { useCrumb } from "@/lib/crumb";
import { lazyComponent } from "@/lib/lazy/lazy-component";
import { isRecordId } from "@/lib/record-id";
import { useTabParam } from "@/lib/use-tab-param";
import { Button, buttonClass } from "@/ui/controls/button";
import { Tabs } from "@/ui/controls/tabs";
import { Card, Page } from "@/ui/display/page";
import { SlowNotice } from "@/ui/feedback/loaded";
import { Skeleton, SkeletonLines } from "@/ui/feedback/skeleton";
import { ErrorState, Forbidden } from "@/ui/feedback/states";
import { ActionsMenu } from "@/ui/table/row-menu";
import { useStudentActions } from "../actions/use-student-actions";
import { DocumentsList } from "../documents/documents-dialog";
import { MissingStudent } from "./missing-student";
import { StudentFacts } from "./student-facts";
import { StudentHead } from "./student-head";
import { StudentPeriods } from "./student-periods";

export function StudentScreen() {
  const { t } = useTranslation();
  const { studentId = "" } = useParams();
  const known = isRecordId(studentId);
  const read = useRead("/students/{id}", { path: { id: studentId as unknown as number } }, { enabled: known });
  useCrumb(read.data && nameOf(read.data.student, t));
  const missing = !known || (read.error instanceof ApiError && read.error.status === 404);
  if (missing) return <MissingStudent />;
  if (read.state === "forbidden")
    return (
      <Page title={t("shell.student")}>
        <Forbidden heading="h1" />
      </Page>
    );
  if (read.state === "failed") {
    return (
      <Page title={t("shell.student")}>
        <ErrorState error={read.error} onRetry={read.refetch} />
      </Page>
    );
  }
  const student = read.data?.student;
  if (!student) {
    return (
      <Page title={t("shell.student")} head={<HeadOnItsWay />}>
        <Boxes
          first={<SkeletonLines lines={6} />}
          second={<SkeletonLines lines={3} />}
          third={<SkeletonLines lines={5} />}
        />
        <SlowNotice of={read} />
      </Page>
    );
  }
  return (
    <Page
      title={nameOf(student, t)}
      head={<StudentHead student={student} level="h1" />}
      actions={<StudentActions student={student} />}
    >
      <Boxes
        first={<StudentFacts student={student} />}
        second={<DocumentsList student={student} />}
        third={<StudentTabs student={student} />}
      />
    </Page>
  );
}

/** Edit button, and the menu of other actions. */
function StudentActions({ student }: { student: StudentCard }) {
  const { t } = useTranslation();
  const actions = useStudentActions();
  return (
    <>
      <Can permission="users:students" action="update">
        <Link to={`/students/${student.id}/edit`} className={buttonClass()}>
          <Pencil aria-hidden strokeWidth={1.8} />
          {t("kit.edit")}
        </Link>
      </Can>
      <ActionsMenu
        actions={actions.of(student, false)}
        trigger={<Button icon={Ellipsis}>{t("students.actions")}</Button>}
      />
      {actions.dialog}
    </>
  );
}

// fetched with its words when it is first opened
const Earnings = lazyComponent(
  async () => (await import("@/entities/gamification/student-earnings")).StudentEarnings,
  ["earnings", "table"],
);
const TABS = ["groups", "earnings", "sms", "history"] as const;

/** Tabs of the student; the open one is in the address (?tab=history). */
function StudentTabs({ student }: { student: StudentCard }) {
  const { t } = useTranslation();
  const [open, show] = useTabParam(TABS);
  return (
    <Tabs
      label={t("shell.student")}
      value={open}
      onChange={show}
      tabs={[
        { value: "groups", label: t("students.groups"), content: <StudentPeriods student={student} /> },
        {
          value: "earnings",
          label: t("students.earnings"),
          content: (
            <Suspense fallback={<SkeletonLines lines={6} />}>
              <Earnings studentId={student.id} />
            </Suspense>
          ),
        },
        { value: "sms", label: t("sms.history"), content: <SmsHistory studentId={student.id} /> },
        {
          value: "history",
          label: t("audits.history"),
          content: <RecordHistory path="/students/{id}/history" id={student.id} />,
        },
      ]}
    />
  );
}

function Boxes({ first, second, third }: Record<"first" | "second" | "third", React.ReactNode>) {
  const { t } = useTranslation();
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,440px)_minmax(0,1fr)]">
      <div className="grid gap-4">
        <Card title={t("students.person")}>{first}</Card>
        <Card title={t("students.papers")}>{second}</Card>
      </div>
      <Card>{third}</Card>
    </div>
  );
}

function HeadOnItsWay() {
  const { t } = useTranslation();
  return (
    <div className="flex items-center gap-4">
      <h1 className="sr-only">{t("shell.student")}</h1>
      <Skeleton className="size-18 rounded-full" />
      <span className="grid gap-2">
        <Skeleton className="h-5 w-64 max-sm:w-40" />
        <Skeleton className="h-4 w-40" />
      </span>
    </div>
  );
}
