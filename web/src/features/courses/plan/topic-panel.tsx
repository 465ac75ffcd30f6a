/** A topic beside the plan: its name at the school, its lessons and homework of the database, the groups that had it. */
import { ArrowLeftRight, ExternalLink, History, Link2, Pencil, Plus, X } from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useRead } from "@/api/use-read";
import { useCan } from "@/entities/access/can";
import { useCentreCan } from "@/entities/access/centre";
import { useZone } from "@/entities/access/use-zone";
import { ChangeMark } from "@/entities/homework-database/change-mark";
import { DATABASE, sourcePath, switchPath, type TopicHomework } from "@/entities/homework-database/database-types";
import { HomeworkKind } from "@/entities/homework-database/homework-kind";
import { formatDate } from "@/lib/dates";
import { lazyComponent } from "@/lib/lazy/lazy-component";
import { buttonClass, IconButton } from "@/ui/controls/button";
import { Loaded } from "@/ui/feedback/loaded";
import { CURRICULUM, type TopicCard } from "../course-types";
import type { OpenDialog } from "./plan-dialogs";
import { isRenamed } from "./plan-model";

const TopicLessonsDialog = lazyComponent(
  async () => (await import("@/entities/homework-database/topic-lessons-dialog")).TopicLessonsDialog,
  ["homeworkDatabase", "order"],
);

type TopicPanelProps = { id: number; onDialog: (dialog: OpenDialog) => void; onClose: () => void };

export function TopicPanel({ id, onDialog, onClose }: TopicPanelProps) {
  const { t } = useTranslation();
  const read = useRead("/curriculum/{id}", { path: { id } }, { keepPreviousData: true });
  return (
    <aside aria-label={t("courses.topic")} className="lg:card">
      <Loaded of={read}>{({ topic }) => <Topic topic={topic} onDialog={onDialog} onClose={onClose} />}</Loaded>
    </aside>
  );
}

type TopicProps = { topic: TopicCard; onDialog: (dialog: OpenDialog) => void; onClose: () => void };

function Topic({ topic, onDialog, onClose }: TopicProps) {
  const { t } = useTranslation();
  const updates = useCentreCan(CURRICULUM, "update");
  const facts = [
    topic.number === null ? t("courses.ended") : t("courses.plan.topicNumber", { number: topic.number }),
    topic.studyMonth.name,
    t(topic.school ? "courses.ofSchool" : "courses.own"),
  ];
  return (
    <>
      <header className="px-4 pt-3 pb-4 max-lg:px-0 max-lg:pt-0">
        <div className="flex items-center gap-1">
          <p className="min-w-0 flex-1 text-xs text-mut">{facts.join(" · ")}</p>
          {updates ? (
            <IconButton
              icon={Pencil}
              label={t("courses.plan.rename")}
              onClick={() => onDialog({ kind: "rename", topic })}
            />
          ) : null}
          <IconButton
            icon={History}
            label={t("courses.plan.history")}
            onClick={() => onDialog({ kind: "history", topic })}
          />
          <span className="max-lg:hidden">
            <IconButton icon={X} label={t("kit.close")} onClick={onClose} />
          </span>
        </div>
        <h2 className="mt-1 text-base font-[650] text-ink-strong [overflow-wrap:anywhere]">{topic.name}</h2>
        {isRenamed(topic) ? <Renamed topic={topic} onReset={() => onDialog({ kind: "resetName", topic })} /> : null}
      </header>
      {useCan(DATABASE) ? <Homework topic={topic} /> : null}
      <Groups topic={topic} />
    </>
  );
}

function Renamed({ topic, onReset }: { topic: TopicCard; onReset: () => void }) {
  const { t } = useTranslation();
  const zone = useZone();
  const updates = useCentreCan(CURRICULUM, "update");
  const { renamed } = topic;
  return (
    <div className="mt-3 rounded border border-info/30 bg-info-soft px-2.5 py-2 text-xs text-info">
      <p className="flex items-baseline gap-2">
        <strong className="flex-1 font-semibold">{t("courses.plan.nameDiffers")}</strong>
        {updates ? (
          <button type="button" onClick={onReset} className="underline max-sm:min-h-11">
            {t("courses.plan.reset")}
          </button>
        ) : null}
      </p>
      <p className="[overflow-wrap:anywhere]">{t("courses.plan.atSchool", { name: topic.schoolName ?? "" })}</p>
      {renamed ? (
        <p>
          {t("courses.plan.renamedBy", {
            by: renamed.by ?? t("courses.plan.system"),
            day: formatDate(renamed.at, zone),
          })}
        </p>
      ) : null}
      <p>{t("courses.plan.nameStays")}</p>
    </div>
  );
}

function Section({
  title,
  count,
  action,
  children,
}: {
  title: string;
  count: number;
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="border-t border-line px-4 py-3 max-lg:px-0">
      <div className="mb-1.5 flex items-center gap-2">
        <h3 className="text-base font-[650] text-ink-strong">
          {title} <span className="font-normal text-mut">{count}</span>
        </h3>
        {action ? <span className="ml-auto">{action}</span> : null}
      </div>
      {children}
    </section>
  );
}

const linkClass = "inline-flex items-center gap-1.5 text-xs font-[550] text-accent-ink hover:underline max-sm:min-h-11";

function Homework({ topic }: { topic: TopicCard }) {
  const { t } = useTranslation();
  const [attaching, setAttaching] = useState(false);
  const updates = useCentreCan(DATABASE, "update");
  const read = useRead(
    "/homework-db/by-curriculum-id",
    { query: { curriculumId: topic.id } },
    { keepPreviousData: true },
  );
  const courseId = topic.course.id;
  return (
    <Loaded of={read}>
      {({ lessons }) => (
        <>
          <Section
            title={t("courses.plan.lessonsOfTopic")}
            count={lessons.length}
            action={
              updates ? (
                <button type="button" className={linkClass} onClick={() => setAttaching(true)}>
                  <Link2 aria-hidden size={14} />
                  {t("homeworkDatabase.attach.open")}
                </button>
              ) : null
            }
          >
            <ul className="text-sm">
              {lessons.map((lesson) => (
                <li key={lesson.id} className="flex items-baseline gap-2 py-0.5">
                  <Link to={sourcePath(courseId, lesson.id)} className="min-w-0 flex-1 truncate hover:underline">
                    {lesson.name}
                  </Link>
                  <span className="whitespace-nowrap text-mut">
                    {t("courses.plan.homeworkCount", { count: lesson.homework.length })}
                  </span>
                </li>
              ))}
            </ul>
            {lessons.length === 0 ? <p className="text-sm text-mut">{t("courses.plan.noLessons")}</p> : null}
          </Section>
          <HomeworkList lessons={lessons} courseId={courseId} />
          <Suspense>
            {attaching ? (
              <TopicLessonsDialog topicId={topic.id} courseId={courseId} onClose={() => setAttaching(false)} />
            ) : null}
          </Suspense>
        </>
      )}
    </Loaded>
  );
}

function HomeworkList({ lessons, courseId }: { lessons: TopicHomework["lessons"]; courseId: number }) {
  const { t } = useTranslation();
  const creates = useCentreCan(DATABASE, "create");
  const homework = lessons.flatMap((lesson) => lesson.homework.map((one) => ({ ...one, lessonId: lesson.id })));
  const [first] = lessons;
  const main = homework.find(({ kind }) => kind === "main");
  return (
    <Section
      title={t("courses.plan.homeworkOfTopic")}
      count={homework.length}
      action={
        creates && first ? (
          <Link className={linkClass} to={sourcePath(courseId, first.id)}>
            <Plus aria-hidden size={14} />
            {t("homeworkDatabase.addShort")}
          </Link>
        ) : null
      }
    >
      <ul className="divide-y divide-line-soft">
        {homework.map((one) => (
          <li key={one.id} className="py-2 text-sm">
            <p className="flex flex-wrap items-center gap-2">
              <HomeworkKind of={one} />
              <span className="text-xs text-mut">
                {[
                  one.edition === null
                    ? t("homeworkDatabase.unpublished")
                    : t("homeworkDatabase.edition", { number: one.edition }),
                  ...(one.files > 0 ? [t("homeworkDatabase.fileCount", { count: one.files })] : []),
                ].join(" · ")}
              </span>
              {one.change ? (
                <span className="ml-auto">
                  <ChangeMark of={one.change} />
                </span>
              ) : null}
            </p>
            <Link
              to={sourcePath(courseId, one.lessonId, one.id)}
              className="mt-0.5 line-clamp-2 hover:underline [overflow-wrap:anywhere]"
            >
              {one.description || t("homeworkDatabase.noText")}
            </Link>
          </li>
        ))}
      </ul>
      {homework.length === 0 ? (
        <p className="text-sm text-mut">{t("courses.plan.homeworkNone")}</p>
      ) : (
        <p className="mt-2 rounded border border-line bg-page px-2.5 py-2 text-xs text-ink-soft">
          {t("homeworkDatabase.copyNote")}
        </p>
      )}
      {first ? (
        <div className="mt-3 flex flex-wrap gap-2">
          <Link className={buttonClass("plain", "small")} to={sourcePath(courseId, first.id)}>
            <ExternalLink aria-hidden />
            {t("homeworkDatabase.openInDatabase")}
          </Link>
          {main ? (
            <Link className={buttonClass("plain", "small")} to={switchPath(main.id)}>
              <ArrowLeftRight aria-hidden />
              {t("homeworkDatabase.toOtherTopic")}
            </Link>
          ) : null}
        </div>
      ) : null}
    </Section>
  );
}

function Groups({ topic }: { topic: TopicCard }) {
  const { t } = useTranslation();
  return (
    <Section title={t("courses.plan.groupsHad")} count={topic.groupsTotal}>
      <ul className="max-h-48 overflow-y-auto text-sm">
        {topic.groups.map((group) => (
          <li key={group.id} className="flex items-baseline gap-2 py-0.5">
            <span className="min-w-0 flex-1 truncate">
              {group.name} <span className="text-mut">· {group.office.name}</span>
            </span>
            <span className="whitespace-nowrap text-mut tabular-nums">{formatDate(group.lessonDate)}</span>
          </li>
        ))}
      </ul>
      {topic.groups.length === 0 ? <p className="text-sm text-mut">{t("courses.plan.noGroups")}</p> : null}
    </Section>
  );
}
