import { RadioGroup } from "radix-ui";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { LANGUAGE_NAMES, LANGUAGES } from "@/i18n/texts";
import { useLanguage } from "@/i18n/use-language";
import { cx } from "@/ui/cx";
import { showError } from "@/ui/feedback/toast";
import { chooseLanguage, chooseTheme } from "@/ui/preferences/preferences";
import { useTheme } from "@/ui/preferences/theme";

/** The language and the theme, at once and everywhere. */
export function LookChoice() {
  const { t } = useTranslation();
  return (
    <div className="grid gap-4">
      <OneOf
        label={t("shell.language")}
        value={useLanguage()}
        options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value], lang: value }))}
        onChange={(language) => void chooseLanguage(language).catch(showError)}
      />
      <OneOf
        label={t("shell.theme")}
        value={useTheme()}
        options={[
          { value: "system", label: t("shell.themeSystem") },
          { value: "light", label: t("shell.themeLight") },
          { value: "dark", label: t("shell.themeDark") },
        ]}
        onChange={chooseTheme}
      />
    </div>
  );
}

interface OneOfProps<T extends string> {
  label: string;
  value: T;
  options: readonly { value: T; label: string; lang?: string }[];
  onChange: (value: T) => void;
}

function OneOf<T extends string>({ label, value, options, onChange }: OneOfProps<T>) {
  const id = useId();
  return (
    <div>
      <span id={id} className="mb-1.5 block text-sm font-[550] text-ink">
        {label}
      </span>
      <RadioGroup.Root
        aria-labelledby={id}
        orientation="horizontal"
        value={value}
        onValueChange={(next) => onChange(next as T)}
        className="inline-flex max-w-full overflow-hidden rounded border border-line-strong bg-surface"
      >
        {options.map((option) => (
          <RadioGroup.Item
            key={option.value}
            value={option.value}
            lang={option.lang}
            className={cx(
              "min-h-9 border-r border-line px-3 text-sm font-[550] last:border-r-0 focus-visible:-outline-offset-2 max-sm:min-h-11",
              option.value === value ? "bg-accent-soft-strong text-accent-ink" : "text-ink-soft hover:bg-hover",
            )}
          >
            {option.label}
          </RadioGroup.Item>
        ))}
      </RadioGroup.Root>
    </div>
  );
}
