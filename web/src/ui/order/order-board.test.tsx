import { act, render, screen, within } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { loadNamespaces, switchLanguage } from "@/i18n/texts";
import { user } from "@/testing/user";
import { OrderBoard } from "./order-board";
import type { Order } from "./order-context";
import { OrderLine } from "./order-line";
import { type Lane, type Move, moved } from "./order-model";
import { LaneSlot, OrderHandle, OrderRow } from "./order-row";

const lane = (id: number, ...ids: number[]): Lane => ({
  id,
  name: `${id}-oy`,
  items: ids.map((item) => ({ id: item, name: `Mavzu ${item}` })),
});
const START: readonly Lane[] = [lane(1, 11, 12), lane(2, 21, 22, 23), lane(3)];

let setLanes: (lanes: readonly Lane[]) => void;
const moves: Move[] = [];
const reached = vi.fn();

function Topics({ locked }: { locked?: string }) {
  const [lanes, set] = useState(START);
  setLanes = set;
  const topics: Order = {
    lanes,
    numbering: "all",
    onMove: (move) => {
      moves.push(move);
      set(moved(lanes, move.id, move.to));
    },
    consequenceOf: ({ shifted }) => (shifted ? `suriladi ${shifted.join("–")}` : "surilmaydi"),
    floating: (id) => `Mavzu ${id}`,
    locked,
    onReach: reached,
  };
  return (
    <OrderBoard orders={{ topics }}>
      {lanes.map(({ id, name, items }) => (
        <ul key={id} aria-label={name}>
          <LaneSlot of="topics" lane={id} />
          {items.map((item) => (
            <OrderRow key={item.id} of="topics" lane={id} id={item.id}>
              <OrderHandle />
              {item.name}
            </OrderRow>
          ))}
        </ul>
      ))}
      <OrderLine />
    </OrderBoard>
  );
}

/** One key after another: each sees what the one before it did. */
async function press(...keys: string[]): Promise<void> {
  for (const key of keys) await user.keyboard(key);
}
const handle = (id: number) => screen.getByRole("button", { name: `Ko'chirish: Mavzu ${id}` });
const line = () => screen.getByRole("status").textContent;
const shown = (name: string) =>
  within(screen.getByRole("list", { name }))
    .queryAllByRole("listitem")
    .map((row) => row.textContent);

beforeEach(async () => {
  await switchLanguage("uz");
  await loadNamespaces(["order"]);
  moves.length = 0;
  reached.mockReset();
});

describe("the order by keyboard (R2-208, D-103)", () => {
  it("lifts with Space, moves with the arrows, drops with Enter and keeps the focus", async () => {
    render(<Topics />);
    handle(23).focus();
    await press(" ");
    expect(line()).toContain("Ko'tarildi: Mavzu 23");
    expect(handle(23)).toHaveAttribute("aria-pressed", "true");
    await press("{ArrowUp}");
    expect(line()).toBe("Qo'yilsa: 2-oy, «Mavzu 21» ortidan. suriladi 4–4");
    await press("{ArrowUp}", "{ArrowUp}");
    expect(line()).toBe("Qo'yilsa: 2-oy, eng boshida. suriladi 3–4");
    await press("{Enter}");
    expect(moves).toEqual([
      {
        id: 23,
        name: "Mavzu 23",
        from: { lane: 2, after: 22 },
        to: { lane: 2, after: null },
        fromNumber: 5,
        toNumber: 3,
        shifted: [3, 4],
      },
    ]);
    expect(shown("2-oy")).toEqual(["Mavzu 23", "Mavzu 21", "Mavzu 22"]);
    expect(handle(23)).toHaveFocus();
    expect(line()).toBe("Ko'chirildi: Mavzu 23. 2-oy, eng boshida");
  });

  it("goes to another lane with Alt and opens it", async () => {
    render(<Topics />);
    handle(22).focus();
    await press(" ", "{Alt>}{ArrowDown}{/Alt}");
    expect(reached).toHaveBeenLastCalledWith(3);
    await press(" ");
    expect(moves[0]?.to).toEqual({ lane: 3, after: null });
    expect(shown("3-oy")).toEqual(["Mavzu 22"]);
    expect(handle(22)).toHaveFocus();
    await press(" ", "{Alt>}{ArrowUp}{/Alt}", "{Alt>}{ArrowUp}{/Alt}", "{Enter}");
    expect(moves[1]?.to).toEqual({ lane: 1, after: 12 });
  });

  it("leaves all as it was with Escape, at its own place, and when the focus leaves", async () => {
    render(<Topics />);
    handle(22).focus();
    await press(" ", "{ArrowUp}", "{Escape}");
    expect(line()).toBe("Bekor qilindi, joyida qoldi: Mavzu 22");
    await press(" ", "{ArrowUp}", "{ArrowDown}", "{Enter}");
    await press(" ", "{ArrowUp}");
    act(() => handle(21).focus());
    expect(handle(22)).toHaveAttribute("aria-pressed", "false");
    expect(moves).toEqual([]);
    expect(shown("2-oy")).toEqual(["Mavzu 21", "Mavzu 22", "Mavzu 23"]);
  });

  it("arrows alone do nothing before Space", async () => {
    render(<Topics />);
    handle(22).focus();
    await press("{ArrowUp}", "{Escape}");
    expect(line()).toBe("");
  });

  it("can't lift where the order is locked, and tells why", async () => {
    render(<Topics locked="Filtrni tozalang" />);
    handle(22).focus();
    await press(" ", "{ArrowUp}", "{Enter}");
    expect(moves).toEqual([]);
    expect(handle(22)).toHaveAttribute("aria-disabled", "true");
  });
});

describe("another person's move meanwhile", () => {
  it("keeps the place, with the numbers as they are now", async () => {
    render(<Topics />);
    handle(23).focus();
    await press(" ", "{ArrowUp}", "{ArrowUp}", "{ArrowUp}");
    act(() => setLanes([lane(1, 12), lane(2, 21, 22, 23), lane(3, 11)]));
    expect(line()).toBe("Qo'yilsa: 2-oy, eng boshida. suriladi 2–3");
    await press("{Enter}");
    expect(moves[0]).toMatchObject({ fromNumber: 4, toNumber: 2 });
  });

  it("puts the row down where its neighbour is gone", async () => {
    render(<Topics />);
    handle(23).focus();
    await press(" ", "{ArrowUp}");
    act(() => setLanes([lane(1, 11, 12), lane(2, 22, 23), lane(3)]));
    expect(line()).toBe("Ko'tarilgan qatorni boshqa xodim ko'chirdi yoki o'chirdi");
    expect(moves).toEqual([]);
  });
});
