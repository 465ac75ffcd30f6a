/** Mapping of columns and the branch; guessed by the server, corrected here. */
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ImportCard } from "@/api/types";
import { useChange } from "@/api/use-change";
import { useRead } from "@/api/use-read";
import { Button } from "@/ui/controls/button";
import { Card } from "@/ui/display/page";
import { showError } from "@/ui/feedback/toast";
import { toastUnlessInline } from "@/ui/form/toast-unless-inline";
import { Select } from "@/ui/popover/combobox";
import { BranchNames } from "./branch-names";
import { type FieldName, missingFields } from "./import-labels";

const NONE = "none";

export function ColumnsStep({ one, onPlanned }: { one: ImportCard; onPlanned: () => void }) {
  const { t } = useTranslation();
  const label = useId();
  const why = useId();
  const [columns, setColumns] = useState(one.columns.map((column) => column.field));
  const offices = useRead("/offices");
  const known = offices.data?.offices ?? [];
  const [chosen, setChosen] = useState<number | undefined>(one.office?.id);
  // A person of one branch has nothing to choose, and still sees the branch.
  const office = chosen ?? (known.length === 1 ? known[0]?.id : undefined);
  const [choices, setChoices] = useState<Record<string, number>>({});
  const named = columns.indexOf("branch");
  const planning = useChange("put", "/students/imports/{id}/mapping", {
    invalidates: ["/students/imports/{id}", "/students/imports/{id}/rows"],
    quiet: true,
    onForbidden: showError,
    onError: toastUnlessInline(["columns", "officeId", "branches"]),
    onDone: onPlanned,
  });
  // A field that another column takes over is removed from its column.
  const choose = (at: number, field: string | undefined) =>
    setColumns(columns.map((was, number) => (number === at ? (field ?? null) : was === field ? null : was)));
  const options = [
    { value: NONE, label: t("imports.none") },
    ...one.fields.map((field) => ({ value: field, label: t(`imports.fields.${field as FieldName}`) })),
  ];
  const missing = missingFields(one.required, columns);
  const names = missing.map((field) => t(`imports.fields.${field as FieldName}`)).join(", ");
  const reasons = [
    ...(office === undefined && named < 0 ? [t("imports.branchFirst")] : []),
    ...(missing.length > 0 ? [t("imports.columnsFirst", { fields: names })] : []),
  ];
  const blocked = reasons.length > 0 ? reasons.join(" ") : undefined;
  const plan = () =>
    void planning.run({
      path: { id: one.id },
      body: {
        columns,
        officeId: office ?? null,
        version: one.version,
        branches: named < 0 ? [] : Object.entries(choices).map(([name, officeId]) => ({ name, officeId })),
      },
    });
  return (
    <Card title={`${one.fileName} · ${t("imports.rowsTotal", { total: one.rows })}`}>
      <div className="mb-5 grid max-w-96 gap-1.5">
        <span id={label} className="text-sm font-[550] text-ink-soft">
          {t("imports.branch")}
        </span>
        <Select
          label={t("imports.branch")}
          placeholder={t("kit.choose")}
          options={known.map(({ id, name }) => ({ value: id, label: name }))}
          value={office}
          loading={offices.busy}
          invalid={planning.fields.officeId !== undefined}
          onChange={setChosen}
        />
        <span className="text-xs text-mut">{t(named < 0 ? "imports.branchHelp" : "imports.branchOfTheRest")}</span>
        <Problem words={planning.fields.officeId} />
      </div>
      <p className="mb-3 text-base text-ink-soft">{t("imports.columnsText")}</p>
      <Problem words={planning.fields.columns} />
      <ul className="grid gap-2">
        {one.columns.map((column, number) => {
          const head = column.head || t("imports.unnamed", { number: number + 1 });
          return (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
              key={number}
              className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)] items-center gap-x-4 gap-y-1 rounded-md border border-line p-3 max-sm:grid-cols-1"
            >
              <div className="min-w-0">
                <div className="truncate font-[550] text-ink-strong">{head}</div>
                <div className="truncate text-xs text-mut">
                  {column.samples.filter(Boolean).join(" · ") || t("imports.empty")}
                </div>
              </div>
              <Select
                label={head}
                options={options}
                value={columns[number] ?? NONE}
                onChange={(field) => choose(number, field === NONE ? undefined : field)}
              />
            </li>
          );
        })}
      </ul>
      {named < 0 ? null : (
        <BranchNames
          key={named}
          id={one.id}
          column={named}
          offices={known}
          choices={choices}
          onChoose={(name, officeId) => setChoices((present) => ({ ...present, [name]: officeId }))}
        />
      )}
      <Problem words={planning.fields.branches} />
      <div className="mt-5 flex flex-wrap items-center justify-end gap-x-4 gap-y-2">
        <p id={why} role="status" className="text-sm text-warn empty:hidden">
          {blocked}
        </p>
        <Button
          look="main"
          saves
          pending={planning.pending}
          fixed={blocked}
          aria-describedby={why}
          onClick={plan}
          className="max-sm:w-full"
        >
          {t("imports.check")}
        </Button>
      </div>
    </Card>
  );
}

function Problem({ words }: { words: readonly string[] | undefined }) {
  return (
    <p role="alert" className="text-sm text-bad empty:hidden">
      {words?.join(" ")}
    </p>
  );
}
