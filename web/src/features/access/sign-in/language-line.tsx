import { useTranslation } from "react-i18next";
import { LANGUAGE_NAMES, LANGUAGES } from "@/i18n/texts";
import { useLanguage } from "@/i18n/use-language";
import { pickLanguage } from "@/ui/preferences/preferences";

/** The three languages by their own names. */
export function LanguageLine() {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <fieldset className="mt-7 flex justify-center gap-1">
      <legend className="sr-only">{t("shell.language")}</legend>
      {LANGUAGES.map((one) => (
        <button
          key={one}
          type="button"
          lang={one}
          aria-pressed={one === language}
          onClick={() => void pickLanguage(one).catch(() => undefined)}
          className={`rounded-md px-2 py-1 hover:bg-hover max-sm:min-h-11 ${one === language ? "font-[650] text-accent-ink" : "text-mut"}`}
        >
          {LANGUAGE_NAMES[one]}
        </button>
      ))}
    </fieldset>
  );
}
