/** Students with their counts: a table, and cards on a phone; each leads to the student's homework (R2-042). */
import { ArrowDown, ArrowUp } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Answer } from "@/api/request";
import { useLanguage } from "@/i18n/use-language";
import { formatKpi } from "@/lib/format/percent";
import { usePhone } from "@/lib/use-phone";
import { Avatar } from "@/ui/display/avatar";
import { formatScore } from "./figures";
import type { Days, StatisticsPlace } from "./place";
import type { SortBy } from "./sorts";

type Student = Answer<"get", "/homework-statistics/groups/{id}/students">["students"][number];
type Sort = { sortBy: SortBy; orderBy: "ASC" | "DESC" };
type StudentTableProps = {
  at: StatisticsPlace;
  students: readonly Student[];
  days: Days;
  sort: Sort;
  onSort: (by: SortBy, order: "ASC" | "DESC") => void;
};

const COUNTS = ["accepted", "waiting", "rejected", "uncompleted"] as const;

export function StudentTable({ at, students, days, sort, onSort }: StudentTableProps) {
  const { t } = useTranslation();
  const phone = usePhone();
  const to = (student: Student) => at.student(student.studentId, days);
  if (phone) return <StudentCards students={students} to={to} />;
  const head = { sort, onSort };
  return (
    <div className="card overflow-x-auto">
      <table className="w-full text-sm">
        <thead className="border-b border-line text-left text-xs text-mut">
          <tr>
            <Head {...head} by="name" />
            <Head {...head} by="averageScore" number />
            {COUNTS.map((by) => (
              <Head key={by} {...head} by={by} number />
            ))}
            <th scope="col" className="px-4 py-2 text-right font-[550]">
              {t("homework.statistics.percentage")}
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line-soft">
          {students.map((student) => (
            <Row key={student.studentId} student={student} to={to(student)} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ student, to }: { student: Student; to: string }) {
  const language = useLanguage();
  const { counts, averageScore, percentage } = student.figures;
  return (
    <tr className="hover:bg-hover">
      <td className="px-4 py-1">
        <Link to={to} className="flex min-h-9 items-center gap-3 font-[550] text-ink-strong hover:underline">
          <Avatar name={student.fullName} id={student.studentId} photo={student.photo} />
          {student.fullName}
        </Link>
      </td>
      {[formatScore(averageScore, language), ...COUNTS.map((by) => counts[by]), formatKpi(percentage, language)].map(
        (value, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the columns are fixed
          <td key={place} className="px-4 py-1 text-right tabular-nums">
            {value}
          </td>
        ),
      )}
    </tr>
  );
}

type HeadProps = { by: SortBy; number?: boolean; sort: Sort; onSort: StudentTableProps["onSort"] };

function Head({ by, number = false, sort, onSort }: HeadProps) {
  const { t } = useTranslation();
  const on = sort.sortBy === by;
  const descending = sort.orderBy === "DESC";
  const next = on ? (descending ? "ASC" : "DESC") : by === "name" ? "ASC" : "DESC";
  const Arrow = descending ? ArrowDown : ArrowUp;
  return (
    <th
      scope="col"
      aria-sort={on ? (descending ? "descending" : "ascending") : "none"}
      className={number ? "px-4 py-1 text-right font-[550]" : "px-4 py-1 font-[550]"}
    >
      <button type="button" onClick={() => onSort(by, next)} className="inline-flex min-h-8 items-center gap-1">
        {t(`homework.statistics.${by}`)}
        {on ? <Arrow aria-hidden size={13} /> : null}
      </button>
    </th>
  );
}

function StudentCards({ students, to }: { students: readonly Student[]; to: (student: Student) => string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <ul className="card divide-y divide-line-soft">
      {students.map((student) => (
        <li key={student.studentId}>
          <Link to={to(student)} className="flex min-h-16 items-center gap-3 px-3 py-2">
            <Avatar name={student.fullName} id={student.studentId} photo={student.photo} />
            <span className="min-w-0 flex-1">
              <span className="line-clamp-2 font-[550] text-ink-strong">{student.fullName}</span>
              <span className="block text-xs text-mut">
                {COUNTS.filter((by) => student.figures.counts[by] > 0)
                  .map((by) => `${t(`homework.statistics.${by}`)} ${student.figures.counts[by]}`)
                  .join(" · ")}
              </span>
            </span>
            <span className="text-right tabular-nums">{formatScore(student.figures.averageScore, language)}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
