/** Moves of one order: shown at once, sent one after another, undone for six seconds (D-103). */
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { cache } from "@/api/cache";
import { ApiError } from "@/api/errors";
import type { Outcome } from "@/api/request";
import { showError, showUndo, showWarning } from "@/ui/feedback/toast";
import type { Move } from "./order-model";

export interface OrderMovesOptions<D, O> {
  /** The read that shows the order, as `keyOf` names it. */
  queryKey: readonly unknown[];
  data: D | undefined;
  versionOf: (data: D) => number;
  /** Sends one move; throws what the server rejects. */
  send: (move: Move, version: number) => Promise<Outcome<O>>;
  /** The data as a move not answered yet leaves it. */
  apply: (data: D, move: Move) => D;
  /** The data in the server's order: the answer to a move, or what a stale one is rejected with. */
  settle: (data: D, order: O) => D;
  /** A number as it is shown; by default itself. */
  label?: (number: number) => string;
  onDone?: () => void;
}

export interface OrderMoves<D> {
  /** The data with the moves that are under way. */
  shown: D | undefined;
  move: (move: Move) => void;
}

/** Moves of an order; a stale version shows the present order and says what happened. */
export function useOrderMoves<D, O>(options: OrderMovesOptions<D, O>): OrderMoves<D> {
  const { t } = useTranslation();
  const [pending, setPending] = useState<readonly Move[]>([]);
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const { queryKey, data, apply } = options;

  const settle = (order: O) =>
    cache.setQueryData<Outcome<D>>(queryKey, (before) =>
      before?.data === undefined ? before : { forbidden: false, data: latest.current.settle(before.data, order) },
    );
  const fail = (error: unknown, move: Move) => {
    if (error instanceof ApiError && error.status === 409 && error.current != null) {
      settle(error.current as O);
      showWarning(t("order.stale", { name: move.name }));
      return;
    }
    showError(error);
    void cache.invalidateQueries({ queryKey });
  };
  const send = async (move: Move, undoes: boolean) => {
    try {
      // A read that was asked for before the move would show the order before it.
      await cache.cancelQueries({ queryKey });
      const now = cache.getQueryData<Outcome<D>>(queryKey)?.data;
      if (now === undefined) return;
      const outcome = await latest.current.send(move, latest.current.versionOf(now));
      if (outcome.forbidden) return fail(outcome.refusal, move);
      settle(outcome.data);
      latest.current.onDone?.();
      if (!undoes) offerUndo(move);
    } catch (error) {
      fail(error, move);
    } finally {
      setPending((moves) => moves.filter((one) => one !== move));
    }
  };
  const enqueue = (move: Move, undoes: boolean) => {
    setPending((moves) => [...moves, move]);
    queue.current = queue.current.then(() => send(move, undoes));
  };
  const offerUndo = ({ name, from, to, fromNumber, toNumber, ...rest }: Move) => {
    const { label = String } = latest.current;
    const renumbered = fromNumber !== null && toNumber !== null && fromNumber !== toNumber;
    const text = renumbered
      ? t("order.savedNumbers", { from: label(fromNumber), to: label(toNumber) })
      : t("order.saved", { name });
    const back = { ...rest, name, from: to, to: from, fromNumber: toNumber, toNumber: fromNumber };
    showUndo(text, () => enqueue(back, true));
  };
  return {
    shown: data === undefined ? undefined : pending.reduce(apply, data),
    move: (move) => enqueue(move, false),
  };
}
