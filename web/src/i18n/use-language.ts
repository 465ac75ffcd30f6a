import { useTranslation } from "react-i18next";
import type { Language } from "./texts";

/** Returns the current language and re-renders when it changes. */
export function useLanguage(): Language {
  return useTranslation().i18n.language as Language;
}
