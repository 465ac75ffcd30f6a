/** Labels of a role's type, number and states. */
import type { TextKey } from "@/i18n/texts";
import { isRecordId } from "@/lib/record-id";

export const STAFF = 1;
export const ACADEMIC = 2;

export const TYPE_LABELS: Record<number, TextKey> = {
  [STAFF]: "roles.types.staff",
  [ACADEMIC]: "roles.types.academic",
  3: "roles.types.student",
};

export const NUMBER_LABELS: Record<number, TextKey> = {
  1: "roles.numbers.admin",
  2: "roles.numbers.teacher",
  3: "roles.numbers.assistant",
  4: "roles.numbers.student",
};

/** The numbers that a role of a type may have (D-57). */
export const NUMBERS_OF: Record<number, readonly number[]> = { [STAFF]: [1], [ACADEMIC]: [2, 3] };

export const STATUS_LABELS: Record<number, TextKey> = {
  1: "roles.statuses.active",
  2: "roles.statuses.blocked",
  3: "roles.statuses.new",
};

export const BLOCKED = 2;
export const ROLES_PERMISSION = "staff_control:roles";
/** Id of a path segment; null where it is no number. */
export const parseId = (text: string | undefined) => (text && isRecordId(text) ? Number(text) : null);
