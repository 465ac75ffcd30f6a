/** Rows of an import by outcome: reasons, changes before and after, warnings. */
import { ArrowRight } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { ImportCard, ImportRow } from "@/api/types";
import { useRead } from "@/api/use-read";
import { useLanguage } from "@/i18n/use-language";
import { formatCount } from "@/lib/format/numbers";
import { Tabs } from "@/ui/controls/tabs";
import { Loaded } from "@/ui/feedback/loaded";
import { Pager } from "@/ui/table/pager";
import { type FieldName, VERBS, type Verb } from "./import-labels";

const FIRST_SIZE = 20;

export function RowsView({ one }: { one: ImportCard }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const first = one.totals.refuse > 0 ? "refuse" : (VERBS.find((verb) => one.totals[verb] > 0) ?? "add");
  const [verb, setVerb] = useState<Verb>(first);
  const words = one.state === "done" ? "doneVerbs" : "verbs";
  return (
    <Tabs
      value={verb}
      onChange={setVerb}
      label={t("sheets.imports.rows")}
      tabs={VERBS.map((value) => ({
        value,
        label: `${t(`sheets.imports.${words}.${value}`)}: ${formatCount(one.totals[value], language)}`,
        content: <Rows key={`${value}${one.version}`} id={one.id} verb={value} />,
      }))}
    />
  );
}

function Rows({ id, verb }: { id: number; verb: Verb }) {
  const { t } = useTranslation();
  const [page, setPage] = useState(1);
  const [perPage, setPerPage] = useState(FIRST_SIZE);
  const read = useRead(
    "/students/imports/{id}/rows",
    { path: { id }, query: { verb, page, perPage } },
    { keepPreviousData: true },
  );
  return (
    <Loaded of={read}>
      {({ rows, total }) =>
        total === 0 ? (
          <p className="py-6 text-center text-sm text-mut">{t("sheets.imports.noRows")}</p>
        ) : (
          <>
            <ul className="divide-y divide-line-soft" aria-busy={read.isPlaceholder || undefined}>
              {rows.map((row) => (
                <RowLine key={row.number} row={row} />
              ))}
            </ul>
            {total > FIRST_SIZE ? (
              <Pager
                page={page}
                perPage={perPage}
                total={total}
                onPage={setPage}
                onResize={(size) => {
                  setPerPage(size);
                  setPage(1);
                }}
              />
            ) : null}
          </>
        )
      }
    </Loaded>
  );
}

function RowLine({ row }: { row: ImportRow }) {
  const { t } = useTranslation();
  const cells = row.cells.filter(Boolean).join(" · ");
  const name = row.name || cells || t("sheets.imports.nobody");
  return (
    <li className="grid gap-1 py-2.5">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <span className="w-20 shrink-0 text-xs text-mut">{t("sheets.imports.row", { number: row.number })}</span>
        {row.studentId ? (
          <Link
            to={`/students/${row.studentId}`}
            className="font-[550] text-ink-strong underline-offset-2 hover:underline"
          >
            {name}
          </Link>
        ) : (
          <span className="min-w-0 font-[550] break-words text-ink-strong">{name}</span>
        )}
      </div>
      {row.name && row.verb !== "same" ? (
        <p className="pl-[92px] text-xs break-words text-mut max-sm:pl-0">{cells}</p>
      ) : null}
      {row.reasons.map((reason) => (
        <p key={reason.field + reason.words} className="pl-[92px] text-sm text-bad max-sm:pl-0">
          {reason.field ? `${t(`sheets.imports.fields.${reason.field as FieldName}`)}: ` : ""}
          {reason.words}
        </p>
      ))}
      {row.changes.map((change) => (
        <p
          key={change.field}
          className="flex flex-wrap items-center gap-x-1.5 pl-[92px] text-sm text-ink-soft max-sm:pl-0"
        >
          <span className="text-mut">{t(`sheets.imports.fields.${change.field as FieldName}`)}:</span>
          <span>{change.before ?? t("sheets.imports.empty")}</span>
          <ArrowRight aria-hidden size={14} />
          <span className="text-ink">{change.after ?? t("sheets.imports.empty")}</span>
        </p>
      ))}
      {row.notes.map((note) => (
        <p key={note} className="pl-[92px] text-sm text-warn max-sm:pl-0">
          {note}
        </p>
      ))}
    </li>
  );
}
