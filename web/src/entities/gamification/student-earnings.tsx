/** XP, silver and level of a student, and the entries of the ledger behind them (D-30, D-91). */
import { FileDown } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { download } from "@/api/download";
import { useRead } from "@/api/use-read";
import { useLanguage } from "@/i18n/use-language";
import { formatCount } from "@/lib/format/numbers";
import { Button } from "@/ui/controls/button";
import { cx } from "@/ui/cx";
import { Loaded } from "@/ui/feedback/loaded";
import { showFileError } from "@/ui/feedback/toast";
import { FilterPick } from "@/ui/list/filters/filter-pick";
import { Pager } from "@/ui/table/pager";
import { EarningEntries } from "./earning-entries";
import { type Awards, signed } from "./entry-words";

const KINDS = ["all", "xp", "silver", "corrections"] as const;
const PER_PAGE = 10;

interface Chosen {
  page: number;
  perPage: number;
  kind: (typeof KINDS)[number];
  cause?: Awards["entries"][number]["cause"] | undefined;
  courseId?: number | undefined;
  fromDate?: string | undefined;
  toDate?: string | undefined;
}

export function StudentEarnings({ studentId }: { studentId: number }) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<Chosen>({ page: 1, perPage: PER_PAGE, kind: "all" });
  const read = useRead("/students/{id}/awards", { path: { id: studentId }, query: chosen }, { keepPreviousData: true });
  const choose = (change: Partial<Chosen>) => setChosen({ ...chosen, page: 1, ...change });
  return (
    <Loaded of={read}>
      {(awards) => (
        <div className="grid gap-4">
          <div className="grid items-stretch gap-3 sm:grid-cols-2">
            <LevelBox awards={awards} />
            <SilverBox awards={awards} />
            <Origins awards={awards} />
          </div>
          <EntryFilters awards={awards} chosen={chosen} onChoose={choose} />
          <div className="flex flex-wrap items-center justify-between gap-2">
            <InPeriod awards={awards} />
            <Export studentId={studentId} chosen={chosen} />
          </div>
          {awards.total === 0 ? (
            <p className="text-base text-mut">
              {awards.causes.length + awards.corrections === 0 ? t("earnings.none") : t("earnings.noneFound")}
            </p>
          ) : (
            <div aria-busy={read.isPlaceholder || undefined}>
              <EarningEntries entries={awards.entries} />
              <Pager
                page={chosen.page}
                perPage={chosen.perPage}
                total={awards.total}
                onPage={(page) => choose({ page })}
                onResize={(perPage) => choose({ perPage })}
              />
            </div>
          )}
          <p className="text-xs text-mut">{t("earnings.never")}</p>
        </div>
      )}
    </Loaded>
  );
}

/** The width of a bar; the school may have taken more than there was (D-92). */
const barWidth = (percent: number) => `${Math.max(0, Math.min(100, percent))}%`;

const box = "grid content-start gap-2 rounded-lg border border-line p-3";

function LevelBox({ awards: { balance, categories } }: { awards: Awards }) {
  const { t } = useTranslation();
  const number = useNumbers();
  const { level, next, xp } = balance;
  const share = next ? ((xp - level.requiredXp) / (next.requiredXp - level.requiredXp)) * 100 : 100;
  return (
    <section className={cx(box, "sm:col-span-2")} aria-label={t("earnings.level")}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="text-xl font-[650] text-ink-strong">{t("earnings.levelOf", { number: level.number })}</p>
        <p className="text-sm text-mut">
          {t("earnings.totalXp")}: <span className="text-xl font-[650] text-ink-strong tabular-nums">{number(xp)}</span>
        </p>
      </div>
      <div aria-hidden className="h-2 overflow-hidden rounded-full bg-quiet-soft">
        <div className="h-full rounded-full bg-accent" style={{ width: barWidth(share) }} />
      </div>
      <p className="flex flex-wrap justify-between gap-x-4 text-xs text-mut tabular-nums">
        <span>{number(level.requiredXp)}</span>
        {next ? (
          <>
            <span>{t("earnings.leftXp", { xp: number(next.requiredXp - xp) })}</span>
            <span>{t("earnings.nextLevel", { number: next.number, xp: number(next.requiredXp) })}</span>
          </>
        ) : (
          <span>{t("earnings.highest")}</span>
        )}
      </p>
      {categories.length === 0 ? null : (
        <ul className="flex flex-wrap gap-x-5 gap-y-1 border-t border-line pt-2 text-xs text-mut">
          {categories.map((one) => (
            <li key={one.id}>
              {one.name}:{" "}
              <span className="font-[600] text-ink">
                {t("earnings.place", { xp: number(one.xp), place: one.place })}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function SilverBox({ awards: { balance, silver } }: { awards: Awards }) {
  const { t } = useTranslation();
  const number = useNumbers();
  const rows = [
    ["earned", silver.earned],
    ["spent", 0 - silver.spent],
    ["refunded", silver.refunded],
  ] as const;
  return (
    <section className={box} aria-label={t("earnings.silver")}>
      <p className="text-xs text-mut">{t("earnings.silver")}</p>
      <p className="text-xl font-[650] text-ink-strong tabular-nums">{number(balance.silver)}</p>
      {balance.owes > 0 ? (
        <p className="text-sm font-[550] text-bad">
          {t("earnings.owes", { silver: number(balance.owes) })}{" "}
          <span className="font-normal text-mut">{t("earnings.owesHelp")}</span>
        </p>
      ) : null}
      <dl className="grid gap-1 text-sm">
        {rows.map(([name, value]) => (
          <div key={name} className="flex justify-between gap-4">
            <dt className="text-mut">{t(`earnings.${name}`)}</dt>
            <dd className="tabular-nums">{value < 0 || name === "refunded" ? signed(value, number) : number(value)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Origins({ awards: { causes } }: { awards: Awards }) {
  const { t } = useTranslation();
  const number = useNumbers();
  const most = Math.max(1, ...causes.map((one) => one.xp));
  return (
    <section className={box} aria-label={t("earnings.origins")}>
      <p className="text-xs text-mut">{t("earnings.origins")}</p>
      {causes.length === 0 ? <p className="text-sm text-mut">{t("earnings.noOrigins")}</p> : null}
      <ul className="grid gap-2 text-sm">
        {causes.map((one) => (
          <li key={one.cause} className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] items-center gap-2">
            <span className="text-mut [overflow-wrap:anywhere]">{t(`earnings.causes.${one.cause}`)}</span>
            <span aria-hidden className="h-1.5 overflow-hidden rounded-full bg-quiet-soft">
              <span
                className="block h-full rounded-full bg-accent"
                style={{ width: barWidth((one.xp / most) * 100) }}
              />
            </span>
            <span className="text-right font-[600] tabular-nums">{number(one.xp)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface EntryFiltersProps {
  awards: Awards;
  chosen: Chosen;
  onChoose: (change: Partial<Chosen>) => void;
}

function EntryFilters({ awards, chosen, onChoose }: EntryFiltersProps) {
  const { t } = useTranslation();
  const causes = awards.causes.map(({ cause }) => ({ value: cause, label: t(`earnings.causes.${cause}`) }));
  const courses = awards.courses.map(({ id, name }) => ({ value: String(id), label: name }));
  const day = (name: "fromDate" | "toDate", label: string) => (
    <FilterPick
      filter={{ name, label, kind: "day", choices: [] }}
      chosen={chosen[name] ? [chosen[name]] : []}
      onChange={([value]) => onChoose({ [name]: value })}
    />
  );
  return (
    <div className="grid gap-3">
      <fieldset className="flex flex-wrap gap-1" aria-label={t("earnings.kind")}>
        {KINDS.map((kind) => (
          <button
            key={kind}
            type="button"
            aria-pressed={chosen.kind === kind}
            className="rounded-md border border-line px-3 py-1.5 text-sm font-[550] text-ink-soft hover:text-ink aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent-ink max-sm:min-h-11"
            onClick={() => onChoose({ kind })}
          >
            {t(`earnings.kinds.${kind}`, { total: awards.corrections })}
          </button>
        ))}
      </fieldset>
      <div className="grid gap-2 sm:grid-cols-2 xl:grid-cols-4">
        <FilterPick
          filter={{ name: "cause", label: t("earnings.source"), kind: "one", choices: causes }}
          placeholder={t("earnings.source")}
          chosen={chosen.cause ? [chosen.cause] : []}
          onChange={([cause]) => onChoose({ cause: cause as Chosen["cause"] })}
        />
        <FilterPick
          filter={{ name: "course", label: t("earnings.course"), kind: "one", choices: courses }}
          placeholder={t("earnings.course")}
          chosen={chosen.courseId ? [String(chosen.courseId)] : []}
          onChange={([id]) => onChoose({ courseId: id ? Number(id) : undefined })}
        />
        {day("fromDate", t("earnings.from"))}
        {day("toDate", t("earnings.to"))}
      </div>
    </div>
  );
}

function InPeriod({ awards }: { awards: Awards }) {
  const { t } = useTranslation();
  const number = useNumbers();
  return (
    <p className="text-sm text-mut tabular-nums">
      {t("earnings.inPeriod", { xp: signed(awards.xpInPeriod, number), silver: signed(awards.silverInPeriod, number) })}
    </p>
  );
}

interface ExportProps {
  studentId: number;
  chosen: Chosen;
}

/** Saves every entry that the filters select, not only those of the page. */
function Export({ studentId, chosen: { page: _page, perPage: _size, ...filters } }: ExportProps) {
  const { t } = useTranslation();
  const [pending, setPending] = useState(false);
  const save = async () => {
    setPending(true);
    const query = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));
    const path = `/students/${studentId}/awards/export`;
    await download({ path, query, body: {}, name: "earnings.xlsx" }).catch(showFileError);
    setPending(false);
  };
  return (
    <Button icon={FileDown} pending={pending} onClick={() => void save()}>
      {t("earnings.export")}
    </Button>
  );
}

function useNumbers(): (value: number) => string {
  const language = useLanguage();
  return (value) => formatCount(value, language);
}
