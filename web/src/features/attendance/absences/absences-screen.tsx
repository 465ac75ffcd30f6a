/** Students absent three lessons of a group in a row or more, for the study department (D-158). */
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Answer } from "@/api/request";
import { useCan } from "@/entities/access/can";
import { PersonCell } from "@/entities/people/person-cell";
import { formatDate } from "@/lib/dates";
import { formatPhone } from "@/lib/format/phone";
import { StatusTag } from "@/ui/display/status-tag";
import type { ListRules } from "@/ui/list/list-address";
import { ListScreen } from "@/ui/list/list-screen";
import { CardBody } from "@/ui/table/cards";
import type { Column } from "@/ui/table/columns";
import { editPath } from "../month/attendance-month";

type Row = Answer<"get", "/attendance/absences-in-a-row">["rows"][number];

const RULES: ListRules = { name: "absencesInARow", order: "DESC", filters: [] };
const lastLesson = ({ date, beginTime }: Row) => `${formatDate(date)}, ${beginTime}`;
/** The sheet of the last lesson missed. */
const sheetOf = (row: Row) => editPath("admin", row.group.id, { ...row, id: row.lessonId });

export function AbsencesScreen() {
  const { t } = useTranslation();
  return (
    <ListScreen
      title={t("shell.absencesInARow")}
      rules={RULES}
      path="/attendance/absences-in-a-row"
      rowsOf={(answer) => answer.rows}
      rowId={(row) => row.id}
      rowName={(row) => row.student.name}
      columns={useAbsenceColumns()}
      filters={[]}
      searchLabel={t("absences.columnStudent")}
      href={(_, row) => (row ? sheetOf(row) : "/absences")}
      card={(row) => (
        <CardBody
          title={row.student.name}
          line={[row.group.name, lastLesson(row), row.phone ? formatPhone(row.phone) : null]
            .filter(Boolean)
            .join(" · ")}
          aside={<StatusTag tone="bad">{row.absences}</StatusTag>}
        />
      )}
      empty={{ title: t("absences.empty"), text: t("absences.emptyText") }}
    />
  );
}

function useAbsenceColumns(): readonly Column<Row>[] {
  const { t } = useTranslation();
  const opens = useCan("users:students");
  return useMemo(
    () => [
      {
        id: "student",
        header: t("absences.columnStudent"),
        fixed: true,
        cell: ({ student, hId }) => (
          <PersonCell
            name={student.name}
            id={student.id}
            detail={hId}
            {...(opens ? { to: `/students/${student.id}` } : {})}
          />
        ),
      },
      {
        id: "absences",
        header: t("absences.columnCount"),
        cell: ({ absences }) => <StatusTag tone="bad">{t("absences.inARow", { count: absences })}</StatusTag>,
      },
      { id: "group", header: t("absences.columnGroup"), cell: ({ group }) => group.name },
      {
        id: "date",
        header: t("absences.columnLast"),
        sort: true,
        cell: (row) => (
          <Link to={sheetOf(row)} className="text-ink-strong hover:text-accent-ink hover:underline">
            {lastLesson(row)}
          </Link>
        ),
      },
      {
        id: "phone",
        header: t("absences.columnPhone"),
        cell: ({ phone }) => <span className="tabular-nums">{phone ? formatPhone(phone) : "—"}</span>,
      },
    ],
    [t, opens],
  );
}
