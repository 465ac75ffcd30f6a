/** The journal on a phone: a card per student with the percentage and a strip of lessons. */
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { CellMark, cellLabel } from "@/entities/attendance/cell-mark";
import { PersonCell } from "@/entities/people/person-cell";
import { useLanguage } from "@/i18n/use-language";
import { formatKnownKpi } from "@/lib/format/percent";
import { cx } from "@/ui/cx";
import {
  dayName,
  isShown,
  type Journal,
  type JournalCell,
  type JournalDay,
  type JournalStudent,
  percentOf,
  type Show,
  type Stats,
  statusOf,
  type View,
} from "./journal-days";
import { countWorks, describeWork, type WorkReader, workPath, worksOf } from "./journal-works";
import { WorkMark } from "./work-mark";

type CardsProps = {
  journal: Journal;
  students: JournalStudent[];
  view: View;
  show: Show;
  today: string;
  reader: WorkReader;
};

export function JournalCards({ journal, students, view, show, today, reader }: CardsProps) {
  const { t } = useTranslation();
  return (
    <>
      <div className="card mb-3 flex items-center gap-3 px-4 py-3">
        <span className="min-w-0 flex-1">
          <span className="block font-[550] text-ink-strong">{t("journal.group")}</span>
          <Counts view={view} stats={journal.additionalStats} cells={worksOf(journal.students)} />
        </span>
        <Percent percent={percentOf(view, journal.additionalStats)} />
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
                  detail={<Counts view={view} stats={student.additionalStats} cells={student.cells} />}
                />
              </span>
              <Percent percent={percentOf(view, student.additionalStats)} />
            </div>
            <ol className="mt-2.5 flex flex-wrap gap-1">
              {student.cells.map((cell, column) => {
                const day = journal.days[column];
                if (day && view === "homework") {
                  const path = workPath(reader, day, student, cell);
                  return (cell.homework ?? cell.exam ?? null) === null ? null : (
                    <li key={day.lessonId} className={cx(!isShown(cell, show) && "opacity-15")}>
                      <Work day={day} cell={cell} path={path} />
                    </li>
                  );
                }
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

/** The day above the mark; a press opens the work. */
function Work({ day, cell, path }: { day: JournalDay; cell: JournalCell; path: string | null }) {
  const { t } = useTranslation();
  const content = (
    <>
      <span aria-hidden className="text-[11px] leading-none text-mut tabular-nums">
        {day.date.slice(8)}
      </span>
      <WorkMark cell={cell} />
      <span className="sr-only">
        {dayName(t, day)}: {describeWork(t, cell)}
      </span>
    </>
  );
  const look = "grid min-h-11 min-w-11 content-center justify-items-center gap-1 rounded";
  return path ? (
    <Link to={path} className={cx(look, "hover:bg-hover")}>
      {content}
    </Link>
  ) : (
    <span className={look}>{content}</span>
  );
}

type CountsProps = { view: View; stats: Stats; cells: readonly JournalCell[] };

function Counts({ view, stats, cells }: CountsProps) {
  const { t } = useTranslation();
  if (view === "homework") {
    return <span className="text-xs text-mut">{t("journal.works.counts", countWorks(cells))}</span>;
  }
  const { attended, late, absent } = stats;
  return (
    <span className="text-xs text-mut">
      {attended + late + absent === 0 ? t("journal.nothingMarked") : t("journal.counts", { attended, late, absent })}
    </span>
  );
}

function Percent({ percent }: { percent: number | null }) {
  const language = useLanguage();
  return <span className="text-lg font-[650] text-ink-strong">{formatKnownKpi(percent, language)}</span>;
}
