/** Labels of teachers' and assistants' states: a tag only where the state is not the normal one. */
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import type { PathOf } from "@/api/request";
import type { AcademicRow } from "@/api/types";
import { NOT_WORKING } from "@/entities/people/staff-tags";
import { type CalendarLanguage, weekdayShort } from "@/lib/dates";
import { StatusTag, type Tone } from "@/ui/display/status-tag";

export const HAS_NOT_ACCOUNT = 3;
export const ACADEMIC = "users:academic";
export const ASSISTANTS = "users:academic|users:assistants";

/** Reads that are stale after a change of an account. */
export const STALE: PathOf<"get">[] = [
  "/academic",
  "/academic/{id}",
  "/assistant/all",
  "/assistant/{id}",
  "/academic/{id}/history",
  "/kpi/all",
];

export type Kind = "academic" | "assistant";

export const branchNames = (person: Pick<AcademicRow, "offices">) =>
  person.offices.map((office) => office.name).join(", ");
export const pageOf = (kind: Kind) => (id: number) =>
  kind === "academic" ? `/users/academic/${id}` : `/assistants/${id}`;

const ACCOUNTS: Record<number, [Tone, "open" | "closed" | "none"]> = {
  1: ["good", "open"],
  2: ["bad", "closed"],
  3: ["quiet", "none"],
};

/** State of the account (R1-182). */
export function AccountTag({ of }: { of: { acStatus: number } }) {
  const { t } = useTranslation();
  const [tone, word] = ACCOUNTS[of.acStatus] ?? ACCOUNTS[HAS_NOT_ACCOUNT] ?? [];
  return tone && word ? <StatusTag tone={tone}>{t(`academics.account.${word}`)}</StatusTag> : null;
}

/** Reason why no account can be opened, if any. */
export const whyNotSignedUp = (of: Pick<AcademicRow, "workStatus">, t: TFunction) =>
  of.workStatus === NOT_WORKING ? t("academics.whyNotWorking") : undefined;

/** Reason why the account can't be changed (D-56). */
export function whyNotChanged(of: AcademicRow, own: number | undefined, t: TFunction): string | undefined {
  if (of.acStatus === HAS_NOT_ACCOUNT) return t("academics.whyNoAccount");
  if (of.userId === own) return t("staff.whyOwn");
  return of.editable ? undefined : t("staff.whyBeyond");
}

/** Why it can't be closed or opened (R1-208). */
export function whyNotToggled(of: AcademicRow, own: number | undefined, t: TFunction): string | undefined {
  if (of.acStatus !== HAS_NOT_ACCOUNT && of.workStatus === NOT_WORKING) return t("academics.whyNotWorking");
  return whyNotChanged(of, own, t);
}

export type Hours = { daysOfWeek: readonly number[]; beginTime: string | null; endTime: string | null };

/** "Dush, Chor, Jum · 14:00–16:00". */
export const formatHours = (hours: Hours, language: CalendarLanguage) =>
  [
    hours.daysOfWeek.map((day) => weekdayShort(day, language)).join(", "),
    [hours.beginTime, hours.endTime].filter(Boolean).join("–"),
  ]
    .filter(Boolean)
    .join(" · ");
