/**
 * Changes that confirming a late submission would make, by name (D-70): unusual ones at once, plain attendance on
 * demand.
 */
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import type { Today } from "@/api/types";
import { reasonLabel } from "./absentee-text";

type Sheet = NonNullable<Today["lateSheets"]>["sheets"][number];
type Change = Sheet["changes"][number];

const CELLS = { 1: "attended", 2: "absent", 3: "unmarked", 4: "late", 5: "unmarked" } as const;

const cellWords = (status: Change["was"], reason: Change["wasReason"], t: TFunction): string =>
  [t(`today.cells.${status === null ? "unmarked" : CELLS[status]}`), reasonLabel(reason, t)].filter(Boolean).join(", ");

/** A first mark of attendance: most of a class. */
const isUsual = ({ was, status }: Change): boolean => was === null && status === 1;

export function LateChanges({ sheet }: { sheet: Sheet }) {
  const { t } = useTranslation();
  const usual = sheet.changes.filter(isUsual);
  const others = sheet.changes.filter((change) => !isUsual(change));
  if (sheet.changes.length + sheet.refused.length === 0)
    return <span className="block text-sm text-mut">{t("today.lateNothing")}</span>;
  return (
    <ul className="text-sm">
      {others.map(({ studentId, fullName, was, wasReason, status, reason }) => (
        <li key={studentId} className="[overflow-wrap:anywhere]">
          {fullName}: <span className="text-mut">{cellWords(was, wasReason, t)} → </span>
          {cellWords(status, reason, t)}
        </li>
      ))}
      {sheet.refused.map(({ studentId, fullName, message }) => (
        <li key={studentId} className="[overflow-wrap:anywhere]">
          {fullName} <span className="text-bad">{message}</span>
        </li>
      ))}
      {usual.length > 0 ? (
        <li>
          <details>
            <summary className="w-fit cursor-pointer text-mut max-sm:py-2.5">
              {t("today.lateCame", { count: usual.length })}
            </summary>
            {usual.map(({ fullName }) => fullName).join(", ")}
          </details>
        </li>
      ) : null}
    </ul>
  );
}
