/** Tags of staff and teachers: whether they work, and the review of their photo. */
import { useTranslation } from "react-i18next";
import { StatusTag, type Tone } from "@/ui/display/status-tag";

export const NOT_WORKING = 2;
export const PHOTO_ACCEPTED = 3;

export function WorkStatus({ of }: { of: { workStatus: number } }) {
  const { t } = useTranslation();
  if (of.workStatus === NOT_WORKING) return <StatusTag tone="quiet">{t("staff.notWorking")}</StatusTag>;
  return <span className="text-ink-soft">{t("staff.working")}</span>;
}

const REVIEWS: Record<number, [Tone, "waiting" | "failed" | "ready"]> = {
  1: ["warn", "waiting"],
  2: ["bad", "failed"],
  [PHOTO_ACCEPTED]: ["good", "ready"],
};

/** Review state of a photo (R1-124, R1-194); a person without a photo has one only `always`. */
export function PhotoCheckTag({ of, always }: { of: { photoCheck: number }; always?: boolean }) {
  const { t } = useTranslation();
  const [tone, state] = REVIEWS[of.photoCheck] ?? [];
  if (tone && state) return <StatusTag tone={tone}>{t(`staff.photoCheck.${state}`)}</StatusTag>;
  return always ? <StatusTag tone="quiet">{t("staff.photoCheck.none")}</StatusTag> : null;
}
