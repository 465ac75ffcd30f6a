/** The side menu as a tree: entries of the screen table that the person may open, grouped and in order. */
import type { LucideIcon } from "lucide-react";
import { matchPath } from "react-router";
import type { PermissionObject } from "@/api/types";
import { GROUPS, type Guard, SCREENS, type Screen } from "@/app/screens";
import { isKnownPermission } from "@/entities/access/known-permissions";
import { permits } from "@/entities/access/permissions";
import type { TextKey } from "@/i18n/texts";

export type MenuEntry = { label: TextKey; icon?: LucideIcon; to?: string; children: MenuEntry[]; order: number };

/** True where these permissions open the screen. */
export function mayOpen({ permission, action }: Guard, rights: PermissionObject[]): boolean {
  if (permission === "public" || permission === "signed-in") return true;
  return isKnownPermission(permission) && permits(rights, permission, action ?? "read");
}

export function menuOf(rights: PermissionObject[], screens: Screen[] = SCREENS): MenuEntry[] {
  const tops = new Map<string, MenuEntry>();
  for (const screen of screens) {
    const { path, menu } = screen;
    if (!menu || !mayOpen(screen, rights)) continue;
    if (menu.group === undefined) {
      tops.set(path, { label: menu.label, icon: menu.icon, to: path, children: [], order: menu.order });
      continue;
    }
    const group = tops.get(menu.group) ?? { ...GROUPS[menu.group], children: [] };
    group.children.push({ label: menu.label, to: path, children: [], order: menu.order });
    tops.set(menu.group, group);
  }
  const inOrder = (a: MenuEntry, b: MenuEntry) => a.order - b.order;
  for (const top of tops.values()) top.children.sort(inOrder);
  return [...tops.values()].sort(inOrder);
}

/** Home page: the first entry of the menu, or its first child. */
export function homeOf(rights: PermissionObject[]): string {
  const first = menuOf(rights)[0];
  return first?.to ?? first?.children[0]?.to ?? "/profile";
}

/** Is the entry the one of the page that is open? A detail belongs to its list: to that which its crumbs name. */
export function isOpen(to: string | undefined, pathname: string): boolean {
  if (to === undefined) return false;
  const screen = SCREENS.find(({ path }) => matchPath(path, pathname));
  const list = screen?.menu ? screen.path : screen?.crumbs.findLast((crumb) => crumb.to && isEntry(crumb.to))?.to;
  return list === undefined ? pathname === to || pathname.startsWith(`${to}/`) : list === to;
}

const isEntry = (path: string): boolean => SCREENS.some((screen) => screen.menu !== undefined && screen.path === path);
