import { describe, expect, it } from "vitest";
import { masked } from "@/app/errors/report-error";
import { signInPath, wayBack } from "@/app/ways";
import { badgeOf } from "./bell";
import { folded, trailAfter, trimmed } from "./trail";

const items = (...labels: string[]) => labels.map((label) => ({ label }));
const names = (trail: { label: string }[]) => trail.map((item) => item.label);

describe("breadcrumbs (part 1 §2, §9)", () => {
  it("three items stand in full, a fourth folds the middle behind an ellipsis (R1-032)", () => {
    expect(folded(items("a", "b", "c")).hidden).toEqual([]);
    const four = folded(items("a", "b", "c", "d"));
    expect([names(four.before), names(four.hidden), names(four.after)]).toEqual([["a"], ["b"], ["c", "d"]]);
    expect(names(folded(items("a", "b", "c", "d", "e")).hidden)).toEqual(["b", "c"]);
  });

  it("a label of more than 20 characters is trimmed to 15", () => {
    expect(trimmed("12345678901234567890")).toBe("12345678901234567890");
    expect(trimmed("123456789012345678901")).toBe("123456789012345…");
  });

  it("leaving a statistics path keeps its breadcrumbs in front (R1-034, R2-050)", () => {
    const left = { pathname: "/homework/statistics", trail: items("Study", "Statistics") };
    expect(names(trailAfter(left, items("Groups", "Python N12")))).toEqual(["Study", "Statistics", "Python N12"]);
    expect(names(trailAfter({ ...left, pathname: "/groups" }, items("Groups")))).toEqual(["Groups"]);
    expect(names(trailAfter(null, items("Groups")))).toEqual(["Groups"]);
  });
});

describe("the way to sign-in and back (D-42)", () => {
  it("comes back to the page with its filters", () => {
    const path = signInPath("/students?page=3&value=sh");
    expect(wayBack(new URL(path, "http://x").search)).toBe("/students?page=3&value=sh");
  });

  it("never leads to another site or in a circle", () => {
    for (const from of ["//evil.example", "https://evil.example", "/\\evil.example", "/signin?from=/", "evil"]) {
      expect(wayBack(`?from=${encodeURIComponent(from)}`)).toBe("/");
    }
  });
});

it("the notification badge is capped at 9", () => {
  expect([0, 1, 9, 10, 120].map((count) => badgeOf(count))).toEqual([undefined, "1", "9", "9+", "9+"]);
});

it("an error report carries no phone, paper or token (D-76)", () => {
  const text = masked("GET /students?value=998901234567 AA 1234567 eyJhbGciOi.eyJzdWIi.x-y");
  expect(text).not.toMatch(/998901234567|1234567|eyJ/);
});
