/** Names of the API's types that checking uses. */
import type { Answer } from "@/api/request";

export type Chat = Answer<"get", "/homework-chat/{id}">;
export type QueueRow = Answer<"get", "/homework-chat/for-admin/queue">["submissions"][number];
export type Award = Answer<"get", "/homework-chat/{id}/award-preview">["award"];

export const WAITING = 1;
export const REJECTED = 2;
export const ACCEPTED = 3;
export const CHECKING = 4;

export const QUEUE_PATHS = {
  admin: "/homework-chat/for-admin/queue",
  academic: "/homework-chat/for-academic/queue",
} as const;
