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
import { StatusTag } from "@/ui/display/status-tag";
import { Loaded } from "@/ui/feedback/loaded";
import { Pager } from "@/ui/table/pager";
import { type FieldName, formatValue, type RowKind, VERBS } from "./import-labels";
import { DecideAll, RowDecision } from "./row-decision";

const FIRST_SIZE = 20;

const OTHER_KINDS = { warned: { warned: true }, left: { left: true } };

export function RowsView({ one }: { one: ImportCard }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const kinds: { value: RowKind; title: string; total: number }[] = VERBS.map((value) => ({
    value,
    title: t(`imports.${one.committedAt ? "doneVerbs" : "verbs"}.${value}`),
    total: one.totals[value],
  }));
  kinds.splice(1, 0, { value: "warned", title: t("imports.warned"), total: one.warnings.rows });
  if (one.reverted) kinds.unshift({ value: "left", title: t("imports.revert.left"), total: one.reverted.left });
  const [kind, setKind] = useState<RowKind>(kinds.find(({ total }) => total > 0)?.value ?? "add");
  return (
    <Tabs
      value={kind}
      onChange={setKind}
      label={t("imports.rows")}
      tabs={kinds.map(({ value, title, total }) => ({
        value,
        label: `${title}: ${formatCount(total, language)}`,
        content: <Rows key={value} one={one} kind={value} />,
      }))}
    />
  );
}

function Rows({ one, kind }: { one: ImportCard; kind: RowKind }) {
  const { t } = useTranslation();
  const [page, setPage] = useState(1);
  const [perPage, setPerPage] = useState(FIRST_SIZE);
  const read = useRead(
    "/students/imports/{id}/rows",
    {
      path: { id: one.id },
      query: { ...(kind === "warned" || kind === "left" ? OTHER_KINDS[kind] : { verb: kind }), page, perPage },
    },
    { keepPreviousData: true },
  );
  return (
    <Loaded of={read}>
      {({ rows, total }) =>
        total === 0 ? (
          <p className="py-6 text-center text-sm text-mut">{t("imports.noRows")}</p>
        ) : (
          <>
            {kind === "warned" ? <DecideAll one={one} /> : null}
            <ul className="divide-y divide-line-soft" aria-busy={read.isPlaceholder || undefined}>
              {rows.map((row) => (
                <RowLine key={row.number} one={one} row={row} decided={kind === "warned"} />
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

function RowLine({ one, row, decided }: { one: ImportCard; row: ImportRow; decided: boolean }) {
  const { t } = useTranslation();
  const cells = row.cells.filter(Boolean).join(" · ");
  const genders = useGenders();
  const shown = (field: string, value: string | null) =>
    value === null ? t("imports.empty") : formatValue(field, value, genders);
  const name = row.name || cells || t("imports.nobody");
  return (
    <li className="grid gap-1 py-2.5">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <span className="w-20 shrink-0 text-xs text-mut">{t("imports.row", { number: row.number })}</span>
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
        {row.reverted ? <StatusTag tone="quiet">{t("imports.revert.reverted")}</StatusTag> : null}
      </div>
      {row.name && row.verb !== "same" ? (
        <p className="pl-[92px] text-xs break-words text-mut max-sm:pl-0">{cells}</p>
      ) : null}
      {row.reasons.map((reason) => (
        <p key={reason.field + reason.words} className="pl-[92px] text-sm text-bad max-sm:pl-0">
          {reason.field ? `${t(`imports.fields.${reason.field as FieldName}`)}: ` : ""}
          {reason.words}
        </p>
      ))}
      <StoredValues row={row} />
      {row.changes.map((change) => (
        <p
          key={change.field}
          className="flex flex-wrap items-center gap-x-1.5 pl-[92px] text-sm text-ink-soft max-sm:pl-0"
        >
          <span className="text-mut">{t(`imports.fields.${change.field as FieldName}`)}:</span>
          <span>{shown(change.field, change.before)}</span>
          <ArrowRight aria-hidden size={14} />
          <span className="text-ink">{shown(change.field, change.after)}</span>
        </p>
      ))}
      {row.notes.map((note) => (
        <p key={note} className="pl-[92px] text-sm text-warn max-sm:pl-0">
          {note}
        </p>
      ))}
      {row.left ? <p className="pl-[92px] text-sm text-warn max-sm:pl-0">{row.left}</p> : null}
      {decided ? <RowDecision one={one} row={row} /> : null}
    </li>
  );
}

function useGenders(): Record<string, string> {
  const { t } = useTranslation();
  return { 1: t("imports.male"), 2: t("imports.female") };
}

/** The values that a new student will have; a cell that is stored otherwise stands before its value. */
function StoredValues({ row }: { row: ImportRow }) {
  const { t } = useTranslation();
  const genders = useGenders();
  if (!["add", "skip"].includes(row.verb) || row.values.length === 0) return null;
  return (
    <dl
      aria-label={t("imports.stored")}
      className="flex flex-wrap gap-x-4 gap-y-1 pl-[92px] text-sm text-ink-soft max-sm:pl-0"
    >
      {row.values.map(({ field, cell, value }) => {
        const stored = formatValue(field, value, genders);
        return (
          <div key={field} className="flex min-w-0 flex-wrap items-center gap-x-1.5">
            <dt className="text-mut">{t(`imports.fields.${field as FieldName}`)}:</dt>
            <dd className="flex min-w-0 flex-wrap items-center gap-x-1.5 text-ink">
              {cell && cell !== stored ? (
                <>
                  <span className="break-words text-mut">{cell}</span>
                  <ArrowRight aria-hidden size={14} />
                </>
              ) : null}
              <span className="break-words">{stored}</span>
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
