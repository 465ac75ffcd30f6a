import { describe, expect, it } from "vitest";
import { type ListRules, readAddress } from "@/ui/list/list-address";
import type { Column } from "@/ui/table/columns";
import { sameView, stateOf, viewOf } from "./view-state";

const RULES: ListRules = {
  name: "students",
  order: "ASC",
  filters: [
    { kind: "one", name: "statusId", standard: "1" },
    { kind: "many", name: "officeIds" },
  ],
};
const COLUMNS: Column<object>[] = [
  { id: "id", header: "ID", cell: () => null },
  { id: "name", header: "Ism", fixed: true, cell: () => null },
  { id: "login", header: "Login", spare: true, cell: () => null },
];
const state = (address: string) => readAddress(RULES, new URLSearchParams(address));
const view = (address: string, chosen?: string[]) => viewOf(RULES, state(address), 20, COLUMNS, chosen);

describe("a saved view", () => {
  it("keeps filters, search, order, size and columns, not the page", () => {
    expect(view("page=7&statusId=all&officeIds=3,2&value=ali&orderBy=DESC", ["login"])).toEqual({
      address: { perPage: "20", statusId: "all", officeIds: "3,2", value: "ali", orderBy: "DESC" },
      columns: ["name", "login"],
    });
  });

  it("says nothing of columns that are the usual ones, chosen or not", () => {
    expect(view("", ["id"]).columns).toBeNull();
    expect(sameView(view(""), view("page=3", ["id"]))).toBe(true);
  });

  it("gives the list back as it stood, from its first page", () => {
    const saved = view("page=7&statusId=all&value=ali");
    expect(stateOf(RULES, saved)).toEqual({ ...state("statusId=all&value=ali"), perPage: 20 });
    expect(sameView(viewOf(RULES, stateOf(RULES, saved), 20, COLUMNS, undefined), saved)).toBe(true);
  });

  it("is changed by a filter, a word, an order, a size or a column", () => {
    const saved = view("statusId=all");
    for (const other of [
      view(""),
      view("statusId=all&value=a"),
      view("statusId=all&orderBy=DESC"),
      view("statusId=all", []),
    ])
      expect(sameView(saved, other)).toBe(false);
    expect(sameView(saved, viewOf(RULES, state("statusId=all"), 50, COLUMNS, undefined))).toBe(false);
  });

  it("of a list that has lost a filter leaves that out", () => {
    const saved = { address: { gone: "1", perPage: "33", statusId: "5" }, columns: null };
    expect(stateOf(RULES, saved)).toMatchObject({ perPage: null, filters: { statusId: ["5"] } });
  });
});
