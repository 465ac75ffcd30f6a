/** Status of a work: its word and its tone (D-23). */
import type { Tone } from "@/ui/display/status-tag";

export const WAITING = 1;
export const REJECTED = 2;
export const ACCEPTED = 3;
export const CHECKING = 4;
export const UNCOMPLETED = 5;
export const NOT_GIVEN = 6;
export type Status = 1 | 2 | 3 | 4 | 5 | 6;

export const WORDS = {
  [WAITING]: "homework.status.waiting",
  [REJECTED]: "homework.status.rejected",
  [ACCEPTED]: "homework.status.accepted",
  [CHECKING]: "homework.status.checking",
  [UNCOMPLETED]: "homework.status.uncompleted",
  [NOT_GIVEN]: "homework.status.notGiven",
} as const satisfies Record<Status, string>;

export const TONES: Record<Status, Tone> = {
  [WAITING]: "warn",
  [REJECTED]: "bad",
  [ACCEPTED]: "good",
  [CHECKING]: "info",
  [UNCOMPLETED]: "quiet",
  [NOT_GIVEN]: "quiet",
};

/** The sections of a lesson's page, in the order of what is to be done. */
export const SECTIONS: readonly {
  key: "waiting" | "rejected" | "accepted" | "uncompleted" | "notGiven";
  of: readonly Status[];
}[] = [
  { key: "waiting", of: [WAITING, CHECKING] },
  { key: "rejected", of: [REJECTED] },
  { key: "accepted", of: [ACCEPTED] },
  { key: "uncompleted", of: [UNCOMPLETED] },
  { key: "notGiven", of: [NOT_GIVEN] },
];
