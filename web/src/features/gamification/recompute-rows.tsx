/** The differences of a recomputation by student, the largest first. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Answer } from "@/api/request";
import { useRead } from "@/api/use-read";
import { useLanguage } from "@/i18n/use-language";
import { formatCount } from "@/lib/format/numbers";
import { Loaded } from "@/ui/feedback/loaded";
import { Pager } from "@/ui/table/pager";

export type Recomputation = Answer<"get", "/student-awards/recompute/{id}">["recomputation"];
type Row = Answer<"get", "/student-awards/recompute/{id}/rows">["rows"][number];
const PER_PAGE = 10;

export function RecomputeRows({ id }: { id: number }) {
  const [page, setPage] = useState(1);
  const [perPage, setPerPage] = useState(PER_PAGE);
  const read = useRead(
    "/student-awards/recompute/{id}/rows",
    { path: { id }, query: { page, perPage } },
    { keepPreviousData: true },
  );
  return (
    <Loaded of={read}>
      {({ rows, total }) => (
        <div aria-busy={read.isPlaceholder || undefined}>
          <ul className="grid gap-2">
            {rows.map((row) => (
              <Difference key={row.studentId} row={row} />
            ))}
          </ul>
          <Pager page={page} perPage={perPage} total={total} onPage={setPage} onResize={setPerPage} />
        </div>
      )}
    </Loaded>
  );
}

function Difference({ row }: { row: Row }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const number = (value: number) => formatCount(value, language);
  const change = (before: number, by: number) => `${number(before)} → ${number(before + by)}`;
  const causes = Object.entries(row.causes).map(([cause, total]) =>
    t("recompute.cause", { cause: t(`recompute.causes.${cause as Cause}`), total }),
  );
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 gap-y-1 rounded-md bg-sunken px-3 py-2 text-sm tabular-nums">
      <span className="min-w-0 flex-1 basis-56">
        <Link to={`/students/${row.studentId}?tab=earnings`} className="font-[600] text-ink-strong hover:underline">
          {row.name || t("kit.unknownPerson")}
        </Link>
        <span className="block text-xs text-mut">{causes.join(" · ")}</span>
      </span>
      <span>XP {change(row.xpBefore, row.xp)}</span>
      <span>
        {t("recompute.silver")} {change(row.silverBefore, row.silver)}
      </span>
    </li>
  );
}

type Cause = "lesson" | "homework" | "exam_participation" | "exam_pass";
