import { useTranslation } from "react-i18next";
import type { StudentCard } from "@/api/types";
import { CopyButton } from "@/ui/controls/copy-button";
import { Avatar } from "@/ui/display/avatar";
import { StatusTag } from "@/ui/display/status-tag";
import { ErpStatus, SystemStatus } from "../student-labels";

/** Header: photo, name, ids, statuses. */
export function StudentHead({ student, level: Heading }: { student: StudentCard; level: "h1" | "h3" }) {
  const { t } = useTranslation();
  const name = student.fullName.trim() || t("kit.unknownPerson");
  return (
    <div className="flex min-w-0 items-center gap-4">
      <Avatar name={student.fullName} id={student.id} photo={student.photo} size="large" />
      <div className="min-w-0">
        <Heading className="text-xl font-[650] tracking-[-0.01em] text-ink-strong [overflow-wrap:anywhere]">
          {name}
        </Heading>
        <p className="flex flex-wrap items-center gap-x-3 text-sm text-mut">
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
        </p>
        <p className="mt-1 flex flex-wrap gap-1.5">
          <ErpStatus student={student} always />
          <SystemStatus student={student} />
          {student.schoolDeleted ? <StatusTag tone="warn">{t("students.schoolDeleted")}</StatusTag> : null}
        </p>
      </div>
    </div>
  );
}
