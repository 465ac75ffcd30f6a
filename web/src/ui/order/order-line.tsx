/** The one line below an order: what dropping now would change, or what was done; announced to screen readers. */
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { KeyHint } from "@/ui/controls/key-hint";
import { placeName } from "./order-board";
import { type Board, useBoard } from "./order-context";
import { samePlace } from "./order-model";

/** `idle` is shown while nothing is lifted. */
export function OrderLine({ idle }: { idle?: string }) {
  const { t } = useTranslation();
  const board = useBoard();
  const text = lineOf(board, t) || board.outcome;
  return (
    <div
      data-order-line
      // Nothing to show: it takes no place, and still announces what comes.
      className={
        text || idle
          ? "sticky bottom-0 z-10 rounded-b-xl border-t border-line bg-sunken px-3 py-2 text-xs text-ink-soft"
          : "sr-only"
      }
    >
      <p role="status">{text}</p>
      {text ? null : <p>{idle}</p>}
    </div>
  );
}

function lineOf(board: Board, t: TFunction): string {
  const { lift, move } = board;
  const order = lift && board.orders[lift.of];
  if (!lift || !order || !move) return "";
  if (samePlace(move.from, move.to)) return t("order.lifted", { name: move.name });
  const place = placeName(order, move.to, t);
  return t("order.ifDropped", { place, consequence: order.consequenceOf(move) });
}

/** The keys of the board, for the eye. */
export function OrderKeys({ lanes }: { lanes?: string }) {
  const { t } = useTranslation();
  return (
    <dl className="flex flex-wrap gap-x-5 gap-y-2 text-xs text-mut max-sm:hidden [&>div]:flex [&>div]:items-center [&>div]:gap-1.5">
      <KeysOf keys={["Space"]} does={t("order.key.lift")} />
      <KeysOf keys={["ArrowUp", "ArrowDown"]} does={t("order.key.step")} />
      {lanes ? <KeysOf keys={["Alt+ArrowUp", "Alt+ArrowDown"]} does={lanes} /> : null}
      <KeysOf keys={["Enter"]} does={t("order.key.drop")} />
      <KeysOf keys={["Escape"]} does={t("order.key.cancel")} />
    </dl>
  );
}

function KeysOf({ keys, does }: { keys: readonly string[]; does: string }) {
  return (
    <div>
      <dt className="flex gap-1">
        {keys.map((one) => (
          <KeyHint key={one} keys={one} />
        ))}
      </dt>
      <dd>{does}</dd>
    </div>
  );
}
