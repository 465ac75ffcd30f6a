/** What a check will earn, and why its save failed. */
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/errors";

type Award = { xp: number; silver: number; levelBefore: number; levelAfter: number };

/** The band of the score as it stands, with XP and silver where it earns any (D-82). */
export function EarnedLine({ band, award }: { band: string; award: Award | undefined }) {
  const { t } = useTranslation();
  return (
    <p
      className="flex min-h-5 flex-wrap items-baseline justify-between gap-x-3 text-sm text-ink-soft"
      aria-live="polite"
    >
      <span>{band}</span>
      {award && (award.xp > 0 || award.silver > 0) ? (
        <span>
          <strong className="text-accent-ink">{t("checking.xp", { xp: award.xp })}</strong>
          {" · "}
          <strong className="text-ink-strong">{t("checking.silver", { silver: award.silver })}</strong>
          {award.levelAfter > award.levelBefore ? ` · ${t("checking.levelUp", { level: award.levelAfter })}` : null}
        </span>
      ) : null}
    </p>
  );
}

/** Beside what was typed; saving again repeats the save. */
export function SaveError({ error }: { error: unknown }) {
  const { t } = useTranslation();
  if (!error) return null;
  const reason = error instanceof ApiError ? error.message : t("errors.noInternet");
  return (
    <p role="alert" className="rounded-lg bg-bad-soft px-3 py-2 text-sm text-bad">
      {reason} {t("checking.kept")}
    </p>
  );
}
