import { describe, expect, it } from "vitest";
import {
  cleared,
  countChanged,
  countInForce,
  type Filter,
  inForce,
  type ListRules,
  narrowing,
  pageAfterResize,
  pagesShown,
  queryOf,
  readAddress,
  withFilter,
  writeAddress,
} from "./list-address";

const status: Filter = {
  kind: "one",
  name: "statusId",
  label: "Holati",
  choices: [
    { value: "1", label: "Faol" },
    { value: "5", label: "Ketgan" },
  ],
  standard: "1",
};
const offices: Filter = {
  kind: "many",
  name: "officeIds",
  label: "Filial",
  choices: [{ value: "3", label: "Chilonzor" }],
};
const filters = [status, offices];
const rules: ListRules = { name: "students", filters, order: "ASC", keys: ["firstName", "hId"] };
const at = (address: string) => readAddress(rules, new URLSearchParams(address));

describe("the address of a list", () => {
  it("begins with active students by name, ten a page (R1-152, part 1 §2)", () => {
    expect(queryOf(rules, at(""), 10)).toEqual({ page: 1, perPage: 10, orderBy: "ASC", statusId: "1" });
  });

  it("leaves out what is as the list begins and keeps what is not the list's", () => {
    const state = { ...at("page=4&value=shah"), page: 1, value: "" };
    expect(writeAddress(rules, state, new URLSearchParams("page=4&value=shah&peek=7")).toString()).toBe("peek=7");
  });

  it("comes back the same after being written", () => {
    const address = "page=3&perPage=50&value=shahzoda&orderBy=DESC&statusId=all&officeIds=3%2C4";
    expect(writeAddress(rules, at(address), new URLSearchParams()).toString()).toBe(address);
  });

  it("asks for all statuses when the standard one was taken off", () => {
    const all = withFilter(at("page=6"), "statusId", []);
    expect(all.page).toBe(1);
    expect(writeAddress(rules, all, new URLSearchParams()).toString()).toBe("statusId=all");
    expect(queryOf(rules, at("statusId=all"), 20)).not.toHaveProperty("statusId");
  });

  it("names the keys of the search only while something is searched", () => {
    expect(queryOf(rules, at("value=sh"), 10)).toMatchObject({ value: "sh", keys: "firstName,hId" });
    expect(queryOf(rules, at(""), 10)).not.toHaveProperty("keys");
  });

  it("takes nonsense in the address as not said", () => {
    expect(at("page=-2&perPage=7&orderBy=up")).toMatchObject({ page: 1, perPage: null, order: "ASC" });
  });

  it("clears back to the standard filter and keeps the order", () => {
    expect(cleared(rules, at("statusId=5&officeIds=3&value=a&orderBy=DESC&page=2"))).toMatchObject({
      page: 1,
      value: "",
      order: "DESC",
      filters: { statusId: ["1"] },
    });
  });
});

describe("the chips", () => {
  const chips = (address: string) => inForce(filters, at(address), "hammasi");

  it("take the standard off to all, all back to the standard, and another value back to the standard", () => {
    expect(chips("")).toMatchObject([{ label: "Holati: Faol", without: [] }]);
    expect(chips("statusId=all")).toMatchObject([{ label: "Holati: hammasi", without: ["1"] }]);
    expect(chips("statusId=5")).toMatchObject([{ label: "Holati: Ketgan", without: ["1"] }]);
  });

  it("name the value itself where no choice has it", () => {
    expect(chips("officeIds=3,9")[1]).toMatchObject({ label: "Filial: Chilonzor, 9" });
  });

  it("are counted only where something differs from the beginning", () => {
    expect(countChanged(rules, at(""))).toBe(0);
    expect(countChanged(rules, at("statusId=all&officeIds=3"))).toBe(2);
  });
});

it("the number on the phone's button counts what is in force, the standard filter too (mock)", () => {
  expect(countInForce(at(""))).toBe(1);
  expect(countInForce(at("officeIds=3"))).toBe(2);
  expect(countInForce(at("statusId=all"))).toBe(0);
});

it("knows what may be hiding rows", () => {
  expect(
    ["", "statusId=all", "value=a", "statusId=5", "statusId=all&officeIds=3"].map((query) =>
      narrowing(rules, at(query)),
    ),
  ).toEqual(["standard", "nothing", "chosen", "chosen", "chosen"]);
});

describe("the pages below", () => {
  it("show the first, the last and those about the one shown", () => {
    expect(pagesShown(1, 1241)).toEqual([1, 2, 3, null, 1241]);
    expect(pagesShown(600, 1241)).toEqual([1, null, 599, 600, 601, null, 1241]);
    expect(pagesShown(1241, 1241)).toEqual([1, null, 1239, 1240, 1241]);
    expect(pagesShown(4, 6)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(pagesShown(1, 1)).toEqual([1]);
    expect(pagesShown(2, 2)).toEqual([1, 2]);
  });

  it("keep the first row in view when the size changes", () => {
    expect(pageAfterResize(5, 10, 20)).toBe(3);
    expect(pageAfterResize(3, 20, 10)).toBe(5);
  });
});
