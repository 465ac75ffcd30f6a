/** A lesson's homework in a row: the topic, and below it the lesson's number and time. */
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Answer } from "@/api/request";

type Row = Answer<"get", "/homework-statistics/groups/{id}/lessons">["lessons"][number];

export function LessonName({ of: { topic, lesson }, to }: { of: Row; to?: string }) {
  const { t } = useTranslation();
  const name = topic ?? t("homework.one");
  const look = "block truncate font-[550] text-ink-strong";
  return (
    <>
      {to ? (
        <Link to={to} title={name} className={`${look} hover:text-accent-ink hover:underline`}>
          {name}
        </Link>
      ) : (
        <span title={name} className={look}>
          {name}
        </span>
      )}
      <span className="block truncate text-xs leading-[15px] text-mut">
        {t("homework.lessonOf", { number: lesson.number })}, {lesson.beginTime}
      </span>
    </>
  );
}
