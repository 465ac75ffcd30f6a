/** The columns of the students list (R1-116). */
import { CircleCheck } from "lucide-react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import type { StudentRow } from "@/api/types";
import { useZone } from "@/entities/access/use-zone";
import { BRANCHES_PX, Branches } from "@/entities/people/branches";
import { PersonCell } from "@/entities/people/person-cell";
import { formatDate } from "@/lib/dates";
import { formatPhone } from "@/lib/format/phone";
import { Dialog } from "@/ui/dialog/dialog";
import type { Column } from "@/ui/table/columns";
import { ACTIVE, branchNames, ErpStatus, SystemStatus } from "../student-labels";

export function useStudentColumns(): readonly Column<StudentRow>[] {
  const { t } = useTranslation();
  const zone = useZone();
  const only = useOnlyStatus();
  return useMemo(
    () => [
      { id: "id", header: t("students.columns.id"), cell: (student) => <span className="text-mut">{student.id}</span> },
      {
        id: "fullName",
        header: t("students.columns.fullName"),
        sort: true,
        fixed: true,
        grows: true,
        cell: (student) => (
          <PersonCell
            name={student.fullName}
            id={student.id}
            photo={student.photo}
            detail={student.hId}
            to={`/students/${student.id}`}
          />
        ),
      },
      {
        id: "offices",
        header: t("fields.office_ids"),
        shrinks: BRANCHES_PX,
        cell: (student) => <Branches names={branchNames(student)} />,
      },
      {
        id: "currentGroups",
        header: t("students.groupsNow"),
        spare: true,
        onDemand: true,
        shrinks: BRANCHES_PX,
        cell: (student) => <Branches names={(student.currentGroups ?? []).map(({ name }) => name).join(", ")} />,
      },
      {
        id: "phoneNumber",
        header: t("sheets.columns.phoneNumber"),
        spare: true,
        missing: { in: (student) => !student.phoneNumber, text: t("students.missing.field") },
        cell: (student) => (
          <span className="whitespace-nowrap tabular-nums">{formatPhone(student.phoneNumber ?? "") || "—"}</span>
        ),
      },
      {
        id: "birthDate",
        header: t("fields.birth_date"),
        spare: true,
        missing: { in: (student) => !student.birthDate, text: t("students.missing.field") },
        cell: (student) => <span className="text-ink-soft">{formatDate(student.birthDate) || "—"}</span>,
      },
      {
        id: "gender",
        header: t("fields.gender"),
        spare: true,
        missing: { in: (student) => !student.gender, text: t("students.missing.field") },
        cell: (student) => (student.gender ? t(student.gender === 1 ? "students.male" : "students.female") : "—"),
      },
      {
        id: "categories",
        header: t("students.columns.categories"),
        cell: (student) => <CategoriesCell student={student} />,
      },
      {
        id: "photo",
        header: t("students.columns.photo"),
        missing: { in: (student) => student.photo === null, text: t("students.missing.photo") },
        cell: (student) => (
          <Flag on={student.photo !== null} yes={t("students.has.photo")} no={t("students.has.noPhoto")} />
        ),
      },
      {
        id: "papers",
        header: t("students.columns.papers"),
        missing: { in: (student) => !student.hasPersonalData, text: t("students.missing.papers") },
        cell: (student) => (
          <Flag on={student.hasPersonalData} yes={t("students.has.papers")} no={t("students.has.noPapers")} />
        ),
      },
      {
        id: "status",
        header: t("students.columns.status"),
        // the status that is filtered for would only be repeated in every row
        cell: (student) => (String(student.status?.id) === only ? null : <ErpStatus student={student} />),
      },
      {
        id: "systemStatus",
        header: t("students.columns.systemStatus"),
        cell: (student) => <SystemStatus student={student} />,
      },
      {
        id: "createdAt",
        header: t("students.columns.createdAt"),
        cell: (student) => <span className="text-ink-soft">{formatDate(student.createdAt, zone)}</span>,
      },
    ],
    [t, zone, only],
  );
}

/** The status that the list is filtered for, by default the active one: no row repeats it as a tag. */
export const useOnlyStatus = (): string => useSearchParams()[0].get("statusId") ?? String(ACTIVE);

function Flag({ on, yes, no }: { on: boolean; yes: string; no: string }) {
  return on ? (
    <CircleCheck role="img" aria-label={yes} size={16} strokeWidth={1.8} className="text-good" />
  ) : (
    <span role="img" aria-label={no} className="text-mut">
      —
    </span>
  );
}

/** Number of categories that a student learns in; opens their list (R1-117). */
function CategoriesCell({ student }: { student: StudentRow }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const { categories } = student;
  if (categories.length === 0) return <span className="text-mut">—</span>;
  const name = student.fullName || t("kit.unknownPerson");
  const count = t("students.categoriesCount", { total: categories.length });
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={`${t("students.columns.categories")}: ${count}`}
        className="-mx-1.5 h-7 rounded px-1.5 underline decoration-line-strong decoration-dotted underline-offset-4 hover:bg-hover"
        onClick={() => setOpen(true)}
      >
        {count}
      </button>
      <Dialog open={open} onClose={() => setOpen(false)} size="small" title={t("students.categoriesOf", { name })}>
        <ul className="grid gap-1">
          {categories.map((category) => (
            <li key={category.id} className="rounded-md bg-sunken px-3 py-2 text-base">
              {category.hName}
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  );
}
