import { act } from "react";
import { afterEach, describe, expect, it } from "vitest";
import type { StudentRow } from "@/api/types";
import {
  type Call,
  choose,
  click,
  named,
  press,
  serve,
  settle,
  show,
  stopClock,
  strike,
  type Told,
  type,
} from "@/testing/stage";
import { CardBody } from "@/ui/table/cards";
import type { Column } from "@/ui/table/columns";
import type { Filter, ListRules } from "./list-address";
import { ListScreen } from "./list-screen";

type Row = Pick<StudentRow, "id" | "fullName">;

const status: Filter = {
  kind: "one",
  name: "statusId",
  label: "Holati",
  standard: "1",
  choices: [
    { value: "1", label: "Faol" },
    { value: "5", label: "Ketgan" },
  ],
};
const RULES: ListRules = { name: "students", order: "ASC", filters: [status], keys: ["firstName", "hId"] };
const COLUMNS: Column<Row>[] = [
  { id: "id", header: "ID", cell: (row) => row.id },
  { id: "fullName", header: "Talaba", sort: true, fixed: true, cell: (row) => row.fullName },
];

function Screen() {
  return (
    <ListScreen
      title="Talabalar"
      rules={RULES}
      path="/students/all"
      rowsOf={(answer) => answer.students as Row[]}
      rowId={(row) => row.id}
      rowName={(row) => row.fullName}
      columns={COLUMNS}
      filters={[status]}
      searchLabel="Ism"
      href={(id) => `/students/${id}`}
      card={(row) => <CardBody title={row.fullName} />}
      peek={{ title: (id) => `Talaba ${id}`, body: (id) => <p>karta {id}</p> }}
      empty={{ title: "Hali yo'q", text: "Sinxronlang" }}
      emptyStandard={{ title: "Faol yo'q", text: "Holatni oching" }}
    />
  );
}

const TOTAL = 45;
function students({ query }: Call): Told {
  const [page, perPage] = [Number(query.get("page")), Number(query.get("perPage"))];
  const rows = Array.from({ length: TOTAL }, (_, n) => ({ id: n + 1, fullName: `Talaba-${n + 1}` }));
  return { data: { students: rows.slice((page - 1) * perPage, page * perPage), total: TOTAL } };
}

const queries = (calls: Call[]) =>
  calls.filter((call) => call.path === "/students/all").map((call) => call.query.toString());
const rows = () => [...document.querySelectorAll("tbody tr")];

afterEach(strike);

describe("a list screen", () => {
  it("begins with the first ten of the standard filter, and counts on over the pages (R1-152)", async () => {
    const calls = serve(students);
    const { address } = await show(Screen, "/students");
    expect(queries(calls)).toEqual(["page=1&perPage=10&orderBy=ASC&statusId=1"]);
    expect(rows()).toHaveLength(10);
    await click(named("3-sahifa"));
    expect(address()).toBe("/students?page=3");
    expect(rows()[0]?.textContent).toContain("21");
    expect(document.querySelector("h1 + span")?.textContent).toBe("45 ta");
  });

  it("keeps the old rows while the next page is on its way", async () => {
    let answer = () => {};
    serve(async (call) => {
      if (call.query.get("page") === "2") await new Promise<void>((done) => (answer = done));
      return students(call);
    });
    await show(Screen, "/students");
    await click(named("Keyingi sahifa"));
    expect(rows()[0]?.textContent).toContain("Talaba-1");
    expect(document.querySelector("table")?.getAttribute("aria-busy")).toBe("true");
    answer();
    await settle();
    expect(rows()[0]?.textContent).toContain("Talaba-11");
  });

  it("turns the order by its header, from the first page; Back undoes it", async () => {
    const calls = serve(students);
    const { address, back } = await show(Screen, "/students?page=2");
    await click(named("Talaba"));
    expect(address()).toBe("/students?orderBy=DESC");
    expect(queries(calls).at(-1)).toContain("orderBy=DESC");
    expect(document.querySelector("th[aria-sort]")?.getAttribute("aria-sort")).toBe("descending");
    await back();
    expect(address()).toBe("/students?page=2");
  });

  it("remembers the page size on the server and leaves it out of the address (R1-181)", async () => {
    const calls = serve(students);
    const { address } = await show(Screen, "/students?page=3");
    await choose(document.querySelector("select") as HTMLSelectElement, "20");
    expect(calls.find((call) => call.verb === "PUT")?.body).toEqual({ pageSizes: { students: 20 } });
    expect(address()).toBe("/students?page=2");
    expect(queries(calls).at(-1)).toContain("perPage=20");
  });

  it("searches a second after the last letter, at once on Enter (part 1 §9)", async () => {
    const calls = serve(students);
    const { address, page } = await show(Screen, "/students");
    stopClock();
    const field = page.querySelector("input") as HTMLInputElement;
    await type(field, "sha");
    await settle(500);
    await type(field, "shah");
    await settle(900);
    expect(queries(calls)).toHaveLength(1);
    await settle(200);
    expect(queries(calls).at(-1)).toContain("value=shah");
    await type(field, "shahz");
    await press(field, "Enter");
    expect(address()).toBe("/students?value=shahz");
    expect(queries(calls).at(-1)).toContain("keys=firstName%2ChId");
  });

  it("takes a filter and the search right after it, however late the first is drawn", async () => {
    const calls = serve(students);
    const { address, page } = await show(Screen, "/students");
    const field = page.querySelector("input") as HTMLInputElement;
    await type(field, "sha");
    const off = named("Holati: Faol filtrini olib tashlash") as HTMLElement;
    await act(async () => {
      off.click();
      field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
    });
    await settle();
    expect(address()).toBe("/students?value=sha&statusId=all");
    expect(queries(calls).at(-1)).toContain("value=sha");
    expect(queries(calls).at(-1)).not.toContain("statusId");
  });

  it("takes the standard filter off to all, and clears back to it", async () => {
    const calls = serve(students);
    const { address } = await show(Screen, "/students");
    await click(named("Holati: Faol filtrini olib tashlash"));
    expect(address()).toBe("/students?statusId=all");
    expect(queries(calls).at(-1)).not.toContain("statusId");
    await click(named("Tozalash"));
    expect(address()).toBe("/students");
  });

  it("is walked by keys: ↑ ↓ move, Space looks beside, ↓ there walks on, Enter opens", async () => {
    serve(students);
    const { address } = await show(Screen, "/students");
    const first = rows()[0] as HTMLElement;
    first.focus();
    await press(first, "ArrowDown");
    expect(document.activeElement).toBe(rows()[1]);
    await press(rows()[1], " ");
    expect(address()).toBe("/students?peek=2");
    const sheet = document.querySelector("[role=dialog]");
    expect(sheet?.textContent).toContain("karta 2");
    await press(sheet, "ArrowDown");
    expect(address()).toBe("/students?peek=3");
    await press(document.querySelector("[role=dialog]"), " ");
    expect(address()).toBe("/students");
    await settle(20);
    expect(document.activeElement).toBe(rows()[2]);
    await press(rows()[2], "Enter");
    expect(address()).toBe("/students/3");
  });

  it("shows the no-permission state on 403, never an empty list (D-41)", async () => {
    serve(({ path }) => (path === "/students/all" ? { status: 403, refusal: { code: "ACCESS_FORBIDDEN" } } : {}));
    const { page } = await show(Screen, "/students");
    expect(page.textContent).toContain("Bu bo'lim uchun huquqingiz yo'q");
    expect(page.querySelector("table")).toBeNull();
  });

  it("says what went wrong with its code, and reads again", async () => {
    let broken = true;
    serve((call) =>
      broken ? { status: 422, refusal: { code: "BROKEN", errId: 9, message: "Xato ketdi" } } : students(call),
    );
    const { page } = await show(Screen, "/students");
    expect(page.textContent).toContain("Xato ketdi");
    expect(page.textContent).toContain("BROKEN · 422 · #9");
    broken = false;
    await click(named("Qayta urinish"));
    expect(rows()).toHaveLength(10);
  });

  it("tells apart nothing found, a page past the end, and nothing at all", async () => {
    serve(() => ({ data: { students: [], total: 0 } }));
    const { page } = await show(Screen, "/students?value=zz");
    expect(page.textContent).toContain("Bunday yozuv topilmadi");
    await click(named("Filtrlarni tozalash"));
    expect(page.textContent).toContain("Hali yo'q");
    await strike();
    serve(() => ({ data: { students: [], total: 45 } }));
    const past = await show(Screen, "/students?page=2");
    expect(past.page.textContent).toContain("Bu sahifada yozuv qolmagan");
    await click(named("Birinchi sahifaga"));
    expect(past.address()).toBe("/students");
  });

  it("where only the standard filter hides all there is, says so and shows all; nothing at all is said only of nothing (R1-152)", async () => {
    const calls = serve((call) => (call.query.has("statusId") ? { data: { students: [], total: 0 } } : students(call)));
    const { page, address } = await show(Screen, "/students");
    expect(page.textContent).toContain("Faol yo'q");
    expect(page.textContent).not.toContain("Sinxronlang");
    await click(named("Hammasini ko'rsatish"));
    expect(address()).toBe("/students?statusId=all");
    expect(rows()).toHaveLength(10);
    expect(queries(calls).at(-1)).not.toContain("statusId");
    await strike();
    serve(() => ({ data: { students: [], total: 0 } }));
    const bare = await show(Screen, "/students?statusId=all");
    expect(bare.page.textContent).toContain("Sinxronlang");
  });

  it("a word that the filters hide, the standard one too, is found without them and keeps being searched for (D-5)", async () => {
    serve((call) => (call.query.has("statusId") ? { data: { students: [], total: 0 } } : students(call)));
    const { page, address } = await show(Screen, "/students?value=karimova");
    expect(page.textContent).toContain("Filtrlarsiz topildi: 45 ta.");
    await click(named("Filtrlarsiz ko'rsatish"));
    expect(address()).toBe("/students?value=karimova&statusId=all");
    expect(rows()).toHaveLength(10);
  });

  it("goes from past the end to the last page, and Back doesn't lead there again", async () => {
    const calls = serve(students);
    const { address, page, back } = await show(Screen, "/students?page=9999");
    expect(address()).toBe("/students?page=5");
    expect(rows()).toHaveLength(5);
    expect(page.textContent).toContain("41–45 / 45");
    expect(queries(calls)).toHaveLength(2);
    await back();
    expect(address()).toBe("/students?page=5");
  });

  it("offers to clear what the server can't understand in the address, not to ask it again (D-3)", async () => {
    const fields = { statusId: ["Butun son"] };
    serve((call) =>
      call.query.get("statusId") === "99x"
        ? { status: 400, refusal: { code: "SHARED_MALFORMED", fields } }
        : students(call),
    );
    const { address, page } = await show(Screen, "/students?statusId=99x&sortBy=nothing");
    expect(page.textContent).toContain("Manzildagi filtrni tushunib bo'lmadi");
    expect(named("Qayta urinish")).toBeNull();
    await click(named("Filtrlarni tozalash"));
    expect(address()).toBe("/students");
    expect(rows()).toHaveLength(10);
  });

  it("opens a record by a click on its row, not by one on a control or at the end of selecting text", async () => {
    serve(students);
    const { address, back } = await show(Screen, "/students");
    const cell = () => rows()[1]?.querySelector("td") as HTMLElement;
    await click(rows()[1]?.querySelector("button"));
    expect(address()).toBe("/students");
    getSelection()?.selectAllChildren(cell());
    await click(cell());
    expect(address()).toBe("/students");
    getSelection()?.removeAllRanges();
    await click(cell());
    expect(address()).toBe("/students/2");
    await back();
    expect(address()).toBe("/students");
  });

  it("Enter beside the list opens the record that is shown there, also one of another page", async () => {
    serve(students);
    const { address } = await show(Screen, "/students?peek=33");
    await press(document.querySelector("[role=dialog] button"), "Enter");
    expect(address()).toBe("/students?peek=33");
    await press(document.querySelector("[role=dialog]"), "Enter");
    expect(address()).toBe("/students/33");
  });

  it("is entered from its search by ↓", async () => {
    serve(students);
    const { page } = await show(Screen, "/students");
    await press(page.querySelector("input"), "ArrowDown");
    expect(document.activeElement).toBe(rows()[0]);
  });
});
