import { useTranslation } from "react-i18next";
import { useLanguage } from "@/i18n/use-language";
import { formatLessonDate } from "@/lib/dates";

type Lesson = { number: number; date: string; beginTime: string };

/** A lesson in words: its number, day and time. */
export function useLessonName(): (lesson: Lesson) => string {
  const { t } = useTranslation();
  const language = useLanguage();
  return ({ number, date, beginTime }) =>
    t("homework.lessonChoice", { number, day: formatLessonDate(date, language), time: beginTime });
}
