/** Parts of a student's row beside the status. */
import { useTranslation } from "react-i18next";
import { useZone } from "@/entities/access/use-zone";
import { CellMark, type CellStatus, cellLabel, cellsOf } from "@/entities/attendance/cell-mark";
import { formatDateTime } from "@/lib/dates";
import { Select } from "@/ui/popover/combobox";
import type { SheetRow } from "../state/api-types";
import { ABSENT, LATE, REASONS, type Reason, type ShownMark } from "../state/sheet-state";

export const REASON_NAMES = { 1: "onTheRoad", 2: "reasonable", 3: "withoutReason" } as const;

type ReasonChoiceProps = { name: string; now: ShownMark; disabled: boolean; onChoose: (reason: Reason) => void };

/** Reason of a late or absent mark; nothing for others. */
export function ReasonChoice({ name, now, disabled, onChoose }: ReasonChoiceProps) {
  const { t } = useTranslation();
  if (now.status !== ABSENT && now.status !== LATE) return null;
  return (
    <span data-reason className="contents">
      <Select
        label={`${t("attendance.columns.reason")}, ${name}`}
        value={now.reason ?? undefined}
        onChange={(reason) => reason && onChoose(reason)}
        disabled={disabled}
        options={REASONS.map((reason) => ({
          value: reason,
          label: t(`attendance.reasons.${REASON_NAMES[reason]}`),
          hint: String(reason),
        }))}
        className="sm:w-[140px] sm:[&>button]:h-[30px]!"
      />
    </span>
  );
}

/** Six lessons where the table has room; else the newest three are visible, and all are announced. */
export const WITH_SIX = "@max-[820px]:hidden";
export const WITHOUT_SIX = "@min-[820px]:hidden";
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
  const words = last.map(cellLabel).join(", ");
  return (
    <span className="flex gap-[3px]">
      <span className="sr-only">{words || "—"}</span>
      {last.map((status, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lessons stand in their order
        <span key={index} className={gives && index < last.length - FEW ? WITH_SIX : ""}>
          <CellMark status={status} />
        </span>
      ))}
    </span>
  );
}

/** Below the name: the id, preceded by a conflicting mark, or by who marked and the first mark (D-47). */
export function RowDetail({ row, conflicting }: { row: SheetRow; conflicting: boolean }) {
  const { t } = useTranslation();
  const zone = useZone();
  if (conflicting) {
    return (
      <b className="font-[550] text-warn">
        {t("attendance.othersSay", { status: cellLabel(row.status as CellStatus) })}
      </b>
    );
  }
  const { byOffice, first, markedBy, markedAt } = row;
  const words = [
    byOffice ? t("attendance.byOffice") : null,
    first ? t("attendance.first", { status: cellLabel(first.status as CellStatus) }) : null,
  ].filter(Boolean);
  if (words.length === 0) return row.hId;
  const who = [markedBy, markedAt && formatDateTime(markedAt, zone)].filter(Boolean).join(", ");
  const before = first && [first.by, formatDateTime(first.at, zone)].filter(Boolean).join(", ");
  return (
    <span title={[who, before && `${words.at(-1)} (${before})`].filter(Boolean).join("\n")}>{words.join(" · ")}</span>
  );
}
