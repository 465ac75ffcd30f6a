import { QueryClientProvider } from "@tanstack/react-query";
import { act, render } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { cache, keyOf } from "@/api/cache";
import { ApiError } from "@/api/errors";
import type { Outcome } from "@/api/request";
import { loadNamespaces, switchLanguage } from "@/i18n/texts";
import { waitForIdle } from "@/testing/clock";
import { type Lane, type Move, moved, moveTo } from "./order-model";
import { type OrderMoves, useOrderMoves } from "./use-order-moves";

interface Topics {
  lanes: readonly Lane[];
  version: number;
}

const KEY = keyOf("/curriculum", { query: { courseId: 1 } });
const lane = (...ids: number[]): Lane => ({
  id: 1,
  name: "1-oy",
  items: ids.map((id) => ({ id, name: `Mavzu ${id}` })),
});
const topics = (version: number, ...ids: number[]): Topics => ({ lanes: [lane(...ids)], version });

/** The calls made, each answered by the test. */
let sent: { version: number; id: number; answer: (outcome: Outcome<Topics>) => void; fail: (error: unknown) => void }[];
let moves: OrderMoves<Topics>;

function Screen() {
  const data = cache.getQueryData<Outcome<Topics>>(KEY)?.data;
  moves = useOrderMoves<Topics, Topics>({
    queryKey: KEY,
    data,
    versionOf: ({ version }) => version,
    send: ({ id }, version) => new Promise((answer, fail) => sent.push({ version, id, answer, fail })),
    apply: (before, { id, to }) => ({ ...before, lanes: moved(before.lanes, id, to) }),
    settle: (_, order) => order,
  });
  return null;
}

const shown = () => moves.shown?.lanes[0]?.items.map(({ id }) => id);
const first = (id: number): Move => moveTo(moves.shown?.lanes ?? [], id, { lane: 1, after: null }, "all") as Move;
const move = async (id: number) => {
  await act(async () => moves.move(first(id)));
  await waitForIdle();
};
const answer = async (at: number, order: Topics) => {
  await act(async () => sent[at]?.answer({ forbidden: false, data: order }));
  await waitForIdle();
};

beforeEach(async () => {
  await switchLanguage("uz");
  await loadNamespaces(["order"]);
  sent = [];
  cache.clear();
  cache.setQueryData<Outcome<Topics>>(KEY, { forbidden: false, data: topics(1, 1, 2, 3) });
  render(
    <QueryClientProvider client={cache}>
      <Screen />
    </QueryClientProvider>,
  );
});

describe("moves of an order (D-103)", () => {
  it("are shown at once, and sent one after another, each with the version that the one before gave", async () => {
    await move(3);
    expect(shown()).toEqual([3, 1, 2]);
    await move(2);
    expect(shown()).toEqual([2, 3, 1]);
    expect(sent.map(({ id, version }) => [id, version])).toEqual([[3, 1]]);
    await answer(0, topics(2, 3, 1, 2));
    // The second one is not answered yet, and stays where it was put.
    expect(shown()).toEqual([2, 3, 1]);
    expect(sent.map(({ id, version }) => [id, version])).toEqual([
      [3, 1],
      [2, 2],
    ]);
    await answer(1, topics(3, 2, 3, 1));
    expect(shown()).toEqual([2, 3, 1]);
    expect(cache.getQueryData<Outcome<Topics>>(KEY)?.data?.version).toBe(3);
  });

  it("of a stale version show the present order", async () => {
    await move(3);
    const current = topics(7, 2, 1, 3);
    await act(async () => sent[0]?.fail(new ApiError({ message: "", status: 409, current })));
    await waitForIdle();
    expect(shown()).toEqual([2, 1, 3]);
    await move(3);
    expect(sent[1]?.version).toBe(7);
  });

  it("that fail otherwise are taken back", async () => {
    await move(3);
    await act(async () => sent[0]?.fail(new ApiError({ message: "", status: 422 })));
    await waitForIdle();
    expect(shown()).toEqual([1, 2, 3]);
  });
});
