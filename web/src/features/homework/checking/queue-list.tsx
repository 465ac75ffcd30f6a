/** The queue: students by deadline, with what was saved in this session. */
import { useTranslation } from "react-i18next";
import { useZone } from "@/entities/access/use-zone";
import { otherHolder } from "@/entities/homework/claim";
import { isAccepted } from "@/entities/homework/score";
import { formatDateTime } from "@/lib/dates";
import { cx } from "@/ui/cx";
import { Avatar } from "@/ui/display/avatar";
import { StatusTag } from "@/ui/display/status-tag";
import { ProgressBar } from "@/ui/feedback/progress";
import type { QueueRow } from "./api-types";
import type { CheckingState, SaveState } from "./checking-session";

type QueueProps = {
  rows: readonly QueueRow[];
  state: CheckingState;
  total: number;
  onOpen: (id: number) => void;
};

export function QueueList({ rows, state, total, onOpen }: QueueProps) {
  const { t } = useTranslation();
  const done = [...state.saves.values()].filter((save) => save.state === "saved").length;
  const all = Math.max(total + done, done);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return (
    <nav aria-label={t("checking.queue")} className="flex min-h-0 flex-col">
      <header className="px-4 pt-4 pb-3">
        <h2 className="text-base font-[650] text-ink-strong">
          {t("checking.waiting")} <span className="font-normal text-mut tabular-nums">{`${done} / ${all}`}</span>
        </h2>
        <ProgressBar percent={all ? (100 * done) / all : 0} label={t("checking.progress")} className="mt-3" />
      </header>
      <ul className="min-h-0 flex-1 overflow-y-auto py-1">
        {state.order.map((id) => {
          const row = byId.get(id);
          return row ? (
            <li key={id}>
              <QueueItem row={row} save={state.saves.get(id)} chosen={id === state.at} onOpen={onOpen} />
            </li>
          ) : null;
        })}
      </ul>
    </nav>
  );
}

type ItemProps = { row: QueueRow; save: SaveState | undefined; chosen: boolean; onOpen: (id: number) => void };

function QueueItem({ row, save, chosen, onOpen }: ItemProps) {
  const { t } = useTranslation();
  const zone = useZone();
  const at = row.handedInAt ? formatDateTime(row.handedInAt, zone) : "";
  const holder = otherHolder(row);
  const held = holder && !chosen ? t("checking.heldBy", { name: holder }) : null;
  return (
    <button
      type="button"
      data-submission={row.id}
      aria-current={chosen || undefined}
      onClick={() => onOpen(row.id)}
      className={cx(
        "flex w-full items-center gap-3 border-l-[3px] px-4 py-2 text-left max-sm:min-h-11",
        chosen ? "border-accent bg-accent-soft" : "border-transparent hover:bg-hover",
      )}
    >
      <Avatar name={row.fullName} id={row.studentId} photo={row.photo} />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-semibold text-ink-strong" title={row.fullName}>
          <bdi>{row.fullName}</bdi>
        </span>
        <span className="block truncate text-xs text-mut">
          {held ?? (row.isLate ? `${t("checking.late")} · ${at}` : at)}
        </span>
      </span>
      <SaveTag save={save} />
    </button>
  );
}

export function SaveTag({ save }: { save: SaveState | undefined }) {
  const { t } = useTranslation();
  if (!save) return null;
  if (save.state === "failed") return <StatusTag tone="warn">{t("checking.failed")}</StatusTag>;
  if (save.state === "saving") return <StatusTag tone="quiet">{save.score}</StatusTag>;
  return <StatusTag tone={isAccepted(save.score) ? "good" : "bad"}>{save.score}</StatusTag>;
}
