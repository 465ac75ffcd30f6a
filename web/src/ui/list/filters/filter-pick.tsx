/** One filter as a field that opens its choices. */
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { lazyComponent } from "@/lib/lazy/lazy-component";
import { cx } from "@/ui/cx";
import { ALL, type Filter } from "@/ui/list/list-address";
import { MultiSelect, Select } from "@/ui/popover/combobox";

// few lists are filtered by a day
const FilterDay = lazyComponent(async () => (await import("./filter-day")).FilterDay, ["table"]);

interface FilterPickProps {
  filter: Filter;
  chosen: readonly string[];
  onChange: (values: readonly string[]) => void;
  /** Placeholder where the label is above. */
  placeholder?: string | undefined;
  className?: string;
}

export function FilterPick({ filter, chosen, onChange, placeholder, className = "" }: FilterPickProps) {
  const { t } = useTranslation();
  const { choices } = filter;
  // The accessible name contains the visible text too.
  const label = placeholder && chosen.length === 0 ? `${filter.label}: ${placeholder}` : filter.label;
  if (filter.kind === "day") {
    return (
      <Suspense fallback={<span className={cx("field block", className)} />}>
        <FilterDay label={label} day={chosen[0]} onChange={(day) => onChange(day ? [day] : [])} className={className} />
      </Suspense>
    );
  }
  if (filter.kind === "many") {
    return (
      <MultiSelect
        label={label}
        placeholder={placeholder}
        options={choices}
        values={chosen}
        onChange={onChange}
        className={className}
      />
    );
  }
  return (
    <Select
      label={label}
      placeholder={placeholder}
      options={[{ value: ALL, label: t("table.filters.all") }, ...choices]}
      value={chosen[0]}
      onChange={(value) => onChange(value === undefined || value === ALL ? [] : [value])}
      className={className}
    />
  );
}
