/** The effect of a removal in words: deleted, or ended because of what refers to it (D-102). */
import type { TFunction } from "i18next";
import type { Answer } from "@/api/request";

export type Removed = Answer<"delete", "/curriculum/{id}">;

export const usesOf = ({ uses }: Pick<Removed, "uses">): string =>
  uses.map(({ name, count }) => `${name}: ${count}`).join(", ");

export function removalWords(removed: Removed, name: string, t: TFunction): string {
  if (removed.outcome === "deleted") return t("courses.removed", { name });
  const uses = usesOf(removed);
  return uses ? t("courses.endedBecause", { name, uses }) : t("courses.endedDone", { name });
}
