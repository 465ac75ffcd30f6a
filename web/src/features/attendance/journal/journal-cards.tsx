/** The journal on a phone: a card per student with the percentage and a strip of lessons. */
import { useTranslation } from "react-i18next";
import { CellMark, cellLabel } from "@/entities/attendance/cell-mark";
import { PersonCell } from "@/entities/people/person-cell";
import { useLanguage } from "@/i18n/use-language";
import { formatKnownKpi } from "@/lib/format/percent";
import { cx } from "@/ui/cx";
import { dayName, isShown, type Journal, type JournalStudent, type Show, type Stats, statusOf } from "./journal-days";

type CardsProps = { journal: Journal; students: JournalStudent[]; show: Show; today: string };

export function JournalCards({ journal, students, show, today }: CardsProps) {
  const { t } = useTranslation();
  return (
    <>
      <div className="card mb-3 flex items-center gap-3 px-4 py-3">
        <span className="min-w-0 flex-1">
          <span className="block font-[550] text-ink-strong">{t("journal.group")}</span>
          <Counts stats={journal.additionalStats} />
        </span>
        <Percent stats={journal.additionalStats} />
      </div>
      <ul className="grid grid-cols-1 gap-2">
        {students.map((student) => (
          <li key={student.studentId} className="card px-4 py-3">
            <div className="flex items-center gap-3">
              <span className="min-w-0 flex-1">
                <PersonCell
                  name={student.fullName}
                  id={student.studentId}
                  photo={student.photo}
                  detail={<Counts stats={student.additionalStats} />}
                />
              </span>
              <Percent stats={student.additionalStats} />
            </div>
            <ol className="mt-2.5 flex flex-wrap gap-1">
              {student.cells.map((cell, column) => {
                const day = journal.days[column];
                if (!day || (cell.attendance === null && day.date > today)) return null;
                const status = statusOf(cell);
                return (
                  <li key={day.lessonId} className={cx(!isShown(cell, show) && "opacity-15")}>
                    <CellMark status={status} large />
                    <span className="sr-only">
                      {dayName(t, day)}: {cellLabel(status)}
                    </span>
                  </li>
                );
              })}
            </ol>
          </li>
        ))}
      </ul>
    </>
  );
}

function Counts({ stats }: { stats: Stats }) {
  const { t } = useTranslation();
  const { attended, late, absent } = stats;
  return (
    <span className="text-xs text-mut">
      {attended + late + absent === 0 ? t("journal.nothingMarked") : t("journal.counts", { attended, late, absent })}
    </span>
  );
}

function Percent({ stats }: { stats: Stats }) {
  const language = useLanguage();
  return (
    <span className="text-lg font-[650] text-ink-strong">{formatKnownKpi(stats.attendancePercentage, language)}</span>
  );
}
