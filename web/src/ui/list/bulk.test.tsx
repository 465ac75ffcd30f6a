import { screen, within } from "@testing-library/react";
import { Ban } from "lucide-react";
import { beforeEach, describe, expect, it } from "vitest";
import type { StudentRow } from "@/api/types";
import { waitForIdle } from "@/testing/clock";
import { type ApiCall, type ApiReply, mockApi } from "@/testing/mock-api";
import { renderScreen } from "@/testing/render-screen";
import { user } from "@/testing/user";
import type { Column } from "@/ui/table/columns";
import type { Chosen } from "@/ui/table/use-selection";
import { ListScreen } from "./list-screen";

type Row = Pick<StudentRow, "id" | "fullName">;
const RULES = { name: "students", order: "ASC", filters: [] } as const;
const COLUMNS: Column<Row>[] = [{ id: "fullName", header: "Talaba", fixed: true, cell: (row) => row.fullName }];
let done: Chosen[] = [];

const Screen = () => (
  <ListScreen
    title="Talabalar"
    rules={RULES}
    path="/students/all"
    rowsOf={(answer) => answer.students as Row[]}
    rowId={(row) => row.id}
    rowName={(row) => row.fullName}
    columns={COLUMNS}
    filters={[]}
    searchLabel="Ism"
    card={() => null}
    bulk={[{ label: "Bloklash", icon: Ban, run: (chosen) => done.push(chosen) }]}
    empty={{ title: "Yo'q", text: "" }}
  />
);

function students({ query }: ApiCall): ApiReply {
  const [page, perPage] = [Number(query.get("page")), Number(query.get("perPage"))];
  const rows = Array.from({ length: 25 }, (_, n) => ({ id: n + 1, fullName: `Talaba-${n + 1}` }));
  return { data: { students: rows.slice((page - 1) * perPage, page * perPage), total: 25 } };
}

const row = (place: number) => screen.getAllByRole("row")[place + 1];
const tick = (n: number) => within(row(n) as HTMLElement).getByRole("checkbox");
const selected = () => {
  const bar = screen.queryByRole("region", { name: "Tanlanganlar bilan amallar" });
  return bar ? within(bar).getByRole("status").textContent : undefined;
};
const keyed = async (place: number, key: string, shiftKey = false, code = "") => {
  row(place)?.dispatchEvent(new KeyboardEvent("keydown", { key, code, shiftKey, bubbles: true, cancelable: true }));
  await waitForIdle();
};

beforeEach(() => {
  done = [];
  mockApi(students);
});
describe("rows selected in a list", () => {
  it("the count covers all pages, and the operation gets the ids", async () => {
    await renderScreen(Screen, { at: "/students" });
    expect(selected()).toBeUndefined();
    await user.click(tick(0));
    await user.click(tick(2));
    await user.click(screen.getByRole("button", { name: "2-sahifa" }));
    await user.click(tick(1));
    expect(selected()).toBe("3 ta tanlandi");
    await user.click(screen.getByRole("button", { name: "Bloklash" }));
    expect(done[0]).toMatchObject({ ids: [1, 3, 12], total: 3 });
  });

  it("the page is selected, then all matches: the query is passed without ids", async () => {
    await renderScreen(Screen, { at: "/students?value=tal" });
    await user.click(within(screen.getAllByRole("row")[0] as HTMLElement).getByRole("checkbox"));
    expect(selected()).toBe("10 ta tanlandi");
    await user.click(screen.getByRole("button", { name: "Topilgan hammasini tanlash: 25 ta" }));
    await user.click(screen.getByRole("button", { name: "Bloklash" }));
    expect(done[0]).toMatchObject({ ids: null, total: 25, query: { value: "tal" } });
    expect(done[0]?.query).not.toHaveProperty("page");
    await user.click(tick(0));
    expect(selected()).toBe("9 ta tanlandi");
  });

  it("x checks a row, in Cyrillic too, and Shift with an arrow extends the selection", async () => {
    await renderScreen(Screen, { at: "/students" });
    await keyed(1, "x");
    expect(selected()).toBe("1 ta tanlandi");
    await keyed(1, "ArrowDown", true);
    await keyed(2, "ArrowDown", true);
    expect(document.activeElement).toBe(row(3));
    expect(selected()).toBe("3 ta tanlandi");
    await keyed(3, "ч", false, "KeyX");
    expect(selected()).toBe("2 ta tanlandi");
    await user.press(row(3), "ArrowDown");
    expect(selected()).toBe("2 ta tanlandi");
  });

  it("Shift selects a range, and clearing deselects all", async () => {
    await renderScreen(Screen, { at: "/students" });
    await user.click(tick(1));
    tick(5).dispatchEvent(new MouseEvent("click", { shiftKey: true, bubbles: true, cancelable: true }));
    await waitForIdle();
    expect(selected()).toBe("5 ta tanlandi");
    await user.click(screen.getByRole("button", { name: "Tanlovni bekor qilish" }));
    expect(selected()).toBeUndefined();
  });

  it("another query clears the selection", async () => {
    const { back } = await renderScreen(Screen, { at: "/students?value=tal" });
    await user.click(tick(0));
    await user.click(screen.getByRole("button", { name: "Qidiruv: tal filtrini olib tashlash" }));
    expect(selected()).toBeUndefined();
    await back();
  });
});
