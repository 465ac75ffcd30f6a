/** The caller's broadcasts, newest first, with the results of each. */
import { Send } from "lucide-react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Answer } from "@/api/request";
import { useSession } from "@/entities/access/session";
import { useZone } from "@/entities/access/use-zone";
import type { TextKey } from "@/i18n/texts";
import { useLanguage } from "@/i18n/use-language";
import { formatDate, formatDateTime } from "@/lib/dates";
import { formatCount } from "@/lib/format/numbers";
import { buttonClass } from "@/ui/controls/button";
import { StatusTag, type Tone } from "@/ui/display/status-tag";
import type { ListRules } from "@/ui/list/list-address";
import { ListScreen } from "@/ui/list/list-screen";
import { CardBody } from "@/ui/table/cards";
import type { Column } from "@/ui/table/columns";

type Batch = Answer<"get", "/sms/batches">["batches"][number];

const RULES: ListRules = { name: "smsBatches", order: "DESC", filters: [] };
const SOON_MS = 4000;
const isUnderWay = ({ counts }: Batch) => counts.left + counts.waiting > 0;

export function BatchesScreen() {
  const { t } = useTranslation();
  const zone = useZone();
  return (
    <ListScreen
      title={t("shell.smsBatches")}
      rules={RULES}
      path="/sms/batches"
      rowsOf={(answer) => answer.batches}
      rowId={(batch) => batch.id}
      rowName={(batch) => batch.text}
      columns={useBatchColumns()}
      filters={[]}
      searchLabel={t("sms.columnText")}
      href={(id) => `/students/sms/${id}`}
      refetchInterval={(answer) => (answer?.batches.some(isUnderWay) ? SOON_MS : false)}
      card={(batch) => (
        <CardBody
          title={batch.text}
          line={`${formatDate(batch.createdAt, zone)} · ${t("sms.recipients", { count: batch.count })}`}
          aside={<Outcome of={batch} failures />}
        />
      )}
      empty={{
        title: t("sms.batchesEmpty"),
        text: t("sms.batchesEmptyText"),
        action: (
          <Link to="/students" className={buttonClass("plain")}>
            <Send aria-hidden strokeWidth={1.8} />
            {t("sms.chooseRecipients")}
          </Link>
        ),
      }}
    />
  );
}

function useBatchColumns(): readonly Column<Batch>[] {
  const { t } = useTranslation();
  const zone = useZone();
  const language = useLanguage();
  return useMemo(() => {
    const number = (value: number) => (
      <span className={value ? undefined : "text-mut"}>{formatCount(value, language)}</span>
    );
    return [
      {
        id: "text",
        header: t("sms.columnText"),
        fixed: true,
        grows: true,
        cell: (batch) => (
          <span title={batch.text} className="block truncate">
            {batch.text}
          </span>
        ),
      },
      {
        id: "createdAt",
        header: t("sms.createdAt"),
        sort: true,
        cell: (batch) => formatDateTime(batch.createdAt, zone),
      },
      { id: "outcome", header: t("sms.outcome"), cell: (batch) => <Outcome of={batch} /> },
      { id: "count", header: t("sms.columnRecipients"), align: "right", cell: (batch) => number(batch.count) },
      {
        id: "sent",
        header: t("sms.states.sent"),
        align: "right",
        cell: ({ counts }) => number(counts.sent - counts.logged + counts.delivered),
      },
      {
        id: "delivered",
        header: t("sms.states.delivered"),
        align: "right",
        cell: ({ counts }) => number(counts.delivered),
      },
      {
        id: "failed",
        header: t("sms.states.failed"),
        align: "right",
        cell: ({ counts }) => number(counts.failed),
      },
    ];
  }, [t, zone, language]);
}

/** What the sender should know first: still going out, reached nobody, some not delivered, or all right. */
function Outcome({ of: batch, failures }: { of: Batch; failures?: boolean }) {
  const { t } = useTranslation();
  const { profile } = useSession();
  const [tone, text] = outcomeOf(batch, Boolean(profile?.copy));
  const { failed } = batch.counts;
  return (
    <span className="flex flex-wrap items-center gap-1">
      <StatusTag tone={tone}>{t(text)}</StatusTag>
      {failures && failed > 0 && text !== "sms.outcomes.failures" ? (
        <StatusTag tone="bad">{`${t("sms.states.failed")}: ${failed}`}</StatusTag>
      ) : null}
    </span>
  );
}

/** On a copy nothing goes out until it goes live (D-159). */
function outcomeOf(batch: Batch, copy: boolean): readonly [Tone, TextKey] {
  const { counts } = batch;
  if (isUnderWay(batch)) return copy ? ["warn", "sms.outcomes.held"] : ["info", "sms.outcomes.underWay"];
  if (counts.logged > 0) return ["warn", "sms.outcomes.logged"];
  if (counts.failed > 0) return ["bad", "sms.outcomes.failures"];
  if (counts.unknown > 0) return ["warn", "sms.outcomes.unknown"];
  return counts.sent > 0 ? ["info", "sms.outcomes.sent"] : ["good", "sms.outcomes.delivered"];
}
