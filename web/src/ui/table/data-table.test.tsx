import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { useCallback, useState } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Column } from "./columns";
import { DataTable } from "./data-table";

interface Row {
  id: number;
  name: string;
  teacher: string;
}

const ROWS: Row[] = [
  { id: 1, name: "Beginner 1-1", teacher: "Sadullayeva Barno" },
  { id: 2, name: "Beginner 1-15", teacher: "Aliyeva Shirin" },
];
const COLUMNS: Column<Row>[] = [
  { id: "id", header: "ID", cell: (row) => row.id },
  { id: "name", header: "Guruh", fixed: true, grows: true, cell: (row) => row.name },
  { id: "teacher", header: "O'qituvchi", shrinks: true, cell: (row) => row.teacher },
  { id: "course", header: "Kurs", spare: true, cell: () => "Ingliz tili" },
];
// What each column would need, in the order that they stand: the row number, three columns, the row's menu.
const NATURAL = [40, 60, 200, 180, 52];
let available = 900;
let stored: Record<string, number>[] = [];
let measured = 0;

function Screen() {
  const [widths, setWidths] = useState<Record<string, number>>({});
  const store = useCallback((next: Record<string, number>) => {
    stored.push(next);
    setWidths(next);
  }, []);
  return (
    <DataTable
      caption="Guruhlar"
      rows={ROWS}
      rowId={(row) => row.id}
      columns={COLUMNS}
      actions={() => <button type="button">…</button>}
      widths={widths}
      onWidths={store}
    />
  );
}

it("a column's first click sorts in its own direction, the next ones the other way round", () => {
  const sorts: string[] = [];
  const columns: Column<Row>[] = [
    { id: "name", header: "Guruh", fixed: true, sort: "name", cell: (row) => row.name },
    { id: "waiting", header: "Kutmoqda", sort: "waiting", first: "desc", cell: (row) => row.id },
  ];
  const table = { caption: "Guruhlar", rows: ROWS, rowId: (row: Row) => row.id, columns };
  const click = (name: string, sorted: { column: string; order: "ASC" | "DESC" }) => {
    const { unmount } = render(
      <DataTable {...table} sorted={sorted} onSort={(order, by) => sorts.push(`${by} ${order}`)} />,
    );
    fireEvent.click(screen.getByRole("button", { name }));
    unmount();
  };
  click("Kutmoqda", { column: "name", order: "DESC" });
  click("Kutmoqda", { column: "waiting", order: "DESC" });
  click("Kutmoqda", { column: "waiting", order: "ASC" });
  click("Guruh", { column: "waiting", order: "DESC" });
  expect(sorts).toEqual(["waiting DESC", "waiting ASC", "waiting DESC", "name ASC"]);
});

/** happy-dom lays nothing out: the box is as wide as `available`, a measured copy as its content needs. */
beforeEach(() => {
  available = 900;
  stored = [];
  measured = 0;
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockImplementation(() => available);
  vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockImplementation(function (this: HTMLElement) {
    const cell = this.closest("th");
    if (!cell?.closest("[data-measured]")) return new DOMRect();
    measured += 1;
    return this === cell
      ? new DOMRect(0, 0, NATURAL[[...(cell.parentElement?.children ?? [])].indexOf(cell)] ?? 0, 36)
      : new DOMRect(0, 0, 30, 18);
  });
});
afterEach(() => vi.restoreAllMocks());

// A column has no role, and only its element has a width.
const widths = () => [...document.querySelectorAll("col")].map((col) => Number.parseInt(col.style.width, 10));
const total = () => widths().reduce((sum, width) => sum + width, 0);
const handle = (column: string) => screen.getByRole("separator", { name: `${column}: ustun kengligi` });
const cellsOf = (row: number) => [...(screen.getAllByRole("row")[row + 1]?.children ?? [])] as HTMLElement[];

describe("a row that goes", () => {
  const table = (rows: Row[]) => (
    <DataTable
      caption="Guruhlar"
      rows={rows}
      rowId={(row) => row.id}
      columns={COLUMNS}
      actions={(row) => <button type="button">{`${row.name}: …`}</button>}
    />
  );
  const row = (name: RegExp) => screen.getByRole("row", { name });
  const [FIRST, SECOND] = ROWS as [Row, Row];

  it("passes its focus to the row in its place, the last one to the one before", () => {
    const { rerender } = render(table(ROWS));
    screen.getByRole("button", { name: "Beginner 1-1: …" }).focus();
    rerender(table([SECOND]));
    expect(row(/Beginner 1-15/)).toHaveFocus();
    rerender(table([FIRST]));
    expect(row(/Beginner 1-1/)).toHaveFocus();
  });

  it("takes the focus from nothing, and from nobody who has left it", () => {
    const { rerender } = render(table(ROWS));
    rerender(table([SECOND]));
    expect(document.body).toHaveFocus();
    screen.getByRole("button", { name: "Beginner 1-15: …" }).focus();
    fireEvent.pointerDown(document.body);
    rerender(table([FIRST]));
    expect(document.body).toHaveFocus();
  });
});

describe("the columns of a table", () => {
  it("share the width there is, and no copy stays behind", () => {
    render(<Screen />);
    expect(measured).toBeGreaterThan(0);
    expect(total()).toBe(900);
    expect(widths().at(-1)).toBe(52);
    expect(screen.getAllByRole("table")).toHaveLength(1);
  });

  it("stand where they stand while there is room", () => {
    render(<Screen />);
    expect(cellsOf(0).some((cell) => cell.classList.contains("sticky"))).toBe(false);
  });

  it("are pinned up to the name, and the row's menu, where they overflow", () => {
    available = 600;
    render(<Screen />);
    for (let times = 0; times < 12; times += 1) fireEvent.keyDown(handle("O'qituvchi"), { key: "ArrowRight" });
    expect(total()).toBeGreaterThan(600);
    const pinned = cellsOf(0).map((cell) => cell.classList.contains("sticky"));
    expect(pinned).toEqual([true, true, true, false, true]);
    const [number = 0, id = 0] = widths();
    expect(cellsOf(0)[2]?.style.left).toBe(`${number + id}px`);
    expect(cellsOf(0)[4]?.style.right).toBe("0px");
  });

  it("are not pinned where they would cover the rest", () => {
    available = 320;
    render(<Screen />);
    expect(cellsOf(0).map((cell) => cell.classList.contains("sticky"))).toEqual([false, false, false, false, true]);
  });

  it("are resized by ← →, and reset by Delete and a double-click", () => {
    render(<Screen />);
    const before = Number(handle("O'qituvchi").getAttribute("aria-valuenow"));
    fireEvent.keyDown(handle("O'qituvchi"), { key: "ArrowRight" });
    fireEvent.keyDown(handle("O'qituvchi"), { key: "ArrowRight" });
    expect(handle("O'qituvchi").getAttribute("aria-valuenow")).toBe(String(before + 32));
    fireEvent.keyDown(handle("O'qituvchi"), { key: "Delete" });
    expect(handle("O'qituvchi").getAttribute("aria-valuenow")).toBe(String(before));
    fireEvent.keyDown(handle("O'qituvchi"), { key: "ArrowLeft" });
    fireEvent.doubleClick(handle("O'qituvchi"));
    expect(handle("O'qituvchi").getAttribute("aria-valuenow")).toBe(String(before));
  });

  it("are resized by the mouse", () => {
    render(<Screen />);
    const before = Number(handle("O'qituvchi").getAttribute("aria-valuenow"));
    fireEvent.mouseDown(handle("O'qituvchi"), { clientX: 500 });
    fireEvent.mouseMove(document, { clientX: 560 });
    fireEvent.mouseUp(document, { clientX: 560 });
    expect(handle("O'qituvchi").getAttribute("aria-valuenow")).toBe(String(before + 60));
  });

  it("have one stop of the Tab key among their handles; ↑ ↓ lead on", () => {
    render(<Screen />);
    const handles = screen.getAllByRole("separator");
    expect(handles.map((one) => one.tabIndex)).toEqual([0, -1, -1]);
    handles[0]?.focus();
    fireEvent.keyDown(handles[0] as HTMLElement, { key: "ArrowDown" });
    expect(document.activeElement).toBe(handles[1]);
    fireEvent.keyDown(handles[1] as HTMLElement, { key: "ArrowUp" });
    expect(document.activeElement).toBe(handles[0]);
  });

  it("are stored once the user rests, and found again", async () => {
    render(<Screen />);
    fireEvent.keyDown(handle("O'qituvchi"), { key: "ArrowRight" });
    fireEvent.keyDown(handle("O'qituvchi"), { key: "ArrowRight" });
    await waitFor(() => expect(stored).toHaveLength(1));
    const width = stored[0]?.teacher;
    expect(handle("O'qituvchi").getAttribute("aria-valuenow")).toBe(String(width));
    expect(Object.keys(stored[0] ?? {})).toEqual(["teacher"]);
  });

  it("are only as many as are visible", () => {
    render(<Screen />);
    expect(screen.queryByRole("separator", { name: "Kurs: ustun kengligi" })).toBeNull();
    expect(screen.getAllByRole("columnheader")).toHaveLength(5);
    expect(screen.getByRole("columnheader", { name: "Guruh" })).toBeInTheDocument();
  });
});
