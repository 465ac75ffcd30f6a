/** Late submissions of teachers: confirmed or rejected, one or all (D-70). */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Today } from "@/api/types";
import { useChange } from "@/api/use-change";
import { useZone } from "@/entities/access/use-zone";
import { formatDate, formatDateTime } from "@/lib/dates";
import { Button } from "@/ui/controls/button";
import { ConfirmDialog } from "@/ui/dialog/confirm-dialog";
import { showDone, showInfo } from "@/ui/feedback/toast";
import { markAddress } from "./addresses";
import { LateChanges } from "./late-changes";
import { Row, Rows, Section } from "./section";

type Late = NonNullable<Today["lateSheets"]>;

export function LateSheets({ late, audience }: { late: Late; audience: Today["audience"] }) {
  const { t } = useTranslation();
  const [refusing, setRefusing] = useState(false);
  const { decide, pending } = useDecision();
  if (late.total === 0) return null;
  const all =
    late.decides && late.total > 1 ? (
      <>
        <Button size="small" saves disabled={pending} onClick={() => setRefusing(true)}>
          {t("today.refuseAll")}
        </Button>
        <Button size="small" saves disabled={pending} onClick={() => void decide([], true)}>
          {t("today.confirmAll")}
        </Button>
      </>
    ) : null;
  return (
    <Section
      title={t(late.decides ? "today.lateSheets" : "today.lateWaiting")}
      total={late.total}
      shown={late.sheets.length}
      actions={all}
    >
      <Rows>
        {late.sheets.map((sheet) => (
          <LateSheet
            key={sheet.id}
            sheet={sheet}
            audience={audience}
            pending={pending}
            {...(late.decides ? { decide } : {})}
          />
        ))}
      </Rows>
      <ConfirmDialog
        open={refusing}
        title={t("today.refuseAllTitle")}
        text={t("today.refuseAllText", { total: late.total })}
        confirm={t("today.refuseAll")}
        danger
        onClose={() => setRefusing(false)}
        onConfirm={() => {
          setRefusing(false);
          void decide([], false);
        }}
      />
    </Section>
  );
}

type Decide = (ids: number[], confirm: boolean) => Promise<void>;

function useDecision(): { decide: Decide; pending: boolean } {
  const { t } = useTranslation();
  const deciding = useChange("post", "/attendance/late/decide", { invalidates: ["/today"] });
  const decide: Decide = async (ids, confirm) => {
    const answer = await deciding.run({ body: { ids, confirm } });
    if (!answer) return;
    const count = answer.decided.length;
    showDone(t(confirm ? "today.confirmed" : "today.refusedSheets", { count }));
    const refused = answer.decided.flatMap((one) => one.refused);
    if (refused.length > 0) showInfo(refused.map((one) => `${one.fullName}: ${one.message}`).join("\n"));
  };
  return { decide, pending: deciding.pending };
}

interface LateSheetProps {
  sheet: Late["sheets"][number];
  audience: Today["audience"];
  /** undefined: the reader waits for the office. */
  decide?: Decide;
  pending: boolean;
}

function LateSheet({ sheet, audience, decide, pending }: LateSheetProps) {
  const { t } = useTranslation();
  const zone = useZone();
  const { id, lessonId, group, staffId, scheduleId, date, beginTime, attended, late, absent, sentBy, sentAt } = sheet;
  const name = `${group.name}, ${formatDate(date)} ${beginTime}`;
  const buttons = (decide ? [false, true] : []).map((confirm) => {
    const label = t(confirm ? "today.confirm" : "today.refuse");
    return (
      <Button
        key={label}
        size="small"
        look={confirm ? "plain" : "quiet"}
        saves
        disabled={pending}
        aria-label={`${label}: ${name}`}
        onClick={() => void decide?.([id], confirm)}
      >
        {label}
      </Button>
    );
  });
  return (
    <Row>
      <Link
        to={markAddress({ id: lessonId, groupId: group.id, staffId, scheduleId, date }, audience)}
        className="font-[550] text-ink-strong hover:text-accent-ink hover:underline"
      >
        {name}
      </Link>
      <span className="block text-sm">{t("today.lateSheetFacts", { attended, late, absent })}</span>
      <LateChanges sheet={sheet} />
      <span className="block text-xs text-mut">
        {t("today.lateSentBy", { name: sentBy, when: formatDateTime(sentAt, zone) })}
      </span>
      {decide ? <span className="mt-2 flex flex-wrap gap-2">{buttons}</span> : null}
    </Row>
  );
}
