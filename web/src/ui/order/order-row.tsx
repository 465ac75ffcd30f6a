/** A row of an order, its handle, and the gap where the lifted row would be. */
import { type DraggableSyntheticListeners, useDraggable, useDroppable } from "@dnd-kit/core";
import { GripVertical } from "lucide-react";
import { createContext, type HTMLAttributes, type KeyboardEvent, useContext, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useOnline } from "@/lib/online";
import { cx } from "@/ui/cx";
import { Tooltip } from "@/ui/popover/tooltip";
import { FloatingRow } from "./floating-row";
import { type Board, type DropData, handleKey, orderOf, useBoard } from "./order-context";
import { itemOf, samePlace } from "./order-model";

type Row = {
  of: string;
  id: number;
  listeners: DraggableSyntheticListeners;
  activator: (node: HTMLElement | null) => void;
};
const RowContext = createContext<Row | null>(null);

type OrderRowProps = Omit<HTMLAttributes<HTMLLIElement>, "id"> & { of: string; lane: number; id: number };

/** A list item that can be moved and dropped on; hatched while it is lifted. */
export function OrderRow({ of, lane, id, className, children, ...rest }: OrderRowProps) {
  const board = useBoard();
  const key = handleKey(of, id);
  const locked = orderOf(board, of).locked !== undefined;
  const drag = useDraggable({ id: `drag ${key}`, data: { of, id }, disabled: locked });
  const drop = useDroppable({ id: `row ${key}`, data: { of, kind: "row", lane, id } satisfies DropData });
  const lifted = board.lift?.of === of && board.lift.id === id;
  return (
    <>
      <RowContext.Provider value={{ of, id, listeners: drag.listeners, activator: drag.setActivatorNodeRef }}>
        <li
          {...rest}
          ref={(node) => {
            drag.setNodeRef(node);
            drop.setNodeRef(node);
          }}
          data-order-row={key}
          data-lifted={lifted || undefined}
          className={cx(className, lifted && "hatched [--hatch:var(--line-soft)] [&>*]:opacity-40")}
        >
          {children}
        </li>
      </RowContext.Provider>
      <Gap of={of} lane={lane} after={id} />
    </>
  );
}

type LaneSlotProps = {
  of: string;
  lane: number;
  /** The lane's rows are not rendered: the gap stands for any place in it. */
  closed?: boolean;
};

/** The beginning of a lane's list: the gap where the lifted row would be the first. */
export const LaneSlot = ({ of, lane, closed = false }: LaneSlotProps) => (
  <Gap of={of} lane={lane} after={closed ? "anywhere" : null} />
);

type GapProps = { of: string; lane: number; after: number | null | "anywhere" };

function Gap({ of, lane, after }: GapProps) {
  const { lift, move } = useBoard();
  const own = useRef<HTMLLIElement>(null);
  const here = lift?.of === of && lift.place.lane === lane && (after === "anywhere" || lift.place.after === after);
  const open = here && move !== null && !samePlace(move.from, move.to);
  const keys = open && lift.by === "keys";
  useEffect(() => {
    if (keys) own.current?.scrollIntoView({ block: "nearest" });
  }, [keys]);
  if (!open) return null;
  return (
    <li ref={own} aria-hidden data-order-gap className="relative min-h-11 bg-accent-soft px-6 py-1">
      <span className="absolute inset-x-0 -top-px ml-2 h-0.5 bg-accent" />
      <span className="absolute -top-[5px] left-1 size-2.5 rounded-full border-2 border-accent bg-surface" />
      {keys ? <FloatingRow /> : null}
    </li>
  );
}

const KEYS: Record<string, (board: Board, alt: boolean) => void> = {
  " ": (board) => board.drop(),
  Enter: (board) => board.drop(),
  Escape: (board) => board.cancel(),
  ArrowUp: (board, alt) => (alt ? board.stepLane(-1) : board.step(-1)),
  ArrowDown: (board, alt) => (alt ? board.stepLane(1) : board.step(1)),
};

/** Lifts its row: dragged by mouse or finger, or by Space and moved by the arrows. */
export function OrderHandle({ className }: { className?: string }) {
  const { t } = useTranslation();
  const online = useOnline();
  const board = useBoard();
  const row = useContext(RowContext);
  if (!row) throw new Error("a handle stands outside of its OrderRow");
  const order = orderOf(board, row.of);
  const why = order.locked ?? (online ? undefined : t("errors.noInternet"));
  const lifted = board.lift?.of === row.of && board.lift.id === row.id;
  const byKeys = lifted && board.lift?.by === "keys";
  const onKeyDown = (event: KeyboardEvent) => {
    const act = byKeys ? KEYS[event.key] : event.key === " " || event.key === "Enter" ? liftIt : undefined;
    if (!act || why !== undefined) return;
    event.preventDefault();
    // Neither a shortcut of the page nor a table behind hears the key.
    event.stopPropagation();
    act(board, event.altKey);
  };
  const liftIt = () => board.liftByKeys(row.of, row.id);
  return (
    <Tooltip text={why} off={why === undefined}>
      <button
        ref={row.activator}
        type="button"
        data-order-handle={handleKey(row.of, row.id)}
        aria-label={t("order.handle", { name: itemOf(order.lanes, row.id)?.name ?? "" })}
        aria-describedby={board.keysId}
        aria-pressed={byKeys}
        aria-disabled={why !== undefined || undefined}
        {...(why === undefined ? row.listeners : {})}
        onKeyDown={onKeyDown}
        onBlur={() => byKeys && board.cancel()}
        className={cx(
          "grid h-full min-h-8 w-7 shrink-0 touch-none focus-visible:-outline-offset-2 place-items-center rounded text-line-strong hover:text-ink focus-visible:text-ink max-sm:size-11",
          why === undefined ? "cursor-grab active:cursor-grabbing" : "opacity-50",
          className,
        )}
      >
        <GripVertical aria-hidden size={15} />
      </button>
    </Tooltip>
  );
}
