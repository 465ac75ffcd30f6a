/** The journal on paper: A4 across, every student a line, every lesson a narrow column, signs that need no colour. */
import { useTranslation } from "react-i18next";
import { type CellStatus, cellLabel, cellSign } from "@/entities/attendance/cell-mark";
import { useLanguage } from "@/i18n/use-language";
import { formatDate } from "@/lib/dates";
import { formatKpi } from "@/lib/format/percent";
import { PrintArea } from "@/ui/display/print-area";
import { type Journal, statusOf } from "./journal-days";

const COUNTS = ["attended", "late", "absent"] as const;
/** Number of lessons that fit at a readable size. */
const MANY = 30;
const SIGNS: CellStatus[] = [1, 4, 2, 3, 5, "outside"];

export function JournalPaper({ journal }: { journal: Journal }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const stats = journal.additionalStats;
  return (
    <PrintArea>
      <div className={journal.days.length > MANY ? "across narrow" : "across"}>
        <h1>
          {journal.group.name} · {t("journal.label")} · {formatDate(journal.fromDate)} – {formatDate(journal.toDate)}
        </h1>
        <p>{SIGNS.map((sign) => `${cellSign(sign)} ${cellLabel(sign)}`).join("   ")}</p>
        <table>
          <thead>
            <tr>
              <th>№</th>
              <th>{t("journal.student")}</th>
              {journal.days.map((day) => (
                <th key={day.lessonId}>
                  {day.date.slice(8)}
                  <br />
                  {day.date.slice(5, 7)}
                </th>
              ))}
              {COUNTS.map((name) => (
                <th key={name}>{t(`journal.totals.${name}`)}</th>
              ))}
              <th>%</th>
            </tr>
          </thead>
          <tbody>
            {journal.students.map((student, row) => (
              <tr key={student.studentId}>
                <td>{row + 1}</td>
                <td className="name">{student.fullName}</td>
                {student.cells.map((cell, column) => (
                  <td key={journal.days[column]?.lessonId ?? column}>{cellSign(statusOf(cell))}</td>
                ))}
                {COUNTS.map((name) => (
                  <td key={name}>{student.additionalStats[name]}</td>
                ))}
                <td>{formatKpi(student.additionalStats.attendancePercentage, language)}</td>
              </tr>
            ))}
            <tr>
              <td />
              <td className="name">{t("journal.group")}</td>
              {journal.days.map((day) => (
                <td key={day.lessonId}>
                  {day.additionalStats.attendancePercentage === null
                    ? ""
                    : Math.round(day.additionalStats.attendancePercentage)}
                </td>
              ))}
              {COUNTS.map((name) => (
                <td key={name}>{stats[name]}</td>
              ))}
              <td>{formatKpi(stats.attendancePercentage, language)}</td>
            </tr>
          </tbody>
        </table>
      </div>
    </PrintArea>
  );
}
