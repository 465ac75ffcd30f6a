import { useTranslation } from "react-i18next";
import { useLanguage } from "@/i18n/use-language";
import { formatLessonDate } from "@/lib/dates";
import { StatusTag } from "@/ui/display/status-tag";
import type { SheetLesson } from "../state/wire";

/** Which lesson it is, and whether what is marked is kept by the server. */
export function LessonHead({ lesson, state }: { lesson: SheetLesson; state: "unsaved" | "unsent" | null }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const room = /^\d+$/.test(lesson.classroomName)
    ? t("attendance.room", { room: lesson.classroomName })
    : lesson.classroomName;
  const facts = [formatLessonDate(lesson.date, language), `${lesson.beginTime}–${lesson.endTime}`, room, lesson.topic];
  return (
    <div className="min-w-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h1 className="text-xl font-[650] tracking-[-0.01em] text-ink-strong">
          {t("attendance.lessonTitle", { group: lesson.group.name, number: lesson.number })}
        </h1>
        <span role="status">
          {state ? <StatusTag tone={state === "unsent" ? "info" : "warn"}>{t(`attendance.${state}`)}</StatusTag> : null}
        </span>
      </div>
      <p className="text-base text-mut">{facts.filter(Boolean).join(" · ")}</p>
    </div>
  );
}
