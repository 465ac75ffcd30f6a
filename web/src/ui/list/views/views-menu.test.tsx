import { afterEach, describe, expect, it } from "vitest";
import type { SavedView, StudentRow } from "@/api/types";
import { type Call, click, named, serve, settle, show, strike, type Told, type } from "@/testing/stage";
import { ListScreen } from "@/ui/list/list-screen";
import { setApplied } from "./applied-views";

type Row = Pick<StudentRow, "id" | "fullName">;
const FILTER = { kind: "one", name: "statusId", label: "Holati", choices: [{ value: "5", label: "Ketgan" }] } as const;
const RULES = { name: "students", order: "ASC", filters: [FILTER] } as const;
const Screen = () => (
  <ListScreen
    title="Talabalar"
    rules={RULES}
    path="/students/all"
    rowsOf={(answer) => answer.students as Row[]}
    rowId={(row) => row.id}
    rowName={(row) => row.fullName}
    columns={[
      { id: "fullName", header: "Talaba", fixed: true, cell: (row: Row) => row.fullName },
      { id: "id", header: "ID", cell: (row: Row) => row.id },
    ]}
    filters={[FILTER]}
    card={() => null}
    empty={{ title: "Yo'q", text: "" }}
  />
);

function server(views: SavedView[]) {
  return serve(({ verb, path, body }: Call): Told => {
    if (path === "/students/all") return { data: { students: [{ id: 1, fullName: "Ali" }], total: 1 } };
    if (verb === "GET") return { data: { views } };
    if (verb === "POST") {
      const { name } = body as { name: string };
      if (views.some((view) => view.name === name))
        return { status: 409, refusal: { code: "ACCESS_VIEW_NAME_TAKEN", errId: 231, message: "Bor" } };
      views.push({ id: views.length + 1, version: 1, ...(body as Pick<SavedView, "list" | "name" | "value">) });
      return { data: { view: views.at(-1) } };
    }
    if (verb === "PUT") {
      Object.assign(views[0] as SavedView, body, { version: 2 });
      return { data: { view: views[0] } };
    }
    views.splice(0, 1);
    return { data: {} };
  });
}

const left: SavedView = {
  id: 1,
  list: "students",
  name: "Ketganlar",
  version: 1,
  value: { address: { statusId: "5", perPage: "50" }, columns: ["fullName"] },
};
const item = (text: string) =>
  [...document.querySelectorAll<HTMLElement>("[role^=menuitem]")].find((one) => one.textContent?.includes(text));

afterEach(async () => {
  await strike();
  setApplied("students", null);
});

describe("the menu of views", () => {
  it("asks for the views only when it is opened", async () => {
    const calls = server([left]);
    await show(Screen, "/students");
    expect(calls.some((call) => call.path === "/views")).toBe(false);
    await click(named("Ko'rinishlar"));
    expect(calls.find((call) => call.path === "/views")?.query.get("list")).toBe("students");
  });

  it("gives the list its filters, size and columns, and says whose view it is", async () => {
    server([left]);
    const { address } = await show(Screen, "/students?page=2");
    await click(named("Ko'rinishlar"));
    await click(item("Ketganlar"));
    expect(address()).toBe("/students?perPage=50&statusId=5");
    expect(named("Ko'rinish: Ketganlar")).not.toBeNull();
    expect(document.querySelector("thead")?.textContent).not.toContain("ID");
  });

  it("marks a list that was changed since, and saves it over the view", async () => {
    const views = [{ ...left }];
    server(views);
    await show(Screen, "/students");
    await click(named("Ko'rinishlar"));
    await click(item("Ketganlar"));
    await click(named("Holati: Ketgan filtrini olib tashlash"));
    expect(named("Ko'rinish: Ketganlar, o'zgartirilgan")).not.toBeNull();
    await click(named("Ko'rinish: Ketganlar, o'zgartirilgan"));
    await click(item("ga saqlash"));
    expect(views[0]?.value.address).toEqual({ perPage: "50" });
    expect(named("Ko'rinish: Ketganlar")).not.toBeNull();
  });

  it("saves under a new name; a name that is taken stays to be mended", async () => {
    const views = [{ ...left }];
    server(views);
    await show(Screen, "/students?statusId=5");
    await click(named("Ko'rinishlar"));
    await click(item("Yangi"));
    await settle();
    const field = document.querySelector<HTMLInputElement>("[role=dialog] input");
    await type(field as HTMLInputElement, "Ketganlar");
    await click(named("Saqlash"));
    expect(field?.isConnected).toBe(true);
    await type(field as HTMLInputElement, "Yana ketganlar");
    await click(named("Saqlash"));
    expect(document.querySelector("[role=dialog]")).toBeNull();
    expect(views[1]).toMatchObject({ name: "Yana ketganlar", value: { address: { statusId: "5" } } });
  });
});
