/** Parts of a student's row beside the status. */
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useZone } from "@/entities/access/use-zone";
import { SHOWN_FROM } from "@/entities/attendance/absence-sms/absence-sms";
import { SmsLine } from "@/entities/attendance/absence-sms/sms-line";
import { CellMark, type CellStatus, cellLabel, cellsOf } from "@/entities/attendance/cell-mark";
import { formatDateTime } from "@/lib/dates";
import { KeyHint } from "@/ui/controls/key-hint";
import { cx } from "@/ui/cx";
import { Select } from "@/ui/popover/combobox";
import type { SheetRow } from "../state/api-types";
import { ABSENT, absencesInARow, authorsOf, LATE, REASONS, type Reason, type ShownMark } from "../state/sheet-state";

export const REASON_NAMES = { 1: "onTheRoad", 2: "reasonable", 3: "withoutReason" } as const;

type ReasonChoiceProps = {
  name: string;
  now: ShownMark;
  /** The next digit is this reason. */
  awaited: boolean;
  disabled: boolean;
  onChoose: (reason: Reason) => void;
};

/** Reason of a late or absent mark; nothing for others. A default that nobody chose has a question mark (D-24). */
export function ReasonChoice({ name, now, awaited, disabled, onChoose }: ReasonChoiceProps) {
  const { t } = useTranslation();
  if (now.status !== ABSENT && now.status !== LATE) return null;
  const nameOf = (reason: Reason) => t(`attendance.reasons.${REASON_NAMES[reason]}`);
  return (
    <span
      data-reason
      data-awaited={awaited || undefined}
      title={now.usual ? t("attendance.usualReason") : undefined}
      className="relative inline-flex max-sm:flex"
    >
      <Select
        label={`${t("attendance.columns.reason")}, ${name}`}
        // Without a chosen reason the list has none ticked; the default stands in the field.
        value={now.usual ? undefined : (now.reason ?? undefined)}
        placeholder={now.usual && now.reason ? `${nameOf(now.reason)}?` : undefined}
        onChange={(reason) => reason && onChoose(reason)}
        disabled={disabled}
        options={REASONS.map((reason) => ({ value: reason, label: nameOf(reason), hint: String(reason) }))}
        className={cx(
          "sm:w-[140px] sm:[&>button]:h-[30px]!",
          now.usual && "[&>button]:border-dashed!",
          // A phone has no digits to press.
          awaited && "sm:[&>button]:border-accent! sm:[&>button]:shadow-[0_0_0_2px_var(--accent-line)]!",
        )}
      />
      {awaited ? (
        <span aria-hidden className="pointer-events-none absolute -top-2 right-1.5 max-sm:hidden">
          <KeyHint keys="1–3" />
        </span>
      ) : null}
    </span>
  );
}

/** Six lessons where the table has room; else the newest three are visible, and all are announced. */
export const WITH_SIX = "@max-[960px]:hidden";
export const WITHOUT_SIX = "@min-[960px]:hidden";
const FEW = 3;

type LastProps = {
  row: SheetRow;
  /** Three lessons where there is no room. */
  gives?: boolean;
};

/** The six lessons before, the newest at the right. */
export function LastLessons({ row, gives }: LastProps) {
  useTranslation();
  const last = cellsOf(row.last, row.outside);
  const labels = last.map(cellLabel).join(", ");
  return (
    <span className="flex gap-[3px]">
      <span className="sr-only">{labels || "—"}</span>
      {last.map((status, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lessons stand in their order
        <span key={index} className={gives && index < last.length - FEW ? WITH_SIX : ""}>
          <CellMark status={status} />
        </span>
      ))}
    </span>
  );
}

/** Those who made these marks, by name; the caller as *you, in another tab*. */
export function namesOfAuthors(rows: readonly SheetRow[], t: TFunction): string {
  const { names, mine } = authorsOf(rows);
  return [...names, ...(mine ? [t("attendance.others.you")] : [])].join(", ") || t("attendance.others.somebody");
}

type RowDetailProps = { row: SheetRow; now: ShownMark; conflicting: boolean; history: string | null };

/** Below the name: the id; in its place a conflicting mark, one sent late, or a correction with the first mark (D-47). */
export function RowDetail({ row, now, conflicting, history }: RowDetailProps) {
  const { t } = useTranslation();
  const zone = useZone();
  if (conflicting) {
    return (
      <b className="font-[550] text-warn">
        {t("attendance.othersSay", { status: cellLabel(row.status as CellStatus), who: namesOfAuthors([row], t) })}
      </b>
    );
  }
  const { byOffice, first, markedBy, markedAt } = row;
  const labels = [
    byOffice ? t("attendance.byOffice") : null,
    first ? t("attendance.first", { status: firstMarkText(first, t) }) : null,
    row.waiting ? t("attendance.waits") : null,
  ].filter(Boolean);
  const absence = <AbsenceFacts row={row} now={now} />;
  if (labels.length === 0) {
    return (
      <span className="whitespace-normal">
        {row.hId}
        {absence}
      </span>
    );
  }
  const who = [markedBy, markedAt && formatDateTime(markedAt, zone)].filter(Boolean).join(", ");
  const before =
    first && `${t("attendance.first", { status: firstMarkText(first, t) })}, ${formatDateTime(first.at, zone)}`;
  return (
    <span className="whitespace-normal" title={[who, before].filter(Boolean).join("\n")}>
      {labels.join(" · ")}
      {first && history ? (
        <>
          {" · "}
          <Link to={history} className="underline hover:text-ink max-sm:inline-block max-sm:min-h-11">
            {t("attendance.history")}
          </Link>
        </>
      ) : null}
      {absence}
    </span>
  );
}

/** The third absence in a row and further ones, and what became of the message about this one (D-158). */
function AbsenceFacts({ row, now }: Pick<RowDetailProps, "row" | "now">) {
  const { t } = useTranslation();
  const count = absencesInARow(row, now);
  return (
    <>
      {count >= SHOWN_FROM ? (
        <>
          {" · "}
          <b className="font-[550] text-bad">{t("absences.inARow", { count })}</b>
        </>
      ) : null}
      {row.sms ? (
        <>
          {" · "}
          <SmsLine sms={row.sms} />
        </>
      ) : null}
    </>
  );
}

/** The first mark: its status, its reason, and who made it. */
function firstMarkText(first: NonNullable<SheetRow["first"]>, t: TFunction): string {
  const reason = first.reason === null ? null : t(`attendance.reasons.${REASON_NAMES[first.reason]}`).toLowerCase();
  const value = [cellLabel(first.status as CellStatus), reason].filter(Boolean).join(", ");
  return first.by ? `${value} (${first.by})` : value;
}
