/** The list of students that several screens show: found, filtered, looked at beside the list, opened, acted upon. */
import { Copy } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { StudentRow } from "@/api/types";
import { StartSyncButton } from "@/entities/access/start-sync";
import { nameOf } from "@/entities/people/person-name";
import { copyText } from "@/ui/controls/copy-button";
import { Avatar } from "@/ui/display/avatar";
import { showDone, showInfo } from "@/ui/feedback/toast";
import type { Filter, ListRules } from "@/ui/list/list-address";
import { ListScreen } from "@/ui/list/list-screen";
import { CardBody } from "@/ui/table/cards";
import { useStudentActions } from "../actions/use-student-actions";
import { useBulkActions } from "../bulk/use-bulk-actions";
import { BLOCKED, branchNames, ErpStatus, SystemStatus } from "../student-labels";
import { useOnlyStatus, useStudentColumns } from "./student-columns";
import { STUDENT_RULES, useStudentFilters } from "./student-filters";
import { StudentPreview } from "./student-preview";

const pageOf = (id: number) => `/students/${id}`;

type StudentsListProps = {
  title: string;
  rules?: ListRules;
  /** Before those that every list of students has. */
  filters?: readonly Filter[];
  actions?: ReactNode;
  /** The gold one. */
  main?: ReactNode;
};

export function StudentsList({ title, rules = STUDENT_RULES, filters = [], actions, main }: StudentsListProps) {
  const { t } = useTranslation();
  const only = useOnlyStatus();
  const studentActions = useStudentActions();
  const bulk = useBulkActions();
  const name = (student: StudentRow) => nameOf(student, t);
  const copies = (value: string | number | null, label: string) => {
    if (value === null || value === "") return [];
    const copied = { value: String(value) };
    const copy = () =>
      copyText(copied.value).then(
        () => showDone(t("students.copied", copied)),
        () => showInfo(t("students.notCopied", copied)),
      );
    return [{ label, icon: Copy, run: () => void copy() }];
  };
  const list = (
    <ListScreen
      title={title}
      actions={actions}
      main={main}
      rules={rules}
      path="/students/all"
      rowsOf={(answer) => answer.students}
      rowId={(student) => student.id}
      rowName={name}
      columns={useStudentColumns()}
      filters={[...filters, ...useStudentFilters()]}
      searchLabel={t("students.search")}
      exported={{
        path: "/students/export",
        more: [
          { id: "hId", header: t("sheets.columns.hId") },
          { id: "login", header: t("sheets.columns.login") },
        ],
      }}
      bulk={bulk.actions}
      href={pageOf}
      card={(student) => (
        <CardBody
          lead={<Avatar name={student.fullName} id={student.id} photo={student.photo} />}
          title={name(student)}
          line={[student.hId, branchNames(student)].filter(Boolean).join(" · ")}
          aside={
            student.systemStatus === BLOCKED ? (
              <SystemStatus student={student} />
            ) : String(student.status?.id) === only ? null : (
              <ErpStatus student={student} always />
            )
          }
        />
      )}
      preview={{
        title: () => t("shell.student"),
        body: (id) => <StudentPreview id={id} />,
      }}
      rowActions={(student) => [
        ...studentActions.of(student),
        ...copies(student.id, t("students.copyId")),
        ...copies(student.hId, t("students.copyHId")),
        ...copies(student.mobile ?? student.phoneNumber, t("students.copyPhone")),
      ]}
      empty={{
        title: t("students.emptyTitle"),
        text: t("students.emptyText"),
        action: <StartSyncButton />,
      }}
      emptyStandard={{ title: t("students.emptyActiveTitle"), text: t("students.emptyActiveText") }}
    />
  );
  return (
    <>
      {list}
      {studentActions.dialog}
      {bulk.dialog}
    </>
  );
}
