import { act, fireEvent, screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { StudentRow } from "@/api/types";
import { fakeClock, waitForIdle } from "@/testing/clock";
import { type ApiCall, type ApiReply, mockApi } from "@/testing/mock-api";
import { renderScreen } from "@/testing/render-screen";
import { resetScreen } from "@/testing/reset-screen";
import { user } from "@/testing/user";
import { chooseWidths } from "@/ui/preferences/preferences";
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
  { id: "status", header: "Holati", filter: "statusId", cell: () => "Faol" },
  { id: "groups", header: "Guruhlar", spare: true, onDemand: true, cell: () => "Ingliz-1" },
];

const LIST = {
  title: "Talabalar",
  rules: RULES,
  path: "/students/all",
  rowsOf: (answer: { students: unknown }) => answer.students as Row[],
  rowId: (row: Row) => row.id,
  rowName: (row: Row) => row.fullName,
  columns: COLUMNS,
  filters: [status],
  searchLabel: "Ism",
  href: (id: number) => `/students/${id}`,
  card: (row: Row) => <CardBody title={row.fullName} />,
  preview: { title: (id: number) => `Talaba ${id}`, body: (id: number) => <p>karta {id}</p> },
  empty: { title: "Hali yo'q", text: "Sinxronlang" },
  emptyStandard: { title: "Faol yo'q", text: "Holatni oching" },
} as const;

const Screen = () => <ListScreen {...LIST} />;

const TOTAL = 45;
function students({ query }: ApiCall): ApiReply {
  const [page, perPage] = [Number(query.get("page")), Number(query.get("perPage"))];
  const rows = Array.from({ length: TOTAL }, (_, n) => ({ id: n + 1, fullName: `Talaba-${n + 1}` }));
  return { data: { students: rows.slice((page - 1) * perPage, page * perPage), total: TOTAL } };
}

const queries = (calls: ApiCall[]) =>
  calls.filter((call) => call.path === "/students/all").map((call) => call.query.toString());
const rows = () => screen.queryAllByRole("row").slice(1);

describe("a list screen", () => {
  it("it opens with ten rows of the default filter, numbered across pages (R1-152)", async () => {
    const calls = mockApi(students);
    const { address } = await renderScreen(Screen, { at: "/students" });
    expect(queries(calls)).toEqual(["page=1&perPage=10&orderBy=ASC&statusId=1"]);
    expect(rows()).toHaveLength(10);
    await user.click(screen.getByRole("button", { name: "3-sahifa" }));
    expect(address()).toBe("/students?page=3");
    expect(rows()[0]?.textContent).toContain("21");
    expect(screen.getByText("45 ta")).toBeInTheDocument();
  });

  it("a column that repeats the filter in force is neither shown nor offered", async () => {
    mockApi(students);
    await renderScreen(Screen, { at: "/students" });
    expect(screen.queryByRole("columnheader", { name: "Holati" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Ustunlar" }));
    const offered = screen.getByRole("menuitemcheckbox", { name: "Holati", checked: false });
    expect(offered).toHaveAttribute("aria-disabled", "true");
    await user.press(offered, "Escape");
    await user.click(screen.getByRole("button", { name: /^Holati: Faol filtrini/ }));
    expect(screen.getByRole("columnheader", { name: "Holati" })).toBeInTheDocument();
  });

  it("a column that costs a read of its own is asked for only while it is shown", async () => {
    const calls = mockApi(students);
    await renderScreen(Screen, { at: "/students" });
    await user.click(screen.getByRole("button", { name: "Ustunlar" }));
    await user.click(screen.getByRole("menuitemcheckbox", { name: "Guruhlar" }));
    expect(screen.getByRole("columnheader", { name: "Guruhlar" })).toBeInTheDocument();
    const columns = new Set(queries(calls).map((query) => new URLSearchParams(query).get("columns")));
    expect(columns).toEqual(new Set([null, "groups"]));
  });

  it("default columns have default widths too", async () => {
    const calls = mockApi(students);
    await renderScreen(Screen, { at: "/students" });
    const reset = async () => {
      await user.click(screen.getByRole("button", { name: "Ustunlar" }));
      return screen.getByRole("menuitem", { name: "Standart ustunlar" });
    };
    const standard = await reset();
    expect(standard).toHaveAttribute("aria-disabled", "true");
    await user.press(standard, "Escape");
    act(() => chooseWidths("students", ["fullName:300"]));
    const offered = await reset();
    expect(offered).not.toHaveAttribute("aria-disabled", "true");
    await user.click(offered);
    expect(calls.at(-1)?.body).toEqual({ columns: { "students.widths": [] } });
  });

  it("the old rows stay until the next page arrives", async () => {
    let answer = () => {};
    mockApi(async (call) => {
      if (call.query.get("page") === "2") await new Promise<void>((done) => (answer = done));
      return students(call);
    });
    await renderScreen(Screen, { at: "/students" });
    await user.click(screen.getByRole("button", { name: "Keyingi sahifa" }));
    expect(rows()[0]?.textContent).toContain("Talaba-1");
    expect(screen.getByRole("table")).toHaveAttribute("aria-busy", "true");
    answer();
    await waitForIdle();
    expect(rows()[0]?.textContent).toContain("Talaba-11");
  });

  it("the header reverses the order from the first page, and Back undoes it", async () => {
    const calls = mockApi(students);
    const { address, back } = await renderScreen(Screen, { at: "/students?page=2" });
    await user.click(screen.getByRole("button", { name: "Talaba" }));
    expect(address()).toBe("/students?orderBy=DESC");
    expect(queries(calls).at(-1)).toContain("orderBy=DESC");
    expect(screen.getByRole("columnheader", { name: "Talaba" })).toHaveAttribute("aria-sort", "descending");
    await back();
    expect(address()).toBe("/students?page=2");
  });

  it("the page size is stored on the server and not in the address (R1-181)", async () => {
    const calls = mockApi(students);
    const { address } = await renderScreen(Screen, { at: "/students?page=3" });
    await user.selectOptions(screen.getByRole("combobox"), "20");
    expect(calls.find((call) => call.verb === "PUT")?.body).toEqual({ pageSizes: { students: 20 } });
    expect(address()).toBe("/students?page=2");
    expect(queries(calls).at(-1)).toContain("perPage=20");
  });

  it("a search starts a second after the last letter, or at once on Enter (part 1 §9)", async () => {
    const calls = mockApi(students);
    const { address } = await renderScreen(Screen, { at: "/students" });
    fakeClock();
    const field = screen.getByRole<HTMLInputElement>("textbox");
    await user.fill(field, "sha");
    await waitForIdle(500);
    await user.fill(field, "shah");
    await waitForIdle(900);
    expect(queries(calls)).toHaveLength(1);
    await waitForIdle(200);
    expect(queries(calls).at(-1)).toContain("value=shah");
    await user.fill(field, "shahz");
    await user.press(field, "Enter");
    expect(address()).toBe("/students?value=shahz");
    expect(queries(calls).at(-1)).toContain("keys=firstName%2ChId");
  });

  it("a filter and a search right after it both apply, even before the first is rendered", async () => {
    const calls = mockApi(students);
    const { address } = await renderScreen(Screen, { at: "/students" });
    const field = screen.getByRole<HTMLInputElement>("textbox");
    await user.fill(field, "sha");
    const off = screen.getByRole("button", { name: "Holati: Faol filtrini olib tashlash" }) as HTMLElement;
    await act(async () => {
      off.click();
      field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
    });
    await waitForIdle();
    expect(address()).toBe("/students?value=sha&statusId=all");
    expect(queries(calls).at(-1)).toContain("value=sha");
    expect(queries(calls).at(-1)).not.toContain("statusId");
  });

  it("removing the default filter shows all, and clearing restores it", async () => {
    const calls = mockApi(students);
    const { address } = await renderScreen(Screen, { at: "/students" });
    await user.click(screen.getByRole("button", { name: "Holati: Faol filtrini olib tashlash" }));
    expect(address()).toBe("/students?statusId=all");
    expect(queries(calls).at(-1)).not.toContain("statusId");
    await user.click(screen.getByRole("button", { name: "Tozalash" }));
    expect(address()).toBe("/students");
  });

  it("↑ ↓ move between rows, Space opens the side panel, ↓ moves on in it, Enter opens the record", async () => {
    mockApi(students);
    const { address } = await renderScreen(Screen, { at: "/students" });
    const first = rows()[0] as HTMLElement;
    first.focus();
    await user.press(first, "ArrowDown");
    expect(document.activeElement).toBe(rows()[1]);
    await user.press(rows()[1], " ");
    expect(address()).toBe("/students?peek=2");
    const panel = screen.getByRole("dialog");
    expect(panel).toHaveTextContent("karta 2");
    await user.press(panel, "ArrowDown");
    expect(address()).toBe("/students?peek=3");
    await user.press(screen.getByRole("dialog"), " ");
    expect(address()).toBe("/students");
    await waitForIdle(20);
    expect(document.activeElement).toBe(rows()[2]);
    await user.press(rows()[2], "Enter");
    expect(address()).toBe("/students/3");
  });

  it("a 403 shows the no-permission state, never an empty list (D-41)", async () => {
    mockApi(({ path }) => (path === "/students/all" ? { status: 403, refusal: { code: "ACCESS_FORBIDDEN" } } : {}));
    const { container } = await renderScreen(Screen, { at: "/students" });
    expect(container).toHaveTextContent("Bu bo'lim uchun huquqingiz yo'q");
    expect(screen.queryByRole("table")).not.toBeInTheDocument();
  });

  it("an error shows its message and code, and a retry fetches again", async () => {
    let broken = true;
    mockApi((call) =>
      broken ? { status: 422, refusal: { code: "BROKEN", errId: 9, message: "Xato ketdi" } } : students(call),
    );
    const { container } = await renderScreen(Screen, { at: "/students" });
    expect(container).toHaveTextContent("Xato ketdi");
    expect(container).toHaveTextContent("BROKEN · 422 · #9");
    broken = false;
    await user.click(screen.getByRole("button", { name: "Qayta urinish" }));
    expect(rows()).toHaveLength(10);
  });

  it("no match, a page past the end and an empty list have different texts", async () => {
    mockApi(() => ({ data: { students: [], total: 0 } }));
    const { container } = await renderScreen(Screen, { at: "/students?value=zz" });
    expect(container).toHaveTextContent("Bunday yozuv topilmadi");
    await user.click(screen.getByRole("button", { name: "Filtrlarni tozalash" }));
    expect(container).toHaveTextContent("Hali yo'q");
    resetScreen();
    mockApi(() => ({ data: { students: [], total: 45 } }));
    const past = await renderScreen(Screen, { at: "/students?page=2" });
    expect(past.container).toHaveTextContent("Bu sahifada yozuv qolmagan");
    await user.click(screen.getByRole("button", { name: "Birinchi sahifaga" }));
    expect(past.address()).toBe("/students");
  });

  it("a list that only the default filter empties says so and offers to show all (R1-152)", async () => {
    const calls = mockApi((call) =>
      call.query.has("statusId") ? { data: { students: [], total: 0 } } : students(call),
    );
    const { container, address } = await renderScreen(Screen, { at: "/students" });
    expect(container).toHaveTextContent("Faol yo'q");
    expect(container).not.toHaveTextContent("Sinxronlang");
    await user.click(screen.getByRole("button", { name: "Hammasini ko'rsatish" }));
    expect(address()).toBe("/students?statusId=all");
    expect(rows()).toHaveLength(10);
    expect(queries(calls).at(-1)).not.toContain("statusId");
    resetScreen();
    mockApi(() => ({ data: { students: [], total: 0 } }));
    const bare = await renderScreen(Screen, { at: "/students?statusId=all" });
    expect(bare.container).toHaveTextContent("Sinxronlang");
  });

  it("a match that the filters hide is counted without them, and the search stays when they are removed (D-5)", async () => {
    mockApi((call) => (call.query.has("statusId") ? { data: { students: [], total: 0 } } : students(call)));
    const { container, address } = await renderScreen(Screen, { at: "/students?value=karimova" });
    expect(container).toHaveTextContent("Filtrlarsiz topildi: 45 ta.");
    await user.click(screen.getByRole("button", { name: "Filtrlarsiz ko'rsatish" }));
    expect(address()).toBe("/students?value=karimova&statusId=all");
    expect(rows()).toHaveLength(10);
  });

  it("matches that the filters hide are counted also where others are shown (D-5)", async () => {
    mockApi((call) => {
      const { data } = students(call) as { data: { students: unknown[]; total: number } };
      return { data: call.query.has("statusId") ? { students: data.students.slice(0, 2), total: 2 } : data };
    });
    const { address } = await renderScreen(Screen, { at: "/students?value=talaba" });
    expect(rows()).toHaveLength(2);
    expect(screen.getByText("Filtrlar yana 43 ta mos yozuvni yashirdi.")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Filtrlarsiz ko'rsatish" }));
    expect(address()).toBe("/students?value=talaba&statusId=all");
    expect(rows()).toHaveLength(10);
    expect(screen.queryByText(/yana 43 ta/)).toBeNull();
  });

  it("a page past the end is replaced by the last page, and Back skips it", async () => {
    const calls = mockApi(students);
    const { address, container, back } = await renderScreen(Screen, { at: "/students?page=9999" });
    expect(address()).toBe("/students?page=5");
    expect(rows()).toHaveLength(5);
    expect(container).toHaveTextContent("41–45 / 45");
    expect(queries(calls)).toHaveLength(2);
    await back();
    expect(address()).toBe("/students?page=5");
  });

  it("an address that the server can't parse offers to clear the filters, not to retry (D-3)", async () => {
    const fields = { statusId: ["Butun son"] };
    mockApi((call) =>
      call.query.get("statusId") === "99x"
        ? { status: 400, refusal: { code: "SHARED_MALFORMED", fields } }
        : students(call),
    );
    const { address, container } = await renderScreen(Screen, { at: "/students?statusId=99x&sortBy=nothing" });
    expect(container).toHaveTextContent("Manzildagi filtrni tushunib bo'lmadi");
    expect(screen.queryByRole("button", { name: "Qayta urinish" })).not.toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Filtrlarni tozalash" }));
    expect(address()).toBe("/students");
    expect(rows()).toHaveLength(10);
  });

  it("a click on a row opens its record, a click on a control or at the end of a text selection does not", async () => {
    mockApi(students);
    const { address, back } = await renderScreen(Screen, { at: "/students" });
    const cell = () => within(rows()[1] as HTMLElement).getAllByRole("cell")[0] as HTMLElement;
    await user.click(within(rows()[1] as HTMLElement).getAllByRole("button")[0]);
    expect(address()).toBe("/students");
    getSelection()?.selectAllChildren(cell());
    // Alone, because a mousedown would end the selection.
    act(() => void fireEvent.click(cell()));
    await waitForIdle();
    expect(address()).toBe("/students");
    getSelection()?.removeAllRanges();
    await user.click(cell());
    expect(address()).toBe("/students/2");
    await back();
    expect(address()).toBe("/students");
  });

  it("Enter in the side panel opens its record, also one of another page", async () => {
    mockApi(students);
    const { address } = await renderScreen(Screen, { at: "/students?peek=33" });
    const panel = screen.getByRole("dialog");
    // Alone, because Enter would also press the button.
    fireEvent.keyDown(within(panel).getAllByRole("button")[0] as HTMLElement, { key: "Enter" });
    await waitForIdle();
    expect(address()).toBe("/students?peek=33");
    fireEvent.keyDown(panel, { key: "Enter" });
    await waitForIdle();
    expect(address()).toBe("/students/33");
  });

  it("↓ moves the focus from the search to the first row", async () => {
    mockApi(students);
    await renderScreen(Screen, { at: "/students" });
    await user.press(screen.getByRole<HTMLInputElement>("textbox"), "ArrowDown");
    expect(document.activeElement).toBe(rows()[0]);
  });

  it("a parameter from outside goes with every read and the totals close the rows, without being part of the list", async () => {
    const calls = mockApi(students);
    const Dated = () => (
      <ListScreen
        {...LIST}
        fixed={{ fromDate: "2026-11-01" }}
        totals={({ total }) => ({ fullName: `Jami, ${total} talaba` })}
        footnote={() => "Tunda sanaladi"}
      />
    );
    const { address } = await renderScreen(Dated, { at: "/students" });
    expect(queries(calls)).toEqual(["page=1&perPage=10&orderBy=ASC&statusId=1&fromDate=2026-11-01"]);
    expect(rows().at(-1)).toHaveTextContent("Jami, 45 talaba");
    expect(screen.getByText("Tunda sanaladi")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "3-sahifa" }));
    expect(queries(calls).at(-1)).toBe("page=3&perPage=10&orderBy=ASC&statusId=1&fromDate=2026-11-01");
    expect(address()).toBe("/students?page=3");
  });

  it("a row with neither page nor preview opens nothing and has no menu", async () => {
    mockApi(students);
    const { href: _href, preview: _preview, ...rest } = LIST;
    const { address } = await renderScreen(() => <ListScreen {...rest} />, { at: "/students" });
    await user.click(rows()[0] as HTMLElement);
    expect(address()).toBe("/students");
    expect(screen.queryByRole("button", { name: "Talaba-1: amallar" })).toBeNull();
  });
});
