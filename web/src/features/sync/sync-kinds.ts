/** Kinds of synchronisation, by the names of their calls (D-64). */
import type { SyncRunRow } from "@/api/types";
import type { Tone } from "@/ui/display/status-tag";

export const KINDS = [
  "all",
  "students",
  "teachers",
  "groups",
  "gamification-students",
  "gamification-connection",
] as const;
export type Kind = (typeof KINDS)[number];

const CALLS: Record<Kind | "group_students", string> = {
  all: "all",
  students: "student",
  teachers: "teachers",
  groups: "groups",
  group_students: "group-students",
  "gamification-students": "gamification-students",
  "gamification-connection": "gamification-connection",
};

export const callOf = (kind: keyof typeof CALLS): string => CALLS[kind];

type Status = SyncRunRow["status"];

export const isUnderWay = (status: Status): boolean => status === "waiting" || status === "running";

export const STATUS_TONES: Record<Status, Tone> = {
  waiting: "quiet",
  running: "info",
  done: "good",
  done_with_messages: "warn",
  aborted: "quiet",
  failed: "bad",
};
