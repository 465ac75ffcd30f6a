/** The participants beside the work: what waits is marked, checked work has its score. */
import { useTranslation } from "react-i18next";
import { useZone } from "@/entities/access/use-zone";
import { RESULT_TONES } from "@/entities/exams/exam-result";
import { otherHolder } from "@/entities/homework/claim";
import { formatDateTime } from "@/lib/dates";
import { cx } from "@/ui/cx";
import { Avatar } from "@/ui/display/avatar";
import { StatusTag } from "@/ui/display/status-tag";
import { ProgressBar } from "@/ui/feedback/progress";
import { type WorkRow, waits } from "../exam-paths";

type ListProps = { rows: readonly WorkRow[]; at: number; onOpen: (work: WorkRow) => void };

export function ParticipantList({ rows, at, onOpen }: ListProps) {
  const { t } = useTranslation();
  const zone = useZone();
  const handedIn = rows.filter(({ attempts }) => attempts > 0);
  const done = handedIn.filter((work) => !waits(work)).length;
  return (
    <nav aria-label={t("exams.participants")}>
      <header className="px-4 pt-4 pb-3">
        <h2 className="text-base font-[650] text-ink-strong">
          {t("exams.checkedWork")}{" "}
          <span className="font-normal text-mut tabular-nums">{`${done} / ${handedIn.length}`}</span>
        </h2>
        <ProgressBar
          percent={handedIn.length ? (100 * done) / handedIn.length : 0}
          label={t("checking.progress")}
          className="mt-3"
        />
      </header>
      <ul className="py-1">
        {rows.map((work) => (
          <li key={work.id}>
            <button
              type="button"
              aria-current={work.id === at || undefined}
              onClick={() => onOpen(work)}
              className={cx(
                "flex min-h-14 w-full items-center gap-3 px-4 py-2 text-left hover:bg-hover",
                work.id === at && "bg-accent-soft",
              )}
            >
              <Avatar name={work.fullName} id={work.studentId} photo={work.photo} />
              <span className="min-w-0 flex-1">
                <span className="line-clamp-2 font-[550] text-ink-strong">{work.fullName}</span>
                <span className="block truncate text-xs text-mut">
                  {otherHolder(work)
                    ? t("exams.openedBy", { name: otherHolder(work) ?? "" })
                    : work.handedInAt
                      ? formatDateTime(work.handedInAt, zone)
                      : t("exams.nothingHandedIn")}
                </span>
              </span>
              <Score work={work} />
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Score({ work }: { work: WorkRow }) {
  return work.result ? <StatusTag tone={RESULT_TONES[work.result]}>{work.score ?? "—"}</StatusTag> : null;
}
