/** Messages to students absent without a reason (D-158): their calls, whom they concern, and their state in words. */
import type { TFunction } from "i18next";
import type { Answer } from "@/api/request";
import { formatTime } from "@/lib/dates";

export type Audience = "admin" | "academic";
export type AbsencePreview = Answer<"post", "/attendance/for-admin/absence-sms/preview">;
export type AbsenceSms = NonNullable<AbsencePreview["recipients"][number]["sms"]>;

export const PREVIEW_PATHS = {
  admin: "/attendance/for-admin/absence-sms/preview",
  academic: "/attendance/for-academic/absence-sms/preview",
} as const;
export const SEND_PATHS = {
  admin: "/attendance/for-admin/absence-sms",
  academic: "/attendance/for-academic/absence-sms",
} as const;

/** From this one on absences in a row are shown. */
export const SHOWN_FROM = 3;

const ABSENT = 2;
const WITHOUT_REASON = 3;

type Absence = { status: number | null; reason: number | null; sms: AbsenceSms | null };

/** True for a student who is absent without a reason and has got no message of the lesson. */
export const isUntold = ({ status, reason, sms }: Absence): boolean =>
  status === ABSENT && reason === WITHOUT_REASON && sms === null;

export const isOnItsWay = (sms: AbsenceSms | null): boolean => sms?.status === "waiting" || sms?.status === "unknown";

/** "SMS: yetkazilgan"; at night the hour at which it leaves. */
export function smsText(sms: AbsenceSms, zone: string, t: TFunction): string {
  if (sms.status === "waiting" && sms.waitsUntil)
    return t("absences.leavesAt", { time: formatTime(sms.waitsUntil, zone) });
  const logged = sms.status === "sent" && !sms.connected;
  const state = logged ? t("sms.loggedOnly") : t(`sms.states.${sms.status}`);
  return `${t("absences.sms")}: ${state.toLowerCase()}`;
}

const TONES = {
  waiting: "text-mut",
  unknown: "text-warn",
  sent: "text-ink-soft",
  delivered: "text-good",
  failed: "text-bad",
} as const;

export const smsTone = ({ status, connected }: AbsenceSms): string =>
  status === "sent" && !connected ? "text-warn" : TONES[status];
