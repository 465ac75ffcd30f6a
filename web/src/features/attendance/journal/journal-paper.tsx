/**
 * The journal on paper, as the screen shows it: attendance, or homework and exams. It lies across the page, every
 * student a line, every lesson a narrow column, signs that need no colour.
 */
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { type CellStatus, cellLabel, cellSign } from "@/entities/attendance/cell-mark";
import { useLanguage } from "@/i18n/use-language";
import { formatDate } from "@/lib/dates";
import { formatKpi } from "@/lib/format/percent";
import { PrintArea } from "@/ui/display/print-area";
import {
  COUNTS,
  isShown,
  type Journal,
  type JournalCell,
  matching,
  percentOf,
  type Show,
  type Stats,
  statusOf,
  type View,
  wholePercent,
} from "./journal-days";
import { totalsOf, worksOf } from "./journal-works";
import { LEGEND, workSign } from "./work-mark";

/** Number of lessons that fit at a readable size; a score is wider than a sign. */
const MANY = { attendance: 30, homework: 24 } as const;
const SIGNS: CellStatus[] = [1, 4, 2, 3, 5, "outside"];

const signOf = (view: View, cell: JournalCell): string =>
  view === "homework" ? workSign(cell) : cellSign(statusOf(cell));

function legendOf(t: TFunction, view: View): string {
  const signs =
    view === "homework"
      ? LEGEND.map(({ name, cell }) => `${workSign(cell as JournalCell)} ${t(`journal.works.${name}`)}`)
      : SIGNS.map((sign) => `${cellSign(sign)} ${cellLabel(sign)}`);
  return signs.join("   ");
}

export function JournalPaper({ journal, view, show }: { journal: Journal; view: View; show: Show }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const students = matching(journal.students, show);
  const titles = [journal.group.name, t("journal.label"), t(`journal.views.${view}`)];
  if (show !== "all") titles.push(t(`journal.shows.${show}`));
  const counts = (stats: Stats, cells: readonly JournalCell[]) =>
    totalsOf(view, stats, cells).map((count, place) => <td key={COUNTS[view][place]}>{count}</td>);
  return (
    <PrintArea>
      <div className={journal.days.length > MANY[view] ? "across narrow" : "across"}>
        <h1>
          {titles.join(" · ")} · {formatDate(journal.fromDate)} – {formatDate(journal.toDate)}
        </h1>
        <p>{legendOf(t, view)}</p>
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
              {COUNTS[view].map((name) => (
                <th key={name}>{t(`journal.totals.${name}`)}</th>
              ))}
              <th>%</th>
            </tr>
          </thead>
          <tbody>
            {students.map((student, row) => (
              <tr key={student.studentId}>
                <td>{row + 1}</td>
                <td className="name">{student.fullName}</td>
                {student.cells.map((cell, column) => (
                  <td key={journal.days[column]?.lessonId ?? column}>
                    {isShown(cell, show) ? signOf(view, cell) : ""}
                  </td>
                ))}
                {counts(student.additionalStats, student.cells)}
                <td>{formatKpi(percentOf(view, student.additionalStats), language)}</td>
              </tr>
            ))}
            <tr>
              <td />
              <td className="name">{t("journal.group")}</td>
              {journal.days.map((day) => (
                <td key={day.lessonId}>{wholePercent(percentOf(view, day.additionalStats))}</td>
              ))}
              {counts(journal.additionalStats, worksOf(journal.students))}
              <td>{formatKpi(percentOf(view, journal.additionalStats), language)}</td>
            </tr>
          </tbody>
        </table>
      </div>
    </PrintArea>
  );
}
