/** Permission tree as values: module → option → action, their marks, and the effect of a click. */
import type { PermissionObject } from "@/api/types";
import type { Action } from "@/entities/access/permissions";
import { matchLevel } from "@/lib/folding";

export const ACTIONS: readonly Action[] = ["create", "read", "update", "delete"];

/** `module:option` (or `module`) → actions, as the server stores a role's permissions. */
export type Grants = Readonly<Record<string, readonly Action[]>>;
/** A permission with the actions that it can grant. */
export type Leaf = { key: string; module: string; option: string | null; actions: readonly Action[] };
export type Cell = { key: string; action: Action };
export type Mark = boolean | "indeterminate";
/** A module with its options; without any it is a permission itself. */
export type Branch = { module: string; leaves: readonly Leaf[] };

const inOrder = (actions: readonly string[]): Action[] => ACTIONS.filter((action) => actions.includes(action));

export function branchesOf(objects: readonly PermissionObject[]): Branch[] {
  return objects.map(({ name, permissions, children = [] }) => {
    const options = children.map((child) => ({
      key: `${name}:${child.name}`,
      module: name,
      option: child.name,
      actions: inOrder(child.permissions),
    }));
    const own = { key: name, module: name, option: null, actions: inOrder(permissions) };
    return { module: name, leaves: permissions.length > 0 ? [own, ...options] : options };
  });
}

/** Those of the permissions that are offered; a module without any is left out. */
export function offeredBranches(branches: readonly Branch[], offered: readonly string[]): Branch[] {
  return branches.flatMap((branch) => {
    const leaves = branch.leaves.filter((leaf) => offered.includes(leaf.key));
    return leaves.length > 0 ? [{ ...branch, leaves }] : [];
  });
}

/** The grants of the permissions that are offered, and the others: a form keeps those as they are. */
export function splitGrants(grants: Grants, offered: readonly string[]): { shown: Grants; kept: Grants } {
  const entries = Object.entries(grants);
  return {
    shown: Object.fromEntries(entries.filter(([key]) => offered.includes(key))),
    kept: Object.fromEntries(entries.filter(([key]) => !offered.includes(key))),
  };
}

export function grantsOf(objects: readonly PermissionObject[]): Grants {
  const leaves = branchesOf(objects).flatMap((branch) => branch.leaves);
  return Object.fromEntries(leaves.map((leaf) => [leaf.key, leaf.actions]));
}

export function cellsOf(leaves: readonly Leaf[], action?: Action): Cell[] {
  return leaves.flatMap((leaf) =>
    leaf.actions.filter((one) => action === undefined || one === action).map((one) => ({ key: leaf.key, action: one })),
  );
}

export const holds = (grants: Grants, { key, action }: Cell): boolean => grants[key]?.includes(action) ?? false;

export function countOf(grants: Grants): number {
  return Object.values(grants).reduce((sum, actions) => sum + actions.length, 0);
}

/** All, none or some of them. */
export function markOf(grants: Grants, cells: readonly Cell[]): Mark {
  const held = cells.filter((cell) => holds(grants, cell)).length;
  if (held === 0) return false;
  return held === cells.length ? true : "indeterminate";
}

/**
 * Click on a mark: a partial or empty one becomes whole, a whole one empty; permissions that may not be granted stay.
 * Changing implies reading, so reading is added with every other action, and they are removed with it.
 */
export function toggleCell(
  grants: Grants,
  cells: readonly Cell[],
  leaves: readonly Leaf[],
  may: (cell: Cell) => boolean,
) {
  const free = cells.filter(may);
  const on = free.some((cell) => !holds(grants, cell));
  const next: Record<string, readonly Action[]> = { ...grants };
  for (const leaf of leaves) {
    const pushed = free.filter((cell) => cell.key === leaf.key).map((cell) => cell.action);
    if (pushed.length === 0) continue;
    const own = next[leaf.key] ?? [];
    const mayRead = leaf.actions.includes("read") && may({ key: leaf.key, action: "read" });
    const goes = pushed.includes("read") ? leaf.actions.filter((action) => may({ key: leaf.key, action })) : pushed;
    const now = on ? [...own, ...pushed, ...(mayRead ? ["read"] : [])] : own.filter((one) => !goes.includes(one));
    if (now.length > 0) next[leaf.key] = inOrder(now);
    else delete next[leaf.key];
  }
  return next as Grants;
}

/** Another role's permissions without those that may not be granted, and the number left out. */
export function copyGrants(from: Grants, may: (cell: Cell) => boolean): { grants: Grants; left: number } {
  const granted = Object.entries(from).map(([key, actions]) => [key, actions.filter((action) => may({ key, action }))]);
  const grants = Object.fromEntries(granted.filter(([, actions]) => actions && actions.length > 0)) as Grants;
  return { grants, left: countOf(from) - countOf(grants) };
}

/** Branches and options that match the search; a matching module keeps all its options. */
export function filterBranches(
  branches: readonly Branch[],
  text: string,
  words: (leaf: Leaf) => [string, string],
): Branch[] {
  if (!text.trim()) return [...branches];
  return branches.flatMap((branch) => {
    const leaves = branch.leaves.filter((leaf) => matchLevel(text, ...words(leaf)) !== null);
    return leaves.length > 0 ? [{ ...branch, leaves }] : [];
  });
}

/** The same text for equal permissions, so that a form can detect a change. */
export function serializeGrants(grants: Grants): string {
  const entries = Object.entries(grants).filter(([, actions]) => actions.length > 0);
  return JSON.stringify(
    Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([k, v]) => [k, inOrder(v)])),
  );
}

export const parseGrants = (text: string): Grants => JSON.parse(text || "{}");
