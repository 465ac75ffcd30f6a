/** The derived status of a study course (D-151, R2-213); quiet where it is the usual one. */
import { useTranslation } from "react-i18next";
import { StatusTag, type Tone } from "@/ui/display/status-tag";
import { ACTIVE, type CourseRow, ENDED, NOT_STARTED } from "./course-types";

export const STATUS_KEYS = {
  [NOT_STARTED]: "courses.status.notStarted",
  [ACTIVE]: "courses.status.active",
  [ENDED]: "courses.status.ended",
} as const;
const TONES: Record<CourseRow["status"], Tone> = { [NOT_STARTED]: "warn", [ACTIVE]: "good", [ENDED]: "quiet" };

export function CourseStatus({ of: { status } }: { of: Pick<CourseRow, "status"> }) {
  const { t } = useTranslation();
  return <StatusTag tone={TONES[status]}>{t(STATUS_KEYS[status])}</StatusTag>;
}
