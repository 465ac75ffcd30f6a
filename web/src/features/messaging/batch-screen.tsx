/** One text sent to many: progress, and the delivery of each message. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import type { Answer } from "@/api/request";
import { useRead } from "@/api/use-read";
import { useSession } from "@/entities/access/session";
import { SmsState } from "@/entities/messaging/sms-history";
import { PAGE_OF } from "@/entities/people/bulk/bulk-operation";
import { formatPhone } from "@/lib/format/phone";
import { Button } from "@/ui/controls/button";
import { Page } from "@/ui/display/page";
import { Loaded } from "@/ui/feedback/loaded";
import { ProgressBar } from "@/ui/feedback/progress";
import { Pager } from "@/ui/table/pager";

type Batch = Answer<"get", "/sms/batches/{id}">;
type Status = Batch["rows"][number]["status"];

const EVERY_MS = 1500;
const SOON_MS = 4000;
const LATER_MS = 15_000;
const STATUSES = ["failed", "unknown", "waiting", "sent", "delivered"] as const satisfies readonly Status[];
const onTheWay = ({ counts }: Batch) => counts.left + counts.waiting;
/** A message just handed over has an unknown result for a moment; the provider reports delivery later. */
const pace = (batch: Batch | undefined) => {
  if (!batch || onTheWay(batch) > 0) return EVERY_MS;
  if (batch.counts.unknown > 0) return SOON_MS;
  return batch.connected && batch.counts.sent > 0 ? LATER_MS : false;
};

export function BatchScreen() {
  const { t } = useTranslation();
  const { profile } = useSession();
  const id = Number(useParams().id);
  const [status, setStatus] = useState<Status | null>(null);
  const [page, setPage] = useState(1);
  const [perPage, setPerPage] = useState(20);
  const query = { page, perPage, ...(status ? { status } : {}) };
  const read = useRead("/sms/batches/{id}", { path: { id }, query }, { keepPreviousData: true, refetchInterval: pace });
  // A message that is only in the log does not count as sent.
  const statusText = (one: Status, { counts }: Batch) =>
    one === "sent" && counts.sent === counts.logged ? t("sms.loggedOnly") : t(`sms.states.${one}`);
  const show = (next: Status | null) => {
    setStatus(next);
    setPage(1);
  };
  return (
    <Page title={t("shell.studentsSms")}>
      <div className="card grid gap-5 p-5">
        <Loaded of={read}>
          {(batch) => (
            <>
              <p className="rounded-md bg-sunken px-3 py-2 text-base whitespace-pre-wrap [overflow-wrap:anywhere]">
                {batch.text}
              </p>
              {batch.counts.logged > 0 || (!batch.connected && onTheWay(batch) > 0) ? (
                <p className="rounded-md bg-warn-soft px-3 py-2 text-sm text-warn">{t("sms.notConnected")}</p>
              ) : null}
              {profile?.copy && onTheWay(batch) > 0 ? (
                <p className="rounded-md bg-warn-soft px-3 py-2 text-sm text-warn">{t("sms.heldText")}</p>
              ) : onTheWay(batch) > 0 ? (
                <div className="grid gap-1.5">
                  <ProgressBar
                    percent={((batch.count - onTheWay(batch)) * 100) / batch.count}
                    label={t("many.progress")}
                  />
                  <p className="text-sm text-ink-soft">{t("many.goesOn")}</p>
                </div>
              ) : null}
              <section className="grid gap-3" aria-label={t("many.results")}>
                <div className="flex flex-wrap gap-2">
                  {([null, ...STATUSES] as const)
                    .filter((one) => one === null || one === status || batch.counts[one] > 0)
                    .map((one) => (
                      <Button
                        key={one}
                        size="small"
                        look={one === status ? "plain" : "quiet"}
                        aria-pressed={one === status}
                        onClick={() => show(one)}
                      >
                        {one === null
                          ? t("many.smsAll", { count: batch.count })
                          : t("many.smsOf", { status: statusText(one, batch), count: batch.counts[one] })}
                      </Button>
                    ))}
                </div>
                <Rows batch={batch} />
                {batch.total > batch.rows.length ? (
                  <Pager page={page} perPage={perPage} total={batch.total} onPage={setPage} onResize={setPerPage} />
                ) : null}
              </section>
            </>
          )}
        </Loaded>
      </div>
    </Page>
  );
}

function Rows({ batch }: { batch: Batch }) {
  const { t } = useTranslation();
  if (batch.rows.length === 0) return <p className="text-base text-mut">{t("many.nobody")}</p>;
  return (
    <ul className="grid divide-y divide-line-soft rounded-lg border border-line sm:grid-cols-[minmax(0,2fr)_max-content_max-content_minmax(0,3fr)]">
      {batch.rows.map((row, place) => (
        <li
          key={row.student?.id ?? `gone-${place}`}
          className="grid items-center justify-items-start gap-x-4 gap-y-0.5 px-3 py-2 text-sm sm:col-span-4 sm:grid-cols-subgrid"
        >
          {row.student ? (
            <Link
              to={batch.entity === "teacher" ? PAGE_OF.teacher(row.student.id) : `/students/${row.student.id}?tab=sms`}
              className="font-[550] text-ink-strong hover:underline"
            >
              {row.student.name || t("kit.unknownPerson")}
            </Link>
          ) : (
            <span className="text-mut">{t("kit.unknownPerson")}</span>
          )}
          <span className="text-ink-soft tabular-nums">{formatPhone(row.phone)}</span>
          <SmsState of={row} />
          {row.problem ? <span className="text-bad">{row.problem}</span> : null}
        </li>
      ))}
    </ul>
  );
}
