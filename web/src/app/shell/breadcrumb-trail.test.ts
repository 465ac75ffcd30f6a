import { describe, expect, it } from "vitest";
import { returnTo, signInPath } from "@/app/auth-redirect";
import { masked } from "@/app/errors/report-error";
import { badgeOf } from "./bell";
import { collapseTrail, shortenLabel, trailFrom } from "./breadcrumb-trail";

const items = (...labels: string[]) => labels.map((label) => ({ label }));
const names = (trail: { label: string }[]) => trail.map((item) => item.label);

describe("breadcrumbs (part 1 §2, §9)", () => {
  it("three items are shown in full, a fourth collapses the middle into an ellipsis (R1-032)", () => {
    expect(collapseTrail(items("a", "b", "c")).hidden).toEqual([]);
    const four = collapseTrail(items("a", "b", "c", "d"));
    expect([names(four.before), names(four.hidden), names(four.after)]).toEqual([["a"], ["b"], ["c", "d"]]);
    expect(names(collapseTrail(items("a", "b", "c", "d", "e")).hidden)).toEqual(["b", "c"]);
  });

  it("a label of more than 20 characters is trimmed to 15", () => {
    expect(shortenLabel("12345678901234567890")).toBe("12345678901234567890");
    expect(shortenLabel("123456789012345678901")).toBe("123456789012345…");
  });

  it("leaving a statistics path keeps its breadcrumbs in front (R1-034, R2-050)", () => {
    const left = { pathname: "/homework/statistics", trail: items("Study", "Statistics") };
    expect(names(trailFrom(left, items("Groups", "Python N12")))).toEqual(["Study", "Statistics", "Python N12"]);
    expect(names(trailFrom({ ...left, pathname: "/groups" }, items("Groups")))).toEqual(["Groups"]);
    expect(names(trailFrom(null, items("Groups")))).toEqual(["Groups"]);
  });
});

describe("the way to sign-in and back (D-42)", () => {
  it("comes back to the page with its filters", () => {
    const path = signInPath("/students?page=3&value=sh");
    expect(returnTo(new URL(path, "http://x").search)).toBe("/students?page=3&value=sh");
  });

  it("never leads to another site or in a circle", () => {
    for (const from of ["//evil.example", "https://evil.example", "/\\evil.example", "/signin?from=/", "evil"]) {
      expect(returnTo(`?from=${encodeURIComponent(from)}`)).toBe("/");
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
