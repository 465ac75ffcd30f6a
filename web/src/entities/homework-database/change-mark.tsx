/** One alphabet of change in tree, table and publish bar: + new, ~ changed, − to archive, ↕ order. */
import { useTranslation } from "react-i18next";
import { cx } from "@/ui/cx";
import type { Change } from "./database-types";

export const CHANGES: readonly Change[] = ["new", "changed", "archived", "order"];

const SIGNS: Record<Change, string> = { new: "+", changed: "~", archived: "−", order: "↕" };
const TONES: Record<Change, string> = {
  new: "bg-good-soft text-good",
  changed: "bg-warn-soft text-warn",
  archived: "bg-bad-soft text-bad",
  order: "bg-quiet-soft text-quiet",
};

/** The words of a homework's mark: one that is new in its lesson and published came from another. */
export const stateOf = (change: Change, isPublished: boolean) => (change === "new" && isPublished ? "moved" : change);

/** `named`: the word stands beside it. */
export function ChangeMark({ of, named }: { of: Change; named?: boolean }) {
  const { t } = useTranslation();
  const name = t(`homeworkDatabase.changes.${of}`);
  return (
    <>
      <span
        aria-hidden
        title={named ? undefined : name}
        className={cx(
          "inline-grid size-[18px] shrink-0 place-items-center rounded-sm text-[11px] font-semibold",
          TONES[of],
        )}
      >
        {SIGNS[of]}
      </span>
      {named ? null : <span className="sr-only">{name}</span>}
    </>
  );
}
