/** Contract between the group page and its sub-pages (D-54, D-55). */
import type { ComponentType } from "react";
import type { TextKey } from "@/i18n/texts";

/** The reader: staff of the group's branch, or the teacher named by its schedule (D-13). */
export type Audience = "admin" | "academic";

export type TabProps = {
  groupId: number;
  audience: Audience;
  /** 0 where the group has none (D-55). */
  staffId: number;
  scheduleId: number;
};

/** R1-109: attendance 1, videos 2, homework 3, exam 4, info 5, journal 6, the teacher's own attendance 7. */
export type TabNumber = 1 | 2 | 3 | 4 | 5 | 6 | 7;
export const ATTENDANCE: TabNumber = 1;
export const INFO: TabNumber = 5;

export type GroupTab = {
  number: TabNumber;
  label: TextKey;
  /** The options of which one is enough to read it; none named: any option of the module. */
  options: readonly string[];
  Content: ComponentType<TabProps>;
};

export const moduleOf = (audience: Audience): "all_groups" | "my_groups" =>
  audience === "admin" ? "all_groups" : "my_groups";

/** Permission that opens a sub-page: `all_groups:attendance`, alternatives separated by a bar. */
export function permissionOf({ options }: Pick<GroupTab, "options">, audience: Audience): string {
  const module = moduleOf(audience);
  return options.length === 0 ? module : options.map((option) => `${module}:${option}`).join("|");
}

/** Path of the group list of this audience. */
export const homeOf = (audience: Audience): "/groups" | "/my-groups" =>
  audience === "admin" ? "/groups" : "/my-groups";

export const groupPath = (audience: Audience, { groupId, staffId, scheduleId }: Omit<TabProps, "audience">): string =>
  `${homeOf(audience)}/${groupId}/staff/${staffId}/schedule/${scheduleId}`;
