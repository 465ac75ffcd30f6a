/** Breadcrumbs and their three rules (part 1 §2, §9). */

export type TrailItem = { label: string; to?: string | undefined };

const SHOWN = 3;
const LONG = 20;
const TRIMMED = 15;

/** A label of more than 20 characters is trimmed to 15. */
export function shortenLabel(label: string): string {
  const letters = [...label];
  return letters.length > LONG ? `${letters.slice(0, TRIMMED).join("").trimEnd()}…` : label;
}

/** Beyond three items the middle collapses into an ellipsis: the first and the last two stay. */
export function collapseTrail(trail: TrailItem[]): { before: TrailItem[]; hidden: TrailItem[]; after: TrailItem[] } {
  if (trail.length <= SHOWN) return { before: [], hidden: [], after: trail };
  return { before: trail.slice(0, 1), hidden: trail.slice(1, -2), after: trail.slice(-2) };
}

/** From a statistics page to a page it links to, the statistics page's breadcrumbs stay in front, as the way back. */
export function trailFrom(left: { pathname: string; trail: TrailItem[] } | null, own: TrailItem[]): TrailItem[] {
  if (!left?.pathname.includes("statistics")) return own;
  const last = own.at(-1);
  return last ? [...left.trail, last] : left.trail;
}
