/** Bar above a list: search, filters, and chips of the active ones. On a phone a button opens the filters. */

import { SlidersHorizontal, X } from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { lazyComponent } from "@/lib/lazy/lazy-component";
import { usePhone } from "@/lib/use-phone";
import { IconButton } from "@/ui/controls/button";
import { cx } from "@/ui/cx";
import { countChanged, countInForce, type Filter, inForce } from "@/ui/list/list-address";
import type { List } from "@/ui/list/use-list";
import type { FilterDialogProps } from "./filter-dialog";
import { FilterPick } from "./filter-pick";
import { SearchBox } from "./search-box";

// fetched when a phone first opens it
const FilterDialog = lazyComponent(async () => (await import("./filter-dialog")).FilterDialog, ["table"]);

// letters beyond which an equal share of the bar cuts a filter's name
const LONG_LABEL = 10;

// The label of a day filter says whether it is the first or the last day.
const width = ({ kind }: Filter) => (kind === "day" ? "min-w-[150px] max-w-44" : "min-w-[108px] max-w-40");

interface FilterBarProps {
  list: List;
  filters: readonly Filter[];
  /** Label of the search; without it there is no search. */
  searchLabel?: string | undefined;
  total: number | undefined;
  /** At the right: saved views, the column chooser. */
  tools?: ReactNode;
}

export function FilterBar({ list, filters, searchLabel, total, tools }: FilterBarProps) {
  const { t } = useTranslation();
  const phone = usePhone();
  const offered = filters.filter((filter) => !filter.chipOnly);
  const picks = offered.map((filter) => (
    <FilterPick
      key={filter.name}
      filter={filter}
      chosen={list.state.filters[filter.name] ?? []}
      onChange={(values) => list.filter(filter.name, values)}
      placeholder={phone ? t("table.filters.all") : undefined}
      className={phone ? "" : cx(width(filter), filter.label.length > LONG_LABEL ? "flex-[1.4]" : "flex-1")}
    />
  ));
  const search = searchLabel ? (
    <SearchBox
      value={list.state.value}
      label={searchLabel}
      onSearch={list.search}
      className={phone ? "flex-1" : "min-w-[164px] max-w-[280px] flex-[2]"}
    />
  ) : null;
  if (!search && picks.length === 0) return null;
  if (phone) {
    return (
      <div className="mb-3 flex items-center gap-2">
        {search}
        {offered.length > 0 ? <FilterButton list={list} filters={offered} picks={picks} total={total} /> : null}
        {tools}
      </div>
    );
  }
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 border-b border-line p-3">
        {search}
        {picks}
        {tools ? <div className="ml-auto flex items-center gap-1.5">{tools}</div> : null}
      </div>
      <Chips list={list} filters={filters} />
    </>
  );
}

function Chips({ list, filters }: { list: List; filters: readonly Filter[] }) {
  const { t } = useTranslation();
  const chips = inForce(filters, list.state, t("table.filters.allOf"));
  const { value } = list.state;
  if (chips.length === 0 && !value) return null;
  return (
    <div className="flex flex-wrap items-center gap-1.5 border-b border-line-soft px-3 py-2 text-xs text-mut">
      <span>{t("table.filters.inForce")}</span>
      {value ? <Chip label={t("table.filters.word", { value })} onRemove={() => list.search("")} /> : null}
      {chips.map(({ filter, label, without }) => (
        <Chip key={filter.name} label={label} onRemove={() => list.filter(filter.name, without)} />
      ))}
      {countChanged(list.rules, list.state) > 0 || value ? (
        <button type="button" className="ml-1 rounded text-ink-soft underline hover:text-ink" onClick={list.clear}>
          {t("table.filters.clear")}
        </button>
      ) : null}
    </div>
  );
}

function Chip({ label, onRemove }: { label: string; onRemove: () => void }) {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      onClick={onRemove}
      aria-label={t("table.filters.remove", { filter: label })}
      className="inline-flex max-w-80 items-center gap-1 rounded-full border border-accent-line bg-accent-soft px-2.5 py-px font-[550] text-accent-ink hover:bg-accent-soft-strong"
    >
      <span className="truncate">{label}</span>
      <X aria-hidden size={12} className="shrink-0" />
    </button>
  );
}

function FilterButton({ list, filters, picks, total }: FilterDialogProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const inUse = countInForce(list.state);
  return (
    <>
      <IconButton
        icon={SlidersHorizontal}
        label={t("table.filters.count", { total: inUse })}
        badge={inUse ? String(inUse) : undefined}
        badgeLook="accent"
        aria-haspopup="dialog"
        className="border border-line-strong bg-surface"
        onClick={() => setOpen(true)}
      />
      {open ? (
        <Suspense>
          <FilterDialog list={list} filters={filters} picks={picks} total={total} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
