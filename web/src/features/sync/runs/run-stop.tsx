/** The brake that stopped a run: its numbers, what of the run stands, and taking that back (D-154). */
import { Undo2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { SyncRunCard } from "@/api/types";
import { useLanguage } from "@/i18n/use-language";
import { formatCount } from "@/lib/format/numbers";
import { Button } from "@/ui/controls/button";
import { useMayStart } from "../use-sync";
import { useRevert } from "./use-run-change";

export function RunStop({ run }: { run: SyncRunCard }) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (run.stop === null) return null;
  const { effects, accounts, limit } = run.stop;
  const counts: { words: string; count: number }[] = effects.map(({ what, count }) => ({
    words: t(`synchronisation.removals.what.${what}`),
    count,
  }));
  if (accounts > 0) counts.push({ words: t("synchronisation.stop.accounts"), count: accounts });
  return (
    <section className="grid gap-2">
      <h3 className="text-sm font-[650] text-ink-soft">{t("synchronisation.stop.title")}</h3>
      <dl className="grid gap-1 rounded-lg border border-line px-3 py-2 text-sm">
        {counts.map(({ words, count }) => (
          <div key={words} className="flex items-baseline justify-between gap-3">
            <dt className="first-letter:uppercase">{words}</dt>
            <dd className="font-[550] text-ink-strong">{formatCount(count, language)}</dd>
          </div>
        ))}
      </dl>
      <p className="text-xs text-mut">
        {t(run.reason === "tenfold" ? "synchronisation.stop.limitTenfold" : "synchronisation.stop.limit", {
          count: limit,
        })}
      </p>
      <Standing run={run} />
    </section>
  );
}

/** What the run had saved, in one line, with one press that takes it back. */
function Standing({ run }: { run: SyncRunCard }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const revert = useRevert(run.id);
  const mayStart = useMayStart();
  if (run.revertedAt !== null) return null;
  if (run.created + run.updated + run.deleted === 0) {
    return <p className="text-sm text-ink-soft">{t("synchronisation.stop.nothing")}</p>;
  }
  const counts = {
    created: formatCount(run.created, language),
    updated: formatCount(run.updated, language),
    deleted: formatCount(run.deleted, language),
  };
  return (
    <>
      <p className="text-sm text-ink-soft">{t("synchronisation.stop.stands", counts)}</p>
      {run.mayRevert && mayStart ? (
        <Button icon={Undo2} saves onClick={() => void revert()} className="justify-self-start">
          {t("synchronisation.stop.takeBack")}
        </Button>
      ) : null}
      {run.revertHint ? <p className="text-xs text-mut">{run.revertHint}</p> : null}
    </>
  );
}
