/** People whom a bulk operation left out, with the reason; or all of them. */
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { invalidate } from "@/api/cache";
import { useRead } from "@/api/use-read";
import { type BulkOperation, type BulkResult, PAGE_OF } from "@/entities/people/bulk/bulk-operation";
import { Button } from "@/ui/controls/button";
import { copyText } from "@/ui/controls/copy-button";
import { Loaded } from "@/ui/feedback/loaded";
import { showDone, showError } from "@/ui/feedback/toast";
import { Pager } from "@/ui/table/pager";

export function BulkResults({ act }: { act: BulkOperation }) {
  const { t } = useTranslation();
  const [outcome, setOutcome] = useState<"refused" | "done">(act.refused > 0 ? "refused" : "done");
  const [page, setPage] = useState(1);
  const [perPage, setPerPage] = useState(20);
  const query = { outcome, page, perPage };
  const read = useRead("/students/bulk/{id}/results", { path: { id: act.id }, query }, { keepPreviousData: true });
  const ended = act.done + act.refused;
  useEffect(() => {
    if (ended > 0) void invalidate("/students/bulk/{id}/results");
  }, [ended]);
  const show = (next: "refused" | "done") => {
    setOutcome(next);
    setPage(1);
  };
  const nameOf = (result: BulkResult) => result.student?.name ?? t("many.unseen", { id: result.studentId });
  const copy = (results: readonly BulkResult[]) =>
    copyText(
      results.map((one) => [one.studentId, nameOf(one), one.login ?? one.message ?? ""].join("\t")).join("\n"),
    ).then(() => showDone(t("kit.copied")), showError);
  return (
    <section className="grid gap-3" aria-label={t("many.results")}>
      <div className="flex flex-wrap gap-2">
        {(["refused", "done"] as const).map((one) => (
          <Button
            key={one}
            size="small"
            look={one === outcome ? "plain" : "quiet"}
            aria-pressed={one === outcome}
            onClick={() => show(one)}
          >
            {t(`many.show.${one}`, { count: act[one] })}
          </Button>
        ))}
      </div>
      <Loaded of={read}>
        {({ results, total }) =>
          total === 0 ? (
            <p className="text-base text-mut">{t("many.nobody")}</p>
          ) : (
            <>
              <ul className="divide-y divide-line-soft rounded-lg border border-line">
                {results.map((result) => (
                  <li
                    key={result.studentId}
                    className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 px-3 py-2 text-sm"
                  >
                    {result.student ? (
                      <Link
                        to={PAGE_OF[act.entity](result.studentId)}
                        className="font-[550] text-ink-strong hover:underline"
                      >
                        {nameOf(result)}
                      </Link>
                    ) : (
                      <span className="text-ink-soft">{nameOf(result)}</span>
                    )}
                    {result.login ? <span className="font-mono text-ink">{result.login}</span> : null}
                    {result.message ? <span className="text-ink-soft">{result.message}</span> : null}
                  </li>
                ))}
              </ul>
              <div className="flex flex-wrap items-center gap-2">
                <Button size="small" onClick={() => void copy(results)}>
                  {t("many.copyText")}
                </Button>
              </div>
              {total > results.length ? (
                <Pager page={page} perPage={perPage} total={total} onPage={setPage} onResize={setPerPage} />
              ) : null}
            </>
          )
        }
      </Loaded>
    </section>
  );
}
