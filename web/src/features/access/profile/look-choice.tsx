import { useId } from "react";
import { useTranslation } from "react-i18next";
import { LANGUAGE_NAMES, LANGUAGES } from "@/i18n/texts";
import { useLanguage } from "@/i18n/use-language";
import { Segmented } from "@/ui/controls/segmented";
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
      <Segmented labelledBy={id} value={value} onChange={onChange} options={options} />
    </div>
  );
}
