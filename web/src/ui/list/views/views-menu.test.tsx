import { screen, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import type { SavedView, StudentRow } from "@/api/types";
import { waitForIdle } from "@/testing/clock";
import { type ApiCall, type ApiReply, mockApi } from "@/testing/mock-api";
import { renderScreen } from "@/testing/render-screen";
import { user } from "@/testing/user";
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
  return mockApi(({ verb, path, body }: ApiCall): ApiReply => {
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
const item = (text: string) => screen.getByRole("menuitem", { name: (name) => name.includes(text) });

afterEach(() => {
  setApplied("students", null);
});

describe("the menu of views", () => {
  it("the views are fetched only when the menu opens", async () => {
    const calls = server([left]);
    await renderScreen(Screen, { at: "/students" });
    expect(calls.some((call) => call.path === "/views")).toBe(false);
    await user.click(screen.getByRole("button", { name: "Ko'rinishlar" }));
    expect(calls.find((call) => call.path === "/views")?.query.get("list")).toBe("students");
  });

  it("a view applies its filters, page size and columns, and names its owner", async () => {
    server([left]);
    const { address } = await renderScreen(Screen, { at: "/students?page=2" });
    await user.click(screen.getByRole("button", { name: "Ko'rinishlar" }));
    await user.click(item("Ketganlar"));
    expect(address()).toBe("/students?perPage=50&statusId=5");
    expect(screen.getByRole("button", { name: "Ko'rinish: Ketganlar" })).toBeInTheDocument();
    expect(screen.queryByRole("columnheader", { name: "ID" })).not.toBeInTheDocument();
  });

  it("a changed list is marked, and can be saved over the view", async () => {
    const views = [{ ...left }];
    server(views);
    await renderScreen(Screen, { at: "/students" });
    await user.click(screen.getByRole("button", { name: "Ko'rinishlar" }));
    await user.click(item("Ketganlar"));
    await user.click(screen.getByRole("button", { name: "Holati: Ketgan filtrini olib tashlash" }));
    expect(screen.getByRole("button", { name: "Ko'rinish: Ketganlar, o'zgartirilgan" })).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Ko'rinish: Ketganlar, o'zgartirilgan" }));
    await user.click(item("ga saqlash"));
    expect(views[0]?.value.address).toEqual({ perPage: "50" });
    expect(screen.getByRole("button", { name: "Ko'rinish: Ketganlar" })).toBeInTheDocument();
  });

  it("a view is saved under a new name, and a taken name stays to be corrected", async () => {
    const views = [{ ...left }];
    server(views);
    await renderScreen(Screen, { at: "/students?statusId=5" });
    await user.click(screen.getByRole("button", { name: "Ko'rinishlar" }));
    await user.click(item("Yangi"));
    await waitForIdle();
    const field = within(screen.getByRole("dialog")).getByRole("textbox");
    await user.fill(field, "Ketganlar");
    await user.click(screen.getByRole("button", { name: "Saqlash" }));
    expect(field.isConnected).toBe(true);
    await user.fill(field, "Yana ketganlar");
    await user.click(screen.getByRole("button", { name: "Saqlash" }));
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    expect(views[1]).toMatchObject({ name: "Yana ketganlar", value: { address: { statusId: "5" } } });
  });
});
