// D-53, D-56: marks of the tree, the effect of a click, and permissions out of reach
import { describe, expect, it } from "vitest";
import {
  branchesOf,
  type Cell,
  cellsOf,
  copyGrants,
  countOf,
  filterBranches,
  type Grants,
  grantsOf,
  type Leaf,
  markOf,
  parseGrants,
  serializeGrants,
  toggleCell,
} from "./permission-tree";

const object = (name: string, permissions: string[], children: { name: string; permissions: string[] }[] = []) => ({
  name,
  permissions,
  children: children.map((child) => ({ ...child, children: [] })),
});
const WHOLE = ["create", "read", "update", "delete"];
const ALL = branchesOf([
  object(
    "users",
    [],
    [
      { name: "students", permissions: WHOLE },
      { name: "staff", permissions: WHOLE },
    ],
  ),
  object("profile", ["update", "read"]),
  object("notifications", [], [{ name: "sent", permissions: ["create", "read", "delete"] }]),
]);
const [users, profile, notifications] = ALL.map((branch) => branch.leaves);
const students: readonly Leaf[] = users?.slice(0, 1) ?? [];
const anything = () => true;
const press = (
  grants: Grants,
  leaves: readonly Leaf[] | undefined = students,
  action?: Cell["action"],
  may: (cell: Cell) => boolean = anything,
) => toggleCell(grants, cellsOf(leaves, action), leaves, may);

describe("the tree as read", () => {
  it("the tree has modules, options and actions in one order; a module without options is a permission itself", () => {
    expect(users?.map((leaf) => leaf.key)).toEqual(["users:students", "users:staff"]);
    expect(profile).toEqual([{ key: "profile", module: "profile", option: null, actions: ["read", "update"] }]);
    expect(grantsOf([object("users", [], [{ name: "staff", permissions: ["delete", "read"] }])])).toEqual({
      "users:staff": ["read", "delete"],
    });
  });

  it("a search finds an option in any spelling, and a whole module by its label", () => {
    const words = (leaf: { module: string; option: string | null }): [string, string] => [
      leaf.module === "users" ? "Foydalanuvchilar" : leaf.module,
      leaf.option === "students" ? "Oʻquvchi talabalar" : (leaf.option ?? ""),
    ];
    const keys = (text: string) =>
      filterBranches(ALL, text, words).flatMap(({ leaves }) => leaves.map((leaf) => leaf.key));
    expect(keys("o'quv")).toEqual(["users:students"]);
    expect(keys("ўқув")).toEqual(["users:students"]);
    expect(keys("foyda")).toEqual(["users:students", "users:staff"]);
    expect(keys("  ")).toHaveLength(4);
    expect(keys("zzz")).toEqual([]);
  });
});

describe("marks", () => {
  const cells = cellsOf(users ?? []);

  it.each([
    [{}, false],
    [{ "users:students": ["read"] }, "indeterminate"],
    [{ "users:students": WHOLE }, "indeterminate"],
    [{ "users:students": WHOLE, "users:staff": WHOLE }, true],
    [{ profile: ["read"] }, false],
  ] as [Grants, unknown][])("of a module: %o is %s", (grants, mark) => {
    expect(markOf(grants, cells)).toBe(mark);
  });

  it("the mark of an action over a module counts that action alone", () => {
    const grants: Grants = { "users:students": ["read"], "users:staff": ["read", "update"] };
    expect(markOf(grants, cellsOf(users ?? [], "read"))).toBe(true);
    expect(markOf(grants, cellsOf(users ?? [], "update"))).toBe("indeterminate");
    expect(markOf(grants, cellsOf(users ?? [], "delete"))).toBe(false);
  });

  it("an action that an option does not have has no mark", () => {
    expect(cellsOf(notifications ?? [], "update")).toEqual([]);
    expect(cellsOf(notifications ?? [])).toHaveLength(3);
  });
});

describe("a press", () => {
  it("a click makes a partial or empty mark whole, and a whole one empty", () => {
    const whole = press({}, users);
    expect(whole).toEqual({ "users:students": WHOLE, "users:staff": WHOLE });
    expect(press({ "users:students": ["read"] }, users)).toEqual(whole);
    expect(press(whole, users)).toEqual({});
  });

  it("a click on one action leaves the others unchanged", () => {
    const before: Grants = { "users:students": ["read"], profile: ["read"] };
    expect(press(before, students, "delete")).toEqual({ "users:students": ["read", "delete"], profile: ["read"] });
    expect(before).toEqual({ "users:students": ["read"], profile: ["read"] });
  });

  it("reading is added with any other action, and they are removed with it", () => {
    expect(press({}, students, "update")).toEqual({ "users:students": ["read", "update"] });
    expect(press({ "users:students": WHOLE as Cell["action"][] }, students, "read")).toEqual({});
    expect(press({ "users:students": ["read", "update"] }, students, "update")).toEqual({ "users:students": ["read"] });
  });

  it("a click neither grants nor removes permissions that the person does not hold (D-56)", () => {
    const may = ({ key, action }: Cell) => key === "users:students" && action !== "delete";
    expect(press({}, users, undefined, may)).toEqual({ "users:students": ["create", "read", "update"] });
    const kept: Grants = { "users:students": ["create", "read", "update", "delete"], "users:staff": ["read"] };
    expect(press(kept, users, undefined, may)).toEqual({ "users:students": ["delete"], "users:staff": ["read"] });
    expect(press({}, users, "delete", may)).toEqual({});
  });
});

describe("another role's permissions", () => {
  const from: Grants = { "users:students": ["read", "delete"], profile: ["read"], "users:staff": ["delete"] };

  it("copying leaves out permissions that the person does not hold, and counts them", () => {
    expect(copyGrants(from, ({ action }) => action === "read")).toEqual({
      grants: { "users:students": ["read"], profile: ["read"] },
      left: 2,
    });
    expect(copyGrants(from, anything)).toEqual({ grants: from, left: 0 });
    expect(countOf(from)).toBe(4);
  });
});

describe("permissions as a form value", () => {
  it("equal permissions have the same text in any order", () => {
    const one: Grants = { profile: ["read"], "users:staff": ["delete", "read"], "users:students": [] };
    const other: Grants = { "users:staff": ["read", "delete"], profile: ["read"] };
    expect(serializeGrants(one)).toBe(serializeGrants(other));
    expect(parseGrants(serializeGrants(one))).toEqual(other);
    expect(parseGrants("")).toEqual({});
  });
});
