/** Legend of the cells' signs. */
import { useTranslation } from "react-i18next";
import { CellMark, type CellStatus, cellLabel } from "@/entities/attendance/cell-mark";

const SHOWN: CellStatus[] = [1, 4, 2, 3, 5, "outside", null];

export function CellLegend() {
  const { t } = useTranslation();
  return (
    <ul
      aria-label={t("attendance.grid.legend")}
      className="flex flex-wrap items-center gap-x-4 gap-y-1.5 text-xs text-mut"
    >
      {SHOWN.map((status) => (
        <li key={status} className="flex items-center gap-1.5">
          <CellMark status={status} />
          {cellLabel(status)}
        </li>
      ))}
    </ul>
  );
}
