/** Scores as they are typed: whole numbers from 0 to 100; nothing typed is not a zero (D-21, H4). */

export const PASSING_SCORE = 60;
const MAX_SCORE = 100;

export type Band = "extra" | "high" | "top" | "satisfactory" | "awful";

/** Bands by their lower bound (D-22). */
export const BANDS: readonly { band: Band; from: number }[] = [
  { band: "extra", from: 95 },
  { band: "high", from: 86 },
  { band: "top", from: 71 },
  { band: "satisfactory", from: PASSING_SCORE },
  { band: "awful", from: 1 },
];

/** The score of a typed text; null while it is none. */
export function scoreOf(typed: string): number | null {
  if (!/^\d{1,3}$/.test(typed)) return null;
  const score = Number(typed);
  return score <= MAX_SCORE ? score : null;
}

/** The text after one more digit; what would exceed 100 begins anew with that digit. */
export function withDigit(typed: string, digit: string): string {
  const next = typed === "0" ? digit : typed + digit;
  return Number(next) <= MAX_SCORE ? next : digit;
}

export const bandOf = (score: number): Band | null => BANDS.find(({ from }) => score >= from)?.band ?? null;

export const isAccepted = (score: number): boolean => score >= PASSING_SCORE;
