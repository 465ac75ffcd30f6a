/** Variants of a generated homework, each with its letter, text and files (D-85). */
import { useTranslation } from "react-i18next";
import { StatusTag } from "@/ui/display/status-tag";
import { FileList } from "./attachments";
import type { WorkFile } from "./use-work-upload";

type Variant = { letter: string | null; description: string; attachments: readonly WorkFile[]; students?: number };

export function Variants({ variants }: { variants: readonly Variant[] }) {
  const { t } = useTranslation();
  return (
    <ul aria-label={t("homework.variants")} className="grid grid-cols-1 gap-3">
      {variants.map((variant) => (
        <li key={variant.letter ?? ""} className="grid grid-cols-1 gap-2 rounded-md border border-line p-3">
          <p className="flex flex-wrap items-center gap-2">
            <StatusTag tone="quiet">{t("homework.variant", { letter: variant.letter ?? "" })}</StatusTag>
            {variant.students === undefined ? null : (
              <span className="text-xs text-mut tabular-nums">
                {t("homework.variantStudents", { total: variant.students })}
              </span>
            )}
          </p>
          <p className="text-sm whitespace-pre-wrap [overflow-wrap:anywhere]">{variant.description}</p>
          <FileList files={variant.attachments} />
        </li>
      ))}
    </ul>
  );
}
