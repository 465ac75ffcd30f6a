/** Bar above a list: search, filters, and chips of the active ones. On a phone a button opens the filters. */

import { SlidersHorizontal, X } from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { lazyComponent } from "@/lib/lazy/lazy-component";
import { usePhone } from "@/lib/use-phone";
import { Button, IconButton } from "@/ui/controls/button";
import {
  countChanged,
  countInForce,
  type Filter,
  inForce,
  isQuick,
  type QuickFilter,
  toggled,
} from "@/ui/list/list-address";
import type { List } from "@/ui/list/use-list";
import type { FilterDialogProps } from "./filter-dialog";
import { FilterPick } from "./filter-pick";
import { SearchBox } from "./search-box";

// fetched when a phone first opens it
const FilterDialog = lazyComponent(async () => (await import("./filter-dialog")).FilterDialog, ["table"]);

/** Least widths at which a label of so many letters is whole: of a filter with its arrow, of the search with its icon. */
const filterWidth = (label: string) => Math.min(240, Math.max(108, Math.ceil(50 + label.length * 7.8)));
const searchWidth = (label: string) => Math.min(320, Math.max(180, Math.ceil(52 + label.length * 6.3)));

interface FilterBarProps {
  list: List;
  filters: readonly Filter[];
  /** Label of the search; without it there is no search. */
  searchLabel?: string | undefined;
  quick?: readonly QuickFilter[] | undefined;
  total: number | undefined;
  /** At the right: saved views, the column chooser. */
  tools?: ReactNode;
}

export function FilterBar({ list, filters, searchLabel, quick = [], total, tools }: FilterBarProps) {
  const { t } = useTranslation();
  const phone = usePhone();
  const offered = filters.filter((filter) => !filter.chipOnly);
  const picks = offered.map((filter) => {
    const pick = (
      <FilterPick
        key={filter.name}
        filter={filter}
        chosen={list.state.filters[filter.name] ?? []}
        onChange={(values) => list.filter(filter.name, values)}
        placeholder={phone ? t("table.filters.all") : undefined}
      />
    );
    return phone ? (
      pick
    ) : (
      <div key={filter.name} className="max-w-60 flex-1" style={{ minWidth: filterWidth(filter.label) }}>
        {pick}
      </div>
    );
  });
  const search = searchLabel ? (
    <div
      className={phone ? "min-w-0 flex-1" : "max-w-80 flex-[2]"}
      style={phone ? undefined : { minWidth: searchWidth(searchLabel) }}
    >
      <SearchBox value={list.state.value} label={searchLabel} onSearch={list.search} />
    </div>
  ) : null;
  const presses = quick.map((one) => (
    <Button
      key={one.label}
      aria-pressed={isQuick(list.state, one)}
      className="shrink-0 aria-pressed:border-accent-line aria-pressed:bg-accent-soft aria-pressed:text-accent-ink"
      onClick={() => list.become(toggled(list.state, one))}
    >
      {one.label}
    </Button>
  ));
  if (!search && picks.length === 0) return null;
  if (phone) {
    return (
      <div className="mb-3 flex flex-wrap items-center gap-2">
        {search}
        {offered.length > 0 ? <FilterButton list={list} filters={offered} picks={picks} total={total} /> : null}
        {tools}
        {presses.length > 0 ? <div className="flex w-full gap-2">{presses}</div> : null}
      </div>
    );
  }
  return (
    <>
      <div className="flex items-start gap-2 border-b border-line p-3">
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-2">
          {search}
          {presses}
          {picks}
        </div>
        {tools ? (
          <div data-tools className="flex h-9 shrink-0 items-center gap-1.5">
            {tools}
          </div>
        ) : null}
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
