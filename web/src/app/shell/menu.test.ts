// P4: the menu shows exactly the screens that the server allows
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { PermissionObject } from "@/api/types";
import { SCREENS, screensFile } from "@/app/screens";
import { isKnownPermission, knownPermissions } from "@/entities/access/known-permissions";
import { permits } from "@/entities/access/permissions";
import { say } from "@/i18n/texts";
import { homeOf, isOpen, mayOpen, menuOf } from "./menu";

const right = (module: string, option: string, ...permissions: string[]): PermissionObject => ({
  name: module,
  permissions: [],
  children: [{ name: option, permissions, children: [] }],
});
const students = [right("users", "students", "read")];
const labels = (rights: PermissionObject[]) =>
  menuOf(rights).flatMap((top) => [top.label, ...top.children.map((child) => child.label)]);

describe("rights", () => {
  it("an option needs its own action", () => {
    expect(permits(students, "users:students", "read")).toBe(true);
    expect(permits(students, "users:students", "update")).toBe(false);
    expect(permits(students, "users:staff", "read")).toBe(false);
  });

  it("a bare module holds with any readable option (D-53)", () => {
    expect(permits(students, "users", "read")).toBe(true);
    expect(permits(students, "settings", "read")).toBe(false);
    expect(permits([{ name: "profile", permissions: ["read"], children: [] }], "profile", "read")).toBe(true);
  });

  it("one of several permissions is enough, with the requested action", () => {
    const guard = { permission: "users:students|all_groups", action: "update" } as const;
    expect(mayOpen(guard, students)).toBe(false);
    expect(mayOpen(guard, [right("users", "students", "update")])).toBe(true);
    expect(mayOpen(guard, [right("all_groups", "exam", "update")])).toBe(true);
    expect(mayOpen(guard, [right("my_groups", "exam", "update")])).toBe(false);
  });

  it("the known permissions are the server's", () => {
    const { permissions } = JSON.parse(readFileSync("../contracts/vocabulary.json", "utf8"));
    expect(knownPermissions().sort()).toEqual(Object.keys(permissions).sort());
  });

  it("an unknown permission opens for nobody", () => {
    expect(isKnownPermission("users:students")).toBe(true);
    expect(isKnownPermission("users:ghosts")).toBe(false);
    expect(isKnownPermission("ghosts")).toBe(false);
    expect(isKnownPermission("users:students|users:ghosts")).toBe(false);
    expect(mayOpen({ permission: "users:ghosts" }, [right("users", "ghosts", "read")])).toBe(false);
  });
});

describe("the side menu", () => {
  it("the menu shows only permitted screens, and no empty group", () => {
    expect(labels(students)).toContain("shell.students");
    expect(labels([])).not.toContain("shell.students");
    expect(labels([])).not.toContain("shell.users");
  });

  it("synchronisations are offered to people who may start one, jobs to people who may see them (D-59)", () => {
    expect(labels(students)).not.toContain("shell.synchronisation");
    expect(labels([right("users", "students", "read", "update")])).toContain("shell.synchronisation");
    expect(labels([right("settings", "integrations", "read")])).toContain("shell.jobs");
    expect(labels([right("settings", "integrations", "read")])).not.toContain("shell.synchronisation");
  });

  it("home leads to the first entry or its first child", () => {
    expect(homeOf(students)).toBe("/students");
    expect(homeOf([])).toBe("/profile");
  });
});

describe("the screen table", () => {
  it("every screen names an existing permission", () => {
    const permissions = SCREENS.map((screen) => screen.permission).filter(
      (one) => one !== "public" && one !== "signed-in",
    );
    expect(permissions.filter((permission) => !isKnownPermission(permission))).toEqual([]);
  });

  it("a screen needs the permission of the call it reads (contracts/access.csv)", () => {
    const READS: Record<string, string> = {
      "/students": "/students/all",
      "/students/:studentId": "/students/{id}",
      "/synchronization": "/synchronization/runs",
      "/jobs": "/jobs/all",
      "/control/roles/:id": "/roles/{id}/detail",
      "/control/:userId/users": "/users/by-role/{role}",
    };
    const calls = readFileSync("../contracts/access.csv", "utf8").split("\n");
    for (const [path, call] of Object.entries(READS)) {
      const [, , permission, action] = calls.find((row) => row.startsWith(`GET,/api/staff${call},`))?.split(",") ?? [];
      const screen = SCREENS.find((one) => one.path === path);
      expect([screen?.permission, screen?.action ?? "read"], path).toEqual([permission, action]);
    }
  });

  it("the path of the staff list is fixed (R1-125)", () => {
    const staff = SCREENS.find((screen) => screen.path === "/users/staff");
    expect(staff?.crumbs.map((crumb) => say(crumb.label))).toEqual(["Foydalanuvchilar", "Xodimlar"]);
  });

  it("each path is unique", () => {
    expect(new Set(SCREENS.map((screen) => screen.path)).size).toBe(SCREENS.length);
  });

  it("contracts/screens.json is fresh (npm run screens)", () => {
    expect(readFileSync("../contracts/screens.json", "utf8")).toBe(screensFile());
  });
});

it("the menu marks the list that a page belongs to, whatever its path begins with", () => {
  const marked = (path: string) => ["/users/staff", "/control", "/students"].filter((to) => isOpen(to, path));
  expect(marked("/control/users/add")).toEqual(["/users/staff"]);
  expect(marked("/control/3/users/9/edit")).toEqual(["/users/staff"]);
  expect(marked("/control/roles/3")).toEqual(["/control"]);
  expect(marked("/students/7")).toEqual(["/students"]);
  expect(marked("/users/students/authors")).toEqual(["/students"]);
});
