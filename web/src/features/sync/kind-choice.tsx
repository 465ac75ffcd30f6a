import { useTranslation } from "react-i18next";
import { cx } from "@/ui/cx";
import { KINDS, type Kind } from "./sync-kinds";

interface KindChoiceProps {
  value: Kind;
  onChange: (kind: Kind) => void;
}

/** Choice of the records to synchronise. */
export function KindChoice({ value, onChange }: KindChoiceProps) {
  const { t } = useTranslation();
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-[550] text-ink-soft">{t("synchronisation.what")}</legend>
      <div className="grid gap-1.5">
        {KINDS.map((kind) => (
          <label
            key={kind}
            className={cx(
              "flex min-h-11 cursor-pointer items-start gap-3 rounded-lg border px-3 py-2 has-focus-visible:outline-2 has-focus-visible:outline-focus",
              kind === value ? "border-accent-line bg-accent-soft" : "border-line hover:bg-hover",
            )}
          >
            <input
              type="radio"
              name="sync-kind"
              className="mt-0.5 size-4 shrink-0 accent-(--accent) outline-none"
              checked={kind === value}
              onChange={() => onChange(kind)}
            />
            <span className="min-w-0">
              <span className="block text-base font-[550] text-ink-strong">{t(`synchronisation.types.${kind}`)}</span>
              <span className="block text-xs text-mut">{t(`synchronisation.hints.${kind}`)}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
