import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { namesWidth, nameWidths, useVirtualGrid } from "./use-virtual-grid";
import { gridCellOf } from "./virtual-grid";

const [ROWS, COLUMNS] = [120, 90];
const LAYOUT = {
  cell: { width: 36, height: 42 },
  names: nameWidths([{ fullName: "Abdurahmonova Iroda" }]),
  totals: 0,
  percent: 88,
  head: 48,
  foot: 0,
};
let size = { rows: ROWS, columns: COLUMNS };

function Screen() {
  const grid = useVirtualGrid({ ...size, layout: LAYOUT, initial: { column: -1, part: 0 } });
  return (
    <div
      ref={grid.box}
      role="toolbar"
      tabIndex={-1}
      onKeyDown={(event) => {
        const from = gridCellOf(event.target);
        if (from && event.key === "End") grid.focusCell({ row: size.rows - 1, column: size.columns - 1 });
        if (from && event.key === "ArrowDown") grid.focusCell({ ...from, row: from.row + 1 });
      }}
    >
      <table>
        <tbody>
          {grid.rows.map((row) =>
            typeof row === "number" ? (
              <tr key={row} data-row={row}>
                {grid.columns.map((column) =>
                  typeof column === "number" ? (
                    <td
                      key={column}
                      data-cell={`${row}-${column}`}
                      tabIndex={row === grid.active.row && column === grid.active.column ? 0 : -1}
                    />
                  ) : (
                    <td key={`gap ${column.from}`} colSpan={column.size} />
                  ),
                )}
              </tr>
            ) : (
              <tr key={`gap ${row.from}`} data-gap={row.size} aria-hidden />
            ),
          )}
        </tbody>
      </table>
    </div>
  );
}

/** happy-dom lays nothing out: the box shows 1 000 × 600 pixels. */
beforeEach(() => {
  size = { rows: ROWS, columns: COLUMNS };
  vi.spyOn(HTMLElement.prototype, "offsetWidth", "get").mockReturnValue(1000);
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(1000);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, "scrollWidth", "get").mockReturnValue(264 + COLUMNS * 36 + 88);
  vi.spyOn(HTMLElement.prototype, "scrollHeight", "get").mockReturnValue(48 + ROWS * 42);
});
afterEach(() => vi.restoreAllMocks());

/** Rows of people; those that stand for what is out of view are hidden. */
const personRows = () => screen.getAllByRole("row", { hidden: false });
const rows = () => personRows().map((row) => Number(row.dataset.row));
const dayCells = () => screen.getAllByRole("cell").filter((cell) => cell.dataset.cell);
const cells = () => dayCells().length;
const cell = (at: string) => dayCells().find((one) => one.dataset.cell === at) ?? null;
const press = (key: string) => fireEvent.keyDown(document.activeElement as HTMLElement, { key });

describe("the names of a grid", () => {
  it("have room for 28 letters, and take what the days leave", () => {
    expect(namesWidth(LAYOUT, 4, 800)).toBe(LAYOUT.names.wanted);
    expect(LAYOUT.names.least).toBe(276);
  });

  it.each([900, 1000, 1066, 1140])("leave whole days between pinned columns in %d pixels", (room) => {
    const names = namesWidth(LAYOUT, COLUMNS, room);
    expect(names).toBeGreaterThanOrEqual(LAYOUT.names.least);
    expect((room - names - LAYOUT.percent) % LAYOUT.cell.width).toBe(0);
  });
});

describe("a grid of many people and days", () => {
  it("renders what is in view, and gaps of the size of the rest", () => {
    render(<Screen />);
    expect(rows().length).toBeLessThan(25);
    expect(rows()[0]).toBe(0);
    expect(cells()).toBeLessThan(25 * 35);
    const gaps = screen.getAllByRole("row").flatMap((row) => (row.dataset.gap ? [Number(row.dataset.gap)] : []));
    expect(gaps.reduce((sum, gap) => sum + gap, rows().length)).toBe(ROWS);
    const first = [...(personRows()[0]?.children ?? [])] as HTMLTableCellElement[];
    expect(first.reduce((sum, one) => sum + one.colSpan, 0)).toBe(COLUMNS);
  });

  it("is reached by keys at its far end, which is rendered for them", async () => {
    render(<Screen />);
    expect(cell("119-89")).toBeNull();
    cell("0-0")?.focus();
    press("End");
    expect(document.activeElement).toBe(cell("119-89"));
    expect(cell("119-89")?.tabIndex).toBe(0);
    expect(dayCells().filter((one) => one.tabIndex === 0)).toHaveLength(1);
    const box = screen.getByRole("toolbar");
    await waitFor(() => expect(box.scrollTop).toBeGreaterThan(4000));
    expect(box.scrollLeft).toBeGreaterThan(2000);
  });

  it("keeps the focused cell rendered while other rows scroll by", async () => {
    render(<Screen />);
    cell("0-0")?.focus();
    const box = screen.getByRole("toolbar");
    box.scrollTop = 3000;
    fireEvent.scroll(box);
    expect(rows()[0]).toBe(0);
    expect(rows()[1]).toBeGreaterThan(40);
    expect(document.activeElement).toBe(cell("0-0"));
    press("ArrowDown");
    expect(document.activeElement).toBe(cell("1-0"));
  });

  it("is whole on paper", () => {
    size = { rows: 60, columns: 40 };
    render(<Screen />);
    expect(cells()).toBeLessThan(60 * 40);
    fireEvent(window, new Event("beforeprint"));
    expect(cells()).toBe(60 * 40);
    fireEvent(window, new Event("afterprint"));
    expect(cells()).toBeLessThan(60 * 40);
  });

  it("is whole for a class of the usual size", async () => {
    size = { rows: 20, columns: 31 };
    render(<Screen />);
    expect(cells()).toBe(20 * 31);
  });
});
