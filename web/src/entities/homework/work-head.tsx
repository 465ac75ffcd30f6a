/** The head of one work: its student, facts, and the way to the work before and after. */
import { ChevronDown, ChevronUp } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/ui/controls/button";
import { Avatar } from "@/ui/display/avatar";

type HeadProps = {
  student: { id: number; name: string };
  photo: string | null;
  facts: readonly (string | null)[];
  children?: ReactNode;
};

export function WorkHead({ student, photo, facts, children }: HeadProps) {
  return (
    <header className="flex items-center gap-3">
      <Avatar name={student.name} id={student.id} photo={photo} />
      <div className="min-w-0">
        <h1 className="truncate text-base font-[650] text-ink-strong">
          <bdi>{student.name}</bdi>
        </h1>
        <p className="truncate text-xs text-mut">{facts.filter(Boolean).join(" · ")}</p>
      </div>
      {children}
    </header>
  );
}

/** To the work before and after. */
export function Neighbours({ onMove }: { onMove: (by: 1 | -1) => void }) {
  const { t } = useTranslation();
  return (
    <div className="ml-auto flex shrink-0 gap-1">
      <Button look="quiet" aria-label={t("checking.previous")} icon={ChevronUp} onClick={() => onMove(-1)}>
        <span className="sr-only">{t("checking.previous")}</span>
      </Button>
      <Button look="quiet" aria-label={t("checking.next")} icon={ChevronDown} onClick={() => onMove(1)}>
        <span className="sr-only">{t("checking.next")}</span>
      </Button>
    </div>
  );
}
