/** Names in the column of branches that are no branch's own, each mapped once. */
import { useTranslation } from "react-i18next";
import { useRead } from "@/api/use-read";
import { Loaded } from "@/ui/feedback/loaded";
import { Select } from "@/ui/popover/combobox";

type Props = {
  id: number;
  column: number;
  offices: readonly { id: number; name: string }[];
  choices: Readonly<Record<string, number>>;
  onChoose: (name: string, officeId: number) => void;
};

export function BranchNames({ id, column, offices, choices, onChoose }: Props) {
  const { t } = useTranslation();
  const read = useRead("/students/imports/{id}/branches", { path: { id }, query: { column } });
  return (
    <section aria-label={t("imports.unknownBranches")} className="mt-5">
      <Loaded of={read}>
        {({ names }) => {
          // a name that was mapped before stays changeable
          const unknown = names.filter(({ office, chosen }) => office === null || chosen);
          if (unknown.length === 0) return null;
          return (
            <>
              <h2 className="font-[650] text-ink-strong">{t("imports.unknownBranches")}</h2>
              <p className="mb-3 text-sm text-ink-soft">{t("imports.unknownBranchesText")}</p>
              <ul className="grid gap-2">
                {unknown.map(({ name, rows, office }) => (
                  <li
                    key={name}
                    className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)] items-center gap-x-4 gap-y-1 rounded-md border border-line p-3 max-sm:grid-cols-1"
                  >
                    <div className="min-w-0">
                      <div className="truncate font-[550] text-ink-strong">{name}</div>
                      <div className="text-xs text-mut">{t("imports.rowsTotal", { total: rows })}</div>
                    </div>
                    <Select
                      label={name}
                      placeholder={t("kit.choose")}
                      options={offices.map((each) => ({ value: each.id, label: each.name }))}
                      value={choices[name] ?? office?.id}
                      onChange={(chosen) => chosen !== undefined && onChoose(name, chosen)}
                    />
                  </li>
                ))}
              </ul>
            </>
          );
        }}
      </Loaded>
    </section>
  );
}
