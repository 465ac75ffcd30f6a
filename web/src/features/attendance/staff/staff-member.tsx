/** A teacher of the group in a month: hours, rating, lessons (R2-205, D-77). */
import { useTranslation } from "react-i18next";
import { useZone } from "@/entities/access/use-zone";
import { PersonCell } from "@/entities/people/person-cell";
import { useLanguage } from "@/i18n/use-language";
import { formatDate, formatTime, weekdayOf, weekdayShort } from "@/lib/dates";
import { formatKnownKpi } from "@/lib/format/percent";
import { Fact, Facts } from "@/ui/display/fact";
import { StatusTag } from "@/ui/display/status-tag";
import { ASSISTANT, attendanceState, pastAndAhead, type StaffLesson, type StaffMember, TONES } from "./staff-lessons";

export function MemberCard({ of: member, now }: { of: StaffMember; now: number }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const parts = pastAndAhead(member.attendances, now);
  const role = t(member.roleNumber === ASSISTANT ? "journal.staff.assistant" : "journal.staff.teacher");
  return (
    <section aria-label={member.staff.name} className="card">
      <header className="flex items-center gap-3 border-b border-line px-4 py-3">
        <span className="min-w-0 flex-1">
          <PersonCell
            name={member.staff.name}
            id={member.staff.id}
            photo={member.photo}
            detail={member.own ? `${role} · ${t("journal.staff.own")}` : role}
          />
        </span>
        <span className="text-right" title={t("journal.staff.ratingText")}>
          <span className="block text-lg leading-6 font-[650] text-ink-strong">
            {formatKnownKpi(member.rating, language)}
          </span>
          <span className="block text-xs text-mut">
            {t(member.rating === null ? "kit.missing.rating" : "journal.staff.rating")}
          </span>
        </span>
      </header>
      <div className="p-4">
        <Facts>
          <Fact name={t("journal.staff.hours")} value={[member.beginTime, member.endTime].filter(Boolean).join("–")} />
          <Fact name={t("journal.staff.lessons")} value={String(member.total)} />
        </Facts>
        {member.attendances.length === 0 ? (
          <p className="mt-4 text-base text-mut">{t("journal.staff.noLessons")}</p>
        ) : (
          (["past", "ahead"] as const).map((part) => (
            <Part key={part} title={t(`journal.staff.${part}`)} lessons={parts[part]} now={now} />
          ))
        )}
      </div>
    </section>
  );
}

type PartProps = { title: string; lessons: readonly StaffLesson[]; now: number };

function Part({ title, lessons, now }: PartProps) {
  if (lessons.length === 0) return null;
  return (
    <section aria-label={title} className="mt-4">
      <h3 className="mb-1 text-sm font-[550] text-ink-soft">{title}</h3>
      <ul className="grid gap-x-8 sm:grid-cols-2 xl:grid-cols-3">
        {lessons.map((lesson) => (
          <LessonLine key={lesson.lessonId} of={lesson} now={now} />
        ))}
      </ul>
    </section>
  );
}

function LessonLine({ of: lesson, now }: { of: StaffLesson; now: number }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const zone = useZone();
  const where = attendanceState(lesson, now);
  const day = formatDate(lesson.date);
  const weekday = weekdayShort(weekdayOf(lesson.date), language);
  return (
    <li className="flex min-h-11 items-center gap-3 border-t border-line-soft py-1.5">
      <span className="min-w-0 flex-1">
        <span className="block text-sm font-[550] text-ink-strong">
          {day}, {weekday}
        </span>
        <span className="block truncate text-xs text-mut">
          {lesson.beginTime}–{lesson.endTime}
          {lesson.noClassReason ? ` · ${lesson.noClassReason}` : ""}
        </span>
      </span>
      {lesson.photo ? (
        <a href={lesson.photo} target="_blank" rel="noreferrer" aria-label={t("journal.staff.seePhoto", { day })}>
          <img src={lesson.photo} alt="" className="size-9 rounded-md object-cover" loading="lazy" />
        </a>
      ) : null}
      <span className="grid justify-items-end">
        {where === "ahead" ? (
          <span className="text-xs text-mut">{t("journal.staff.statuses.ahead")}</span>
        ) : (
          <StatusTag tone={TONES[where]}>{t(`journal.staff.statuses.${where}`)}</StatusTag>
        )}
        {lesson.at ? <span className="text-xs text-mut">{formatTime(lesson.at, zone)}</span> : null}
      </span>
    </li>
  );
}
