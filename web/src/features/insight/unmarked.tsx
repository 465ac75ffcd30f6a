/** Ended lessons that are to be marked: partly marked ones in a group of their own, and a filter for each (D-157). */
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import type { Today } from "@/api/types";
import { Button } from "@/ui/controls/button";
import { Lessons } from "./lessons";
import { Rest, Section } from "./section";

const PARTS = ["partly", "none"] as const;
type Part = (typeof PARTS)[number];
const MARKING = "marking";

/** The part chosen in the address, or both; and the function that chooses. */
function useChosenPart(): [Part | null, (part: Part | null) => void] {
  const [search, setSearch] = useSearchParams();
  const requested = search.get(MARKING);
  const choose = (part: Part | null) =>
    setSearch(
      (before) => {
        if (part) before.set(MARKING, part);
        else before.delete(MARKING);
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  return [PARTS.find((part) => part === requested) ?? null, choose];
}

export function Unmarked({ today }: { today: Today }) {
  const { t } = useTranslation();
  const [chosen, choose] = useChosenPart();
  if (!today.unmarked || !today.partly) return null;
  const parts = { partly: today.partly, none: today.unmarked };
  const total = parts.partly.total + parts.none.total;
  if (total === 0) return null;
  // Lessons without any mark need a name only beside the other group.
  const named = parts.partly.total > 0;
  const shown = PARTS.filter((part) => parts[part].total > 0 && (chosen === null || chosen === part));
  const filter = PARTS.every((part) => parts[part].total > 0) || chosen !== null;
  return (
    <Section
      title={t("today.unmarked")}
      total={total}
      actions={
        filter
          ? ([null, ...PARTS] as const).map((part) => (
              <Button
                key={part}
                size="small"
                look={part === chosen ? "plain" : "quiet"}
                aria-pressed={part === chosen}
                onClick={() => choose(part)}
              >
                {part === null ? t("today.bothParts") : t(`today.onlyPart.${part}`)}
              </Button>
            ))
          : null
      }
    >
      {shown.length === 0 ? <p className="px-4 py-3 text-base text-mut max-sm:px-3">{t("today.noneSuch")}</p> : null}
      {shown.map((part) => {
        const { lessons, total } = parts[part];
        return (
          <section
            key={part}
            aria-label={t(`today.parts.${part}`)}
            className="not-first:border-t not-first:border-line"
          >
            {named ? (
              <h3 className="bg-sunken px-4 py-1.5 text-sm font-[550] text-ink-soft max-sm:px-3">
                {t(`today.parts.${part}`)} <span className="font-normal text-mut">{total}</span>
              </h3>
            ) : null}
            <Lessons lessons={lessons} today={today} />
            <Rest count={total - lessons.length} />
          </section>
        );
      })}
    </Section>
  );
}
