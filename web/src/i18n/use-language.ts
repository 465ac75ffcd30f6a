import { useTranslation } from "react-i18next";
import type { Language } from "./texts";

/** The language shown now; the part is drawn again when it changes. */
export function useLanguage(): Language {
  return useTranslation().i18n.language as Language;
}
