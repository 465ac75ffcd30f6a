/** Labels of a student's statuses: plain text, a tag only where the state is not the normal one. */
import { useTranslation } from "react-i18next";
import type { StudentRow } from "@/api/types";
import { StatusTag, type Tone } from "@/ui/display/status-tag";

export const ACTIVE = 1;
export const BLOCKED = 2;

/** Active, finished, without course, 30-day privilege, left, not counted (D-62). */
const TONES: Record<number, Tone> = { 1: "good", 2: "info", 3: "quiet", 4: "warn", 5: "bad", 6: "quiet" };

type Of = { student: Pick<StudentRow, "status" | "systemStatus"> };

export function ErpStatus({ student: { status }, always }: Of & { always?: boolean }) {
  if (!status || (status.id === ACTIVE && !always)) return null;
  return <StatusTag tone={TONES[status.id] ?? "quiet"}>{status.name}</StatusTag>;
}

export function SystemStatus({ student, always }: Of & { always?: boolean }) {
  const { t } = useTranslation();
  if (student.systemStatus === BLOCKED) return <StatusTag tone="bad">{t("students.system.blocked")}</StatusTag>;
  return always ? <StatusTag tone="good">{t("students.system.active")}</StatusTag> : null;
}

export const branchNames = (student: Pick<StudentRow, "offices">) =>
  student.offices.map((office) => office.name).join(", ");
