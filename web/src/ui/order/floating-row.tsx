/** The lifted row in the hand, with its numbers before and after. */
import { GripVertical } from "lucide-react";
import { useBoard } from "./order-context";

export function FloatingRow() {
  const { lift, move, orders } = useBoard();
  const order = lift && orders[lift.of];
  if (!lift || !order) return null;
  const { fromNumber, toNumber } = move ?? {};
  const label = order.label ?? String;
  const changes = fromNumber != null && toNumber != null && fromNumber !== toNumber;
  return (
    <div
      data-order-floating
      className="pointer-events-none relative flex min-h-9 items-center gap-2 rounded-lg border border-focus bg-surface pr-3 text-sm shadow-float"
    >
      <GripVertical aria-hidden size={15} className="ml-1.5 shrink-0 text-accent-ink" />
      <span className="min-w-0">{order.floating(lift.id)}</span>
      {changes ? (
        <span className="shrink-0 rounded-full bg-accent px-2 text-[11px] leading-[18px] font-semibold whitespace-nowrap text-on-accent">
          {label(fromNumber)} → {label(toNumber)}
        </span>
      ) : null}
    </div>
  );
}
