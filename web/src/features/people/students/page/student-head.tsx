import { useTranslation } from "react-i18next";
import type { StudentCard } from "@/api/types";
import { PersonHead } from "@/entities/people/person-head";
import { CopyButton } from "@/ui/controls/copy-button";
import { StatusTag } from "@/ui/display/status-tag";
import { ErpStatus, SystemStatus } from "../student-labels";

/** Header: photo, name, ids, statuses. */
export function StudentHead({ student, level }: { student: StudentCard; level: "h1" | "h3" }) {
  const { t } = useTranslation();
  return (
    <PersonHead
      person={student}
      level={level}
      line={
        <>
          <span className="flex items-center">
            ID {student.id}
            <CopyButton text={String(student.id)} label={t("students.copyId")} />
          </span>
          {student.hId === null ? null : (
            <span className="flex items-center">
              {t("students.hId")} {student.hId}
              <CopyButton text={String(student.hId)} label={t("students.copyHId")} />
            </span>
          )}
        </>
      }
      tags={
        <>
          <ErpStatus student={student} always />
          <SystemStatus student={student} />
          {student.schoolDeleted ? <StatusTag tone="warn">{t("students.schoolDeleted")}</StatusTag> : null}
        </>
      }
    />
  );
}
