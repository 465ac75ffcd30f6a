import { useTranslation } from "react-i18next";

/** What another person wrote into a field meanwhile; it can be taken instead of what is typed. */
export function Theirs({ words, onTake }: { words: string; onTake: () => void }) {
  const { t } = useTranslation();
  return (
    <span className="flex flex-wrap items-center gap-x-2 text-warn">
      <span className="[overflow-wrap:anywhere]">{t("student.theirs", { value: words || t("kit.none") })}</span>
      <button type="button" onClick={onTake} className="min-h-8 underline max-sm:min-h-11">
        {t("student.takeTheirs")}
      </button>
    </span>
  );
}
