/** The homework database of a course in short: its chapters and lessons, with what is not published (R2-209). */
import { ExternalLink } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useRead } from "@/api/use-read";
import { ChangeMark } from "@/entities/homework-database/change-mark";
import { sourcePath, type TreeChapter } from "@/entities/homework-database/database-types";
import { useLive } from "@/lib/live/use-live";
import { buttonClass } from "@/ui/controls/button";
import { Loaded } from "@/ui/feedback/loaded";
import { EmptyCard } from "@/ui/feedback/states";

export function DatabaseTab({ courseId }: { courseId: number }) {
  const { t } = useTranslation();
  useLive("homework_database", ["/homework-db/chapters"]);
  const read = useRead("/homework-db/chapters", { query: { courseId } });
  const open = (
    <Link to={sourcePath(courseId)} className={buttonClass()}>
      <ExternalLink aria-hidden />
      {t("homeworkDatabase.openInDatabase")}
    </Link>
  );
  return (
    <Loaded of={read}>
      {({ chapters, lessons, homework }) =>
        chapters.length === 0 ? (
          <EmptyCard
            title={t("homeworkDatabase.noChapters")}
            text={t("homeworkDatabase.noChaptersText")}
            action={open}
          />
        ) : (
          <>
            <div className="mb-3 flex flex-wrap items-center gap-3">
              <p className="text-sm text-mut">
                {t("homeworkDatabase.totals", { chapters: chapters.length, lessons, homework })}
              </p>
              <span className="ml-auto">{open}</span>
            </div>
            <div className="grid items-start gap-3 lg:grid-cols-2">
              {chapters.map((chapter, index) => (
                <Chapter key={chapter.id} chapter={chapter} number={index + 1} courseId={courseId} />
              ))}
            </div>
          </>
        )
      }
    </Loaded>
  );
}

function Chapter({ chapter, number, courseId }: { chapter: TreeChapter; number: number; courseId: number }) {
  return (
    <section className="card p-4">
      <h2 className="mb-1 flex items-center gap-2 text-base font-[650] text-ink-strong">
        <span className="min-w-0 flex-1 truncate">
          {number}. {chapter.name}
        </span>
        {chapter.change ? <ChangeMark of={chapter.change} /> : null}
        <span className="text-sm font-normal text-mut">{chapter.homework}</span>
      </h2>
      <ul className="text-sm">
        {chapter.lessons.map((lesson) => (
          <li key={lesson.id}>
            <Link
              to={sourcePath(courseId, lesson.id)}
              className="flex min-h-8 items-center gap-2 hover:underline max-sm:min-h-11"
            >
              <span className="min-w-0 flex-1 truncate">
                {number}.{lesson.position} {lesson.name}
              </span>
              {lesson.change ? <ChangeMark of={lesson.change} /> : null}
              <span className="text-mut tabular-nums">{lesson.homework}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
