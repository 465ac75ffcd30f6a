/** Decision on a row with a warning, and on all of them: leave out, merge, create, change. */
import { useTranslation } from "react-i18next";
import type { ImportCard, ImportRow } from "@/api/types";
import { useChange } from "@/api/use-change";
import { Select } from "@/ui/popover/combobox";

type Decision = NonNullable<ImportRow["decision"]>;
type Choice = { decision: Decision; studentId: number | null };

const OF_ALL = ["skip", "merge", "create"] as const satisfies Decision[];

function useDecide(one: ImportCard) {
  const deciding = useChange("put", "/students/imports/{id}/decisions", {
    invalidates: ["/students/imports/{id}", "/students/imports/{id}/rows"],
  });
  const decide = (rows: number[] | null, choice: Choice) =>
    void deciding.run({ path: { id: one.id }, body: { ...choice, rows, version: one.version } });
  return { decide, pending: deciding.pending };
}

export function RowDecision({ one, row }: { one: ImportCard; row: ImportRow }) {
  const { t } = useTranslation();
  const { decide, pending } = useDecide(one);
  if (row.decision === null) return null;
  const label = t("imports.decision");
  const into = row.similar.find(({ id }) => id === row.studentId) ?? row.similar[0];
  if (one.state !== "planned") {
    return (
      <p className="pl-[92px] text-sm text-ink-soft max-sm:pl-0">
        {label}: {t(`imports.decisions.${row.decision}`)}
      </p>
    );
  }
  const options = row.options.flatMap((decision) =>
    decision === "merge" && row.similar.length > 0
      ? row.similar.map(({ id, name }) => ({ value: `merge:${id}`, label: t("imports.mergeInto", { name }) }))
      : [{ value: decision as string, label: t(`imports.decisions.${decision}`) }],
  );
  const chosen = row.decision === "merge" && into ? `merge:${into.id}` : row.decision;
  const choose = (value: string | undefined) => {
    if (value === undefined || value === chosen) return;
    const [decision, studentId] = value.split(":");
    decide([row.number], { decision: decision as Decision, studentId: studentId ? Number(studentId) : null });
  };
  return (
    <div className="max-w-96 pl-[92px] max-sm:pl-0">
      <Select
        label={`${label}: ${t("imports.row", { number: row.number })}`}
        options={options}
        value={chosen}
        loading={pending}
        onChange={choose}
      />
    </div>
  );
}

/** One decision for all rows that it is offered for. */
export function DecideAll({ one }: { one: ImportCard }) {
  const { t } = useTranslation();
  const { decide, pending } = useDecide(one);
  if (one.state !== "planned" || one.warnings.rows === 0) return null;
  return (
    <div className="grid max-w-96 gap-1.5 py-3">
      <Select<Decision>
        label={t("imports.decideAll")}
        placeholder={t("imports.decideAll")}
        options={OF_ALL.map((value) => ({ value, label: t(`imports.decisions.${value}`) }))}
        value={undefined}
        loading={pending}
        onChange={(decision) => decision && decide(null, { decision, studentId: null })}
      />
      <span className="text-xs text-mut">{t("imports.decisionHelp")}</span>
    </div>
  );
}
